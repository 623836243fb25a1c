import { Prisma } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { chargesOf, fixedFeesIn } from "@/lib/domain/fees";
import { isCalledOff, isUnpaid } from "@/lib/domain/order";
import { unnamed } from "@/lib/domain/outside";
import { Invalid, say } from "@/lib/domain/refusal";
import type { TillPayment } from "@/lib/domain/till-payment";
import { composeToken, composeUuid } from "@/lib/domain/token";
import { currentRequest } from "@/lib/providers/request-context";
import { requireShown, sealShown } from "@/lib/services/core/shown";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import { writeOrder } from "../checkout/write-order";
import { walkIn } from "../outside/sell";
import { tillTask } from "../settlement/claim-receipt";
import { lockOrderAndAttempts } from "../settlement/lock-attempt";
import type { TaskRow } from "../tasks/list";
import { heardOf, takeForAttempt, takenBack } from "./keep";
import { settleArrived } from "./settle-arrived";

/** What the page of a task about money at the till said; the forms that decide about it carry it. */
export function sealTillTask(
  world: World,
  { subject, details }: Pick<TaskRow, "subject" | "details">,
): string {
  return sealShown(world, `till/${subject}`, { task: JSON.stringify(details) });
}

/**
 * Takes money that waits as the payment of the order that was suggested. Owner and admin only. Throws NotFound, Changed, or
 * Invalid on `form` where it does not wait any more, or the order is paid or cancelled.
 */
export const assignTillPayment = verb(
  "suspense.settle",
  async (unit, seller: Seller, id: bigint): Promise<{ orderId: number }> => {
    const { orderId } = await requireTillTask(unit, seller, id);
    if (orderId === null) throw new Invalid({ form: [say("not_set_aside")] });
    const order = await lockOrderAndAttempts(unit, seller, orderId);
    const payment = await lockWaiting(unit, seller, id);
    if (!isUnpaid(order)) throw new Invalid({ form: [say("order_is_paid")] });
    if (isCalledOff(order)) throw new Invalid({ form: [say("order_is_cancelled")] });
    const asked = await unit.tx.paymentAttempt.findFirst({
      where: {
        ...{ orderId, rail: payment.account, amountMinor: payment.amount.minor },
        status: { in: ["created", "pending", "unknown", "failed"] },
      },
      orderBy: { createdAt: "desc" },
      select: { id: true, railRef: true },
    });
    return payWith(unit, seller, { id, order, payment, asked }, "till.assigned");
  },
);

/** Takes money that waits as a sale of its amount, to nobody in particular. Owner and admin only. Throws as assigning does. */
export const sellTillPayment = verb(
  "suspense.settle",
  async (unit, seller: Seller, id: bigint): Promise<{ orderId: number }> => {
    await requireTillTask(unit, seller, id);
    const payment = await lockWaiting(unit, seller, id);
    const { minor: priceMinor, currency } = payment.amount;
    const { plan } = await unit.store(seller.storeId);
    const terms = { feePpm: plan.feePpm, fixed: fixedFeesIn(plan, currency), buyerPaysCharges: false };
    const { feeMinor, netMinor } = chargesOf({ priceMinor, ...terms, stepMinor: 1n });
    const line = { productId: null, name: unnamed.line, quantity: 1, unitPriceMinor: priceMinor };
    const orderId = await writeOrder(unit, seller, [line], {
      customerId: await walkIn(unit, seller),
      ...{ paymentMethod: "mobile_money", source: "manual" },
      ...{ currency, feeMinor, netMinor },
    });
    const order = await unit.tx.order.findUniqueOrThrow({ where: { id: orderId }, include: orderInclude });
    return payWith(unit, seller, { id, order, payment, asked: null }, "till.sold");
  },
);

/** Throws Changed where the task says something else than its page did. */
async function requireTillTask(unit: Unit, caller: Caller, id: bigint): Promise<{ orderId: number | null }> {
  const where = { kind: tillTask, subject: String(id), storeId: caller.storeId, resolvedAt: null };
  const task = await unit.tx.task.findFirst({ where, select: { details: true } });
  if (!task) throw new Invalid({ form: [say("not_set_aside")] });
  requireShown(unit.world, caller, `till/${id}`, { task: JSON.stringify(task.details) });
  // Safe: `askSeller` wrote it.
  const { orderId } = task.details as { orderId?: number };
  return { orderId: orderId ?? null };
}

/** The money, if it waits. */
async function lockWaiting(unit: Unit, { storeId }: Caller, id: bigint): Promise<TillPayment> {
  await unit.tx.$queryRaw`SELECT 1 FROM till_payments WHERE id = ${id} FOR NO KEY UPDATE`;
  const where = { id, storeId, attemptId: null, why: { not: takenBack } };
  const row = await unit.tx.tillPayment.findFirst({ where });
  if (!row) throw new Invalid({ form: [say("not_set_aside")] });
  return heardOf(unit.world, row);
}

interface Decided {
  id: bigint;
  order: OrderRow;
  payment: TillPayment;
  asked: { id: string; railRef: string | null } | null;
}

async function payWith(
  unit: Unit,
  seller: Seller,
  { id, order, payment, asked }: Decided,
  action: "till.assigned" | "till.sold",
): Promise<{ orderId: number }> {
  const opened = asked ?? writeArrived(unit, order, payment);
  await takeForAttempt(unit, { id, storeId: seller.storeId }, opened.id);
  const { currency, minor } = payment.amount;
  await unit.audit(seller, {
    ...{ action, target: `order:${order.id}` },
    details: { payment: opened.id, receipt: payment.receipt, currency, amountMinor: String(minor) },
  });
  await settleArrived(unit, opened, payment);
  return { orderId: order.id };
}

/** An attempt of the whole order for money that is there. */
function writeArrived(unit: Unit, order: OrderRow, { account, at }: TillPayment) {
  const { random } = unit.world;
  const { id: orderId, storeId, currency, totalMinor } = order;
  const attempt = {
    ...{ id: composeUuid(random.bytes(16)), storeId, orderId, currency },
    token: composeToken(random.bytes(24)),
    ...{ rail: account, method: "mobile_money" as const, amountMinor: totalMinor },
    requestId: currentRequest(),
    createdAt: new Date(Math.min(at.getTime(), unit.now.getTime())),
  };
  unit.tx.$send(Prisma.sql`INSERT INTO payment_attempts ${inserted(attempt)}`);
  return { id: attempt.id, railRef: null };
}
