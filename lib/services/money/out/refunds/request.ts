import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { refundRequested, takeFromWallet } from "@/lib/domain/posting";
import { say } from "@/lib/domain/problem";
import { refundShares } from "@/lib/domain/refund";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { composeUuid } from "@/lib/domain/uuid";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import { readWallet } from "@/lib/services/core/ledger/read-wallet";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { giveUpReserves } from "../../settlement/disputes/reserve";
import { claimOne } from "../transfers/claim";
import { refundAmount } from "./quote";
import { readRefundable } from "./refundable";
import { workRefund } from "./work";

export interface NewRefund {
  orderId: number;
  /** Absent: all that is left. */
  amountMinor?: bigint;
  /** Why, in the seller's words; one line, up to 255 characters. */
  reason: string;
  /** Idempotency key: two requests with one key refund once. */
  requestKey: string;
}

/**
 * Refunds a paid order. The money leaves the wallet (pending first) at once, together with a proportional part of the
 * service's fee, and is committed before the rail is called. Owner and admin only. Throws NotFound, or Invalid on
 * `amount`, `reason` or `form` with the reason in words.
 */
export async function requestRefund(
  world: World,
  seller: Seller,
  input: NewRefund,
): Promise<{ id: string; isNew: boolean }> {
  permit(seller, "refund.request");
  const reason = reasonOf(input);
  const made = await transact(world, async (unit) => {
    const order = await lockOrder(unit, seller, input.orderId);
    const requestKey = `store:${seller.storeId}/${input.requestKey}`;
    const before = await unit.tx.refund.findUnique({ where: { requestKey }, select: { id: true } });
    if (before) return { ...before, isNew: false };
    const id = composeUuid(world.random.bytes(16));
    await reserve(world, unit, seller, order, { ...input, id, reason, requestKey });
    unit.wake("transfers");
    return { id, isNew: true };
  });
  if (made.isNew && (await claimOne(world, "refunds", made.id))) await tryWork(world, made.id);
  return made;
}

/** The refund is committed: if sending fails, the worker tries it again. */
async function tryWork(world: World, id: string): Promise<void> {
  try {
    await workRefund(world, id);
  } catch (error) {
    world.log.error({ err: error, refund: id }, "A refund could not be sent; it is tried again.");
  }
}

function reasonOf({ reason, requestKey }: NewRefund): string {
  const trimmed = reason.trim();
  const problem = trimmed === "" ? say("refund_reason") : lineProblem(trimmed, 255);
  if (problem) throw new Invalid({ reason: [problem] });
  if (!/^[\x21-\x7e]{1,100}$/.test(requestKey)) throw new Invalid({ form: [say("form_incomplete")] });
  return trimmed;
}

/** Locks the credited attempt before its order, as settling does. */
async function lockOrder(unit: Unit, seller: Seller, id: number): Promise<OrderRow> {
  const scope = { storeId: seller.storeId, livemode: seller.livemode };
  const found = await unit.tx.order.findFirst({ where: { id, ...scope }, select: { id: true } });
  if (!found) throw new NotFound();
  await unit.tx.$queryRaw`
    SELECT 1 FROM payment_attempts WHERE order_id = ${id} ORDER BY created_at, id FOR NO KEY UPDATE`;
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  return unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}

async function reserve(
  world: World,
  unit: Unit,
  seller: Seller,
  order: OrderRow,
  input: NewRefund & { id: string },
): Promise<void> {
  const { id, storeId, currency } = { id: input.id, storeId: order.storeId, currency: order.currency };
  const refundable = await readRefundable(world, unit.tx, order);
  if (!refundable.ok) throw new Invalid({ form: [say(`refund_${refundable.bar}`)] });
  const amountMinor = refundAmount(input.amountMinor, refundable, currency);
  const { sellerMinor, feeBackMinor } = refundShares(order, amountMinor);
  await lockWallet(unit, storeId, currency);
  // The reserve held for a dispute of this payment may be used to refund that same payer.
  const attempt = { id: refundable.attemptId, storeId };
  await giveUpReserves(unit, attempt, currency, sellerMinor);
  const wallet = await readWallet(unit.tx, storeId, currency);
  const taken = takeFromWallet(wallet, sellerMinor);
  if (!taken) {
    const has = { minor: wallet.pendingMinor + wallet.availableMinor, currency };
    throw new Invalid({
      amount: [say("wallet_short", { held: has })],
    });
  }
  const sources = { ...taken, feeBackMinor };
  await unit.tx.refund.create({
    data: {
      ...sources,
      id,
      storeId,
      orderId: order.id,
      attemptId: refundable.attemptId,
      requestKey: input.requestKey,
      currency,
      amountMinor,
      reason: input.reason,
      requestedBy: seller.actor,
      nextPollAt: unit.now,
      createdAt: unit.now,
    },
  });
  await unit.audit(
    { accountId: seller.accountId, storeId, actor: seller.actor },
    {
      action: "order.refund_requested",
      target: `order:${order.id}`,
      reason: input.reason,
      details: { refund: id, currency, amountMinor: String(amountMinor) },
    },
  );
  await unit.post({ ...refundRequested(sources), sourceId: id, storeId, rail: refundable.rail, currency });
}
