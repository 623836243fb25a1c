import type { OrderRow } from "@/lib/db/rows";
import { outsideRail } from "@/lib/domain/outside";
import { outsideReturned, refundRequested, returnedByHand, takeFromWallet } from "@/lib/domain/posting";
import { isOwnAccount, railIn } from "@/lib/domain/rail-account";
import { Invalid, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { composeUuid } from "@/lib/domain/token";
import { refundShares } from "@/lib/domain/transfer";
import { voidSubscriptionOrders } from "@/lib/services/billing/orders/unpaid";
import { endRenewal } from "@/lib/services/billing/renewal/change";
import { endRefunded } from "@/lib/services/billing/subscriptions/cancel";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { lockWallet, readWallet } from "@/lib/services/core/ledger/hold";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmReturned } from "@/lib/services/money/phone/returned";
import { notifyRefunded } from "@/lib/services/notify/messages/notify-paid";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { giveUpReserves } from "../../settlement/disputes/raise";
import { lockOrderAndAttempts } from "../../settlement/lock-attempt";
import { workNow } from "../transfers/claim";
import { requestKeyOf } from "./list";
import { type Refundable, readRefundable, readRunning, refundAmount, refundShown } from "./quote";
import { markRefunded } from "./settle";
import { workRefund } from "./work";

export interface NewRefund {
  orderId: number;
  /** Absent: all that is left. */
  amountMinor?: bigint;
  /** Why, in the seller's words; one line, up to 255 characters. */
  reason: string;
  /** Idempotency key: two requests with one key refund once. */
  requestKey: string;
  /** Where it is all that is left of a subscription's payment: whether the subscription ends. Absent: nobody said. */
  ends?: boolean;
}

/**
 * Refunds a paid order. The money leaves the wallet (pending first) at once, together with a proportional part of the
 * service's fee, and is committed before the rail is called. What the seller took themselves is recorded as given back
 * by hand, and nothing is sent. Owner and admin only. Throws NotFound, Changed, or Invalid on
 * `amount`, `reason` or `form` with the reason in words.
 */
export async function requestRefund(
  world: World,
  seller: Seller,
  input: NewRefund,
): Promise<{ id: string; isNew: boolean }> {
  permit(seller, "refund.request");
  const reason = reasonOf(input);
  const made = await transact(world, async (unit): Promise<Made> => {
    const order = await lockOrderAndAttempts(unit, seller, input.orderId);
    const requestKey = requestKeyOf(seller, input.requestKey);
    const before = await unit.tx.refund.findUnique({ where: { requestKey }, select: { id: true } });
    if (before) return { ...before, isNew: false };
    const id = composeUuid(world.random.bytes(16));
    const refundable = await readRefundable(world, unit.tx, order);
    if (!refundable.ok) throw new Invalid({ form: [say(`refund_${refundable.bar}`)] });
    const amountMinor = refundAmount(input.amountMinor, refundable, order.currency);
    const isWhole = amountMinor === refundable.leftMinor;
    const ends = await answer(unit, order, input.ends, isWhole);
    // Read where it is locked: nothing can be paid between this and the commit. A refusal undoes the answer too.
    const row = isWhole ? await readRunning({ ...world, db: unit.tx }, order) : null;
    const shown = refundShown({ ...refundable, amountMinor, subscription: row && { row } }, order);
    requireShown(world, seller, `refund/${order.id}`, shown);
    const wish = { ...input, id, reason, requestKey, amountMinor, ends };
    if (refundable.isByHand) {
      await recordReturned(unit, seller, order, { ...wish, ...refundable, amountMinor });
      if (railIn(refundable.rail) === "phone")
        await confirmReturned(unit, { ...order, rail: refundable.rail });
      return { id, isNew: true, isByHand: true };
    }
    await reserve(unit, seller, order, refundable, wish);
    unit.wake("transfers");
    return { id, isNew: true };
  });
  if (made.isNew && !made.isByHand) await workNow(world, "refunds", made.id, workRefund);
  return { id: made.id, isNew: made.isNew };
}

/**
 * What becomes of the subscription; null where the refund leaves it as it is. Whoever has all their money back is charged
 * by itself no more, unless the seller says that it goes on.
 */
