import type { OrderRow } from "@/lib/db/rows";
import type { Money } from "@/lib/domain/money";
import { refundPaid, suspenseAllocated, suspenseReturned } from "@/lib/domain/posting";
import { Invalid, NotFound, type Problem, say } from "@/lib/domain/refusal";
import { isInvoiceCancelled, isPaidOff } from "@/lib/services/billing/invoices/record";
import { chargesOfPart, reduceOrder } from "@/lib/services/billing/orders/reduce";
import { requireShown, sealShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { notifyRefunded } from "@/lib/services/notify/messages/notify-paid";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { returnsByHand } from "../out/refunds/quote";
import { workRefund } from "../out/refunds/work";
import { workNow } from "../out/transfers/claim";
import { paidBy, payOrder, postPayment } from "../settlement/credit";
import type { LockedAttempt } from "../settlement/lock-attempt";
import type { TaskRow } from "./list";
import { lockSuspense, queueReturn, settleTask } from "./suspense";

/**
 * Accepts money in suspense as the payment of its order. If less came, what is missing is a discount of that order
 * alone, or stays owed of its invoice; if more came, the rest is returned to its payer. Owner and admin only. Throws
 * NotFound, Changed, or Invalid on `form` where this is not possible (any more).
 */
export const acceptSuspense = verb(
  "suspense.settle",
  async (unit, seller: Seller, attemptId: string): Promise<{ orderId: number }> => {
    await requireTask(unit, seller, attemptId);
    return acceptIn(unit, seller, attemptId);
  },
);

/** The same in the transaction of a caller who is permitted already; `reason` goes to the audit log. */
export async function acceptIn(
  unit: Unit,
  caller: Caller,
  attemptId: string,
  reason?: string,
): Promise<{ orderId: number }> {
  const { attempt, currency, minor, isAll } = await lockSuspense(unit, caller, attemptId);
  const why = await acceptBar(unit, attempt, currency);
  if (why) throw new Invalid({ form: [why] });
  const fitted = await fit(unit, attempt.order, minor);
  const shortMinor = fitted.discountMinor - attempt.order.discountMinor;
  await unit.tx.paymentAttempt.update({ where: { id: attemptId }, data: { suspenseReason: null } });
  const paidAt = attempt.paidAt ?? unit.now;
  const { order } = await payOrder(unit, paidBy({ ...attempt, order: fitted }), paidAt, {
    ...(attempt.receipt ? { receipt: attempt.receipt } : {}),
  });
  if (isAll) await settleTask(unit, caller, "suspense", attemptId);
  await unit.audit(caller, {
    target: `order:${order.id}`,
    action: "suspense.accepted",
    reason,
    details: { attempt: attemptId, currency, amountMinor: String(minor), shortMinor: String(shortMinor) },
  });
  await allocate(unit, attempt, order, minor);
  return { orderId: order.id };
}

/** Why this money cannot pay for its order, or null. */
async function acceptBar(unit: Unit, attempt: LockedAttempt, currency: string): Promise<Problem | null> {
  const { order } = attempt;
  if (attempt.status !== "succeeded") return say("money_taken_back");
  if (attempt.takenBackMinor > 0n) return say("money_partly_taken_back");
  if (currency !== order.currency) return say("money_other_currency", { currency, wanted: order.currency });
  const { paymentStatus } = order;
  if (paymentStatus !== "pending" && paymentStatus !== "failed" && paymentStatus !== "expired")
    return say("order_paid_already", { order: order.number });
  if (await isInvoiceCancelled(unit, order)) return say("invoice_called_off");
  if (await isPaidOff(unit, order)) return say("nothing_owed");
  return null;
}

/** Reduces the order to what came, if that is less, and its charges in proportion. */
async function fit(unit: Unit, order: OrderRow, cameMinor: bigint): Promise<OrderRow> {
  if (cameMinor >= order.totalMinor) return order;
  const charges = chargesOfPart(order, { minor: cameMinor, ofMinor: order.totalMinor });
  return reduceOrder(unit, order, { priceMinor: cameMinor - charges.chargesMinor, ...charges });
}

/** Last, because all stores share the service's balances. What the order does not take is returned. */
async function allocate(
  unit: Unit,
  attempt: LockedAttempt,
  order: OrderRow,
  cameMinor: bigint,
): Promise<void> {
  const restMinor = cameMinor - order.totalMinor;
  if (restMinor > 0n) {
    await queueReturn(unit, attempt, { minor: restMinor, currency: order.currency }, "overpaid");
    unit.wake("transfers");
  }
  await postPayment(unit, attempt, order, suspenseAllocated(order));
}

/** The seller gave it back by hand, because the rail of their own account cannot: nothing is sent, and the payer is told. */
async function recordBack(unit: Unit, { id, attempt, minor, currency }: Back): Promise<void> {
  const done = { status: "paid", nextPollAt: null, completedAt: unit.now } as const;
  await unit.tx.refund.update({ where: { id }, data: done });
  await notifyRefunded(unit, attempt.order, { id, amountMinor: minor, currency, isByHand: true });
  const where = { sourceId: id, storeId: attempt.storeId, rail: attempt.rail, currency };
  await unit.post({ ...suspenseReturned(minor), ...where });
  await unit.post({ ...refundPaid(minor), ...where });
}

interface Back extends Money {
  id: string;
  attempt: LockedAttempt;
}

/**
 * Returns all money in suspense to its payer. Its order fails, unless another payment of it is under way, and its place
 * in the link is free. Owner and admin only. The return is sent after the commit, and tracked like every refund. Throws
 * NotFound, Changed, or Invalid on `form`.
 */
export async function returnSuspense(
  world: World,
  seller: Seller,
  attemptId: string,
): Promise<{ refundId: string; isByHand: boolean }> {
  permit(seller, "suspense.settle");
  const refundId = await transact(world, async (unit) => {
    await requireTask(unit, seller, attemptId);
    return returnIn(unit, seller, attemptId);
  });
  const { status } = await world.db.refund.findUniqueOrThrow({ where: { id: refundId } });
  if (status === "queued") await sendReturn(world, refundId);
  return { refundId, isByHand: status === "paid" };
}

/**
 * The same in the transaction of a caller who is permitted already; call `sendReturn` after the commit. Returns the
 * refund's id.
 */
export async function returnIn(
  unit: Unit,
  caller: Caller,
  attemptId: string,
  reason?: string,
): Promise<string> {
  const { attempt, currency, minor, isAll } = await lockSuspense(unit, caller, attemptId);
  const before = await unit.tx.refund.count({ where: { attemptId } });
  const of = { kind: "suspense", subject: attemptId, storeId: caller.storeId, resolvedAt: null };
  // Read before it is settled: what its page says is done.
  const task = await unit.tx.task.findFirst({ where: of, select: { details: true } });
  const asked = { requestKey: `suspense/${attemptId}/${before}`, requestedBy: caller.actor };
  const id = await queueReturn(unit, attempt, { currency, minor }, "set aside", asked);
  if (isAll) await settleTask(unit, caller, "suspense", attemptId);
  const isByHand = task ? isBackByHand(unit.world, task.details) : returnsByHand(unit.world, attempt.rail);
  await unit.audit(caller, {
    target: `order:${attempt.orderId}`,
    action: "suspense.returned",
    reason,
    details: { refund: id, currency, amountMinor: String(minor), ...(isByHand ? { by: "hand" } : {}) },
  });
  if (isByHand) await recordBack(unit, { id, attempt, minor, currency });
  else unit.wake("transfers");
  return id;
}

/** Sends the return at once, unless a worker already has it. */
export function sendReturn(world: World, id: string): Promise<void> {
  return workNow(world, "refunds", id, workRefund);
}

/** The token of a task about money in suspense, for the forms that settle it. */
export function sealTask(world: World, { subject, details }: Pick<TaskRow, "subject" | "details">): string {
  return sealShown(world, `suspense/${subject}`, shownOf(world, details));
}

/** Throws Changed where the task says something else than its page did. One that is settled is told by the verb. */
export async function requireTask(unit: Unit, caller: Caller, attemptId: string): Promise<void> {
  const where = { kind: "suspense", subject: attemptId, storeId: caller.storeId, resolvedAt: null };
  const task = await unit.tx.task.findFirst({ where, select: { details: true } });
  if (task) requireShown(unit.world, caller, `suspense/${attemptId}`, shownOf(unit.world, task.details));
}

/** The page also says whether giving back sends money, or records that it was. */
function shownOf(world: World, details: unknown) {
  const by = isBackByHand(world, details) ? "hand" : "rail";
  return { task: JSON.stringify(details), by };
}

/** Whether the seller of this money must give it back themselves. */
export function isBackByHand(world: Pick<World, "rails">, details: unknown): boolean {
  const { rail, by } = Object(details) as { rail?: unknown; by?: unknown };
  return by === "hand" || (typeof rail === "string" && returnsByHand(world, rail));
}

/** Marks a task as resolved; repeating it changes nothing. Needs the permission `task.resolve`. Throws NotFound. */
export const resolveTask = verb("task.resolve", async (unit, seller: Seller, id: bigint) => {
  const { storeId, actor } = seller;
  const task = await unit.tx.task.findFirst({ where: { id, storeId } });
  if (!task) throw new NotFound();
  const { count } = await unit.tx.task.updateMany({
    where: { id, storeId, resolvedAt: null },
    data: { resolvedAt: unit.now, resolvedBy: actor },
  });
  if (count === 0) return;
  const target = `task:${id}`;
  await unit.audit(seller, { action: "task.resolved", target, details: { kind: task.kind } });
});