async function answer(
  unit: Unit,
  { storeId, livemode, subscriptionId }: OrderRow,
  ends: boolean | undefined,
  isWhole: boolean,
): Promise<boolean | null> {
  if (!isWhole || subscriptionId === null) return null;
  if (ends === false) return false;
  if (ends) await voidSubscriptionOrders(unit, { storeId }, subscriptionId);
  const row = await lockSubscription(unit, { storeId, livemode }, subscriptionId);
  if (row) await endRenewal(unit, row, "refunded");
  return ends ?? null;
}

interface Made {
  id: string;
  isNew: boolean;
  isByHand?: boolean;
}

function reasonOf({ reason, requestKey }: NewRefund): string {
  const trimmed = reason.trim();
  const problem = trimmed === "" ? say("refund_reason") : lineProblem(trimmed, 255);
  if (problem) throw new Invalid({ reason: [problem] });
  if (!/^[\x21-\x7e]{1,100}$/.test(requestKey)) throw new Invalid({ form: [say("form_incomplete")] });
  return trimmed;
}

async function reserve(
  unit: Unit,
  seller: Seller,
  order: OrderRow,
  refundable: Refundable & { ok: true },
  input: Omit<NewRefund, "ends"> & { id: string; amountMinor: bigint; ends: boolean | null },
): Promise<void> {
  const { id, amountMinor } = input;
  const { storeId, currency } = order;
  const { sellerMinor, feeBackMinor } = refundShares(order, amountMinor);
  const taken = isOwnAccount(refundable.rail)
    ? { pendingMinor: 0n, availableMinor: sellerMinor }
    : await takeFrom(unit, { id: refundable.attemptId, storeId }, currency, sellerMinor);
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
      ends: input.ends,
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

/** What the wallet gives, held money first. Throws Invalid on `amount` where it has too little. */
async function takeFrom(
  unit: Unit,
  attempt: { id: string; storeId: number },
  currency: string,
  sellerMinor: bigint,
): Promise<{ pendingMinor: bigint; availableMinor: bigint }> {
  await lockWallet(unit, attempt.storeId, currency);
  // The reserve held for a dispute of this payment may be used to refund that same payer.
  await giveUpReserves(unit, attempt, currency, sellerMinor);
  const wallet = await readWallet(unit.tx, attempt.storeId, currency);
  const taken = takeFromWallet(wallet, sellerMinor);
  if (taken) return taken;
  const held = { minor: wallet.pendingMinor + wallet.availableMinor, currency };
  throw new Invalid({ amount: [say("wallet_short", { held })] });
}

/**
 * The seller gave back by hand what they had taken themselves, or into their own account: the refund has arrived when it is
 * recorded. No rail is asked and no wallet is touched. Call it under the locks of the order and its attempts.
 */
export async function recordReturned(
  unit: Unit,
  seller: Seller,
  order: OrderRow,
  input: {
    id: string;
    attemptId: string;
    /** Absent: none took it. */
    rail?: string;
    requestKey: string;
    amountMinor: bigint;
    reason: string;
    ends: boolean | null;
  },
): Promise<void> {
  const { id, attemptId, rail = outsideRail, requestKey, amountMinor, reason, ends } = input;
  const { storeId, currency } = order;
  const shares = isOwnAccount(rail) ? refundShares(order, amountMinor) : null;
  await unit.tx.refund.create({
    data: {
      ...(shares && { availableMinor: shares.sellerMinor, feeBackMinor: shares.feeBackMinor }),
      ...{ id, storeId, orderId: order.id, attemptId, requestKey, currency, amountMinor, reason, ends },
      status: "paid",
      requestedBy: seller.actor,
      createdAt: unit.now,
      completedAt: unit.now,
    },
  });
  await markRefunded(unit, { id, orderId: order.id, amountMinor, order });
  if (ends) await endRefunded(unit, order, { actor: seller.actor, askedAt: unit.now });
  await notifyRefunded(unit, order, { id, amountMinor, currency, isByHand: true });
  await unit.audit(seller, {
    action: "order.returned_by_hand",
    target: `order:${order.id}`,
    reason,
    details: { refund: id, currency, amountMinor: String(amountMinor) },
  });
  const back = shares ? returnedByHand(shares) : outsideReturned(amountMinor);
  await unit.post({ ...back, sourceId: id, storeId, rail, currency });
}
