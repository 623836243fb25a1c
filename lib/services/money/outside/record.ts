import { Prisma } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { OrderRow } from "@/lib/db/rows";
import { balanceOf } from "@/lib/domain/invoice";
import { isCalledOff, isUnpaid, orderKind } from "@/lib/domain/order";
import { isOutsideMethod, type OutsideMethod, outsideInstant, outsideRail } from "@/lib/domain/outside";
import { outsideReceived, outsideUndone } from "@/lib/domain/posting";
import { Invalid, type Problem, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { composeToken, isUuidV4 } from "@/lib/domain/token";
import { currentRequest } from "@/lib/providers/request-context";
import { chargedIn, reduceOrder } from "@/lib/services/billing/orders/reduce";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { markReturned, undoPaid } from "../settlement/book-reversal";
import { paidBy, payOrder } from "../settlement/credit";
import { lockAttempt, lockOrderAndAttempts } from "../settlement/lock-attempt";
import { lockInvoiceOwed, orderOfInvoice } from "./invoice";
import { openPayments, owedByHand } from "./owed";

/** A payment that the seller took themselves: in cash, at their own till, or at their own bank. As typed in a form. */
export interface OutsidePayment {
  /** UUIDv4, made with the form: pressing twice records once. */
  id: string;
  for: { kind: "order"; orderId: number } | { kind: "invoice"; invoiceId: number };
  method: string;
  /** A part of an invoice, in major units; empty: all that is owed. An order is paid whole. */
  amount: string;
  /** The day on which it was taken, in the store's zone. */
  day: string;
  /** The code of the till or of the bank; may be empty. */
  reference: string;
  /** The seller was told of a payer's payment that is open, and records this one all the same. */
  agrees: boolean;
}

/**
 * Records a payment that no rail carried. The order or invoice is paid as by any payment, with the same events and the
 * same receipt; the books have it as the seller's own money, and the wallet has nothing of it. Money that a payer's open
 * payment still brings goes back to that payer. Owners and admins only. Throws NotFound, NotAllowed, Changed, or Invalid.
 */
export async function recordPayment(
  world: World,
  seller: Seller,
  input: OutsidePayment,
): Promise<{ orderId: number; isNew: boolean }> {
  permit(seller, "payment.record");
  if (!isUuidV4(input.id)) throw incomplete();
  return transact(world, async (unit) => {
    const thing = input.for;
    const agrees = (minor: bigint, { currency }: { currency: string }) =>
      requireShown(world, seller, `payment/${input.id}`, { due: { minor, currency } });
    if (thing.kind === "order") {
      const order = await lockOrderAndAttempts(unit, seller, thing.orderId);
      const before = await recordedBefore(unit, seller, input.id, { id: order.id });
      if (before) return before;
      agrees(owedByHand(order) ?? 0n, order);
      return recordOn(unit, seller, await owedOrder(unit, order, input), input);
    }
    const owed = await lockInvoiceOwed(unit, seller, thing.invoiceId);
    const before = await recordedBefore(unit, seller, input.id, { invoiceId: thing.invoiceId });
    if (before) return before;
    agrees(balanceOf(owed.invoice), owed.invoice);
    const checked = await check(unit, input, null, owed.timeZone);
    const amountMinor = owed.amountOf(input.amount);
    await requireAgreed(unit, input, { invoiceId: thing.invoiceId });
    const order = await orderOfInvoice(unit, seller, owed, amountMinor, checked.method);
    return recordOn(unit, seller, { order, ...checked }, input);
  });
}

export interface Checked {
  method: OutsideMethod;
  at: Date;
  reference: string | null;
}

/** The payment that this form recorded before, if it did. The id of another thing's payment was copied. */
export async function recordedBefore(
  unit: Unit,
  { storeId }: Seller,
  id: string,
  of: { id: number } | { invoiceId: number } | { source: "manual" },
): Promise<{ orderId: number; isNew: false } | null> {
  const found = await unit.tx.paymentAttempt.findUnique({
    where: { id },
    select: { order: true },
  });
  if (!found) return null;
  const { order } = found;
  const isSame =
    "source" in of
      ? order.source === of.source
      : "id" in of
        ? order.id === of.id
        : order.invoiceId === of.invoiceId;
  if (!isSame || order.storeId !== storeId) throw incomplete();
  return { orderId: order.id, isNew: false };
}

/** The locked order, if it can be paid by hand: it is owed, and no invoice stands behind it. */
async function owedOrder(
  unit: Unit,
  order: OrderRow,
  input: OutsidePayment,
): Promise<Checked & { order: OrderRow }> {
  if (orderKind(order) === "invoice") throw new Invalid({ form: [say("record_on_invoice")] });
  if (!isUnpaid(order)) throw new Invalid({ form: [say("order_is_paid")] });
  if (isCalledOff(order)) throw new Invalid({ form: [say("order_is_cancelled")] });
  const { timeZone } = await unit.store(order.storeId);
  const checked = await check(unit, input, order.createdAt, timeZone);
  await requireAgreed(unit, input, { orderId: order.id });
  return { ...checked, order: await withoutCharges(unit, order) };
}

/** Throws Invalid with all that is wrong with what was typed, but for the amount. */
async function check(
  unit: Unit,
  input: OutsidePayment,
  notBefore: Date | null,
  timeZone: string,
): Promise<Checked> {
  const { method } = input;
  const reference = input.reference.trim();
  const time = outsideInstant(input.day.trim(), { now: unit.now, timeZone, notBefore });
  requireNone({
    method: isOutsideMethod(method) ? null : say("method_missing"),
    day: time.ok ? null : dayProblems[time.problem],
    reference: reference === "" ? null : lineProblem(reference, 100),
  });
  if (!isOutsideMethod(method) || !time.ok) throw incomplete();
  return { method, at: time.at, reference: reference || null };
}

const dayProblems: Record<"not_a_day" | "in_the_future" | "too_long_ago", Problem> = {
  not_a_day: say("date_shape"),
  in_the_future: say("payment_day_future"),
  too_long_ago: say("payment_day_early"),
};

/** While a payer's payment is open, both may come: the seller must have been told. */
async function requireAgreed(
  unit: Unit,
  { agrees }: OutsidePayment,
  of: { orderId: number } | { invoiceId: number },
): Promise<void> {
  if (agrees) return;
  const open = await openPayments(unit.world, unit.tx, of);
  if (open.length > 0) throw new Invalid({ agrees: [say("payment_is_open")] });
}

/** Who pays by hand pays no charges for it, and the service takes no fee. The line stays, for lines are never deleted. */
async function withoutCharges(unit: Unit, order: OrderRow): Promise<OrderRow> {
  const priceMinor = order.totalMinor - chargedIn(order);
  if (priceMinor === order.totalMinor && order.feeMinor === 0n) return order;
  return reduceOrder(unit, order, { priceMinor, chargesMinor: 0n, feeMinor: 0n });
}

/** The payment itself: an attempt that has succeeded already, the order that it pays, and its entry. */
export async function recordOn(
  unit: Unit,
  seller: Seller,
  { order, method, at, reference }: Checked & { order: OrderRow },
  { id }: Pick<OutsidePayment, "id">,
): Promise<{ orderId: number; isNew: boolean }> {
  const { id: orderId, storeId, currency, totalMinor } = order;
  const attempt = {
    ...{ id, storeId, orderId, method, currency },
    token: composeToken(unit.world.random.bytes(24)),
    rail: outsideRail,
    amountMinor: totalMinor,
    status: "succeeded" as const,
    receipt: reference,
    railFeeMinor: 0n,
    requestId: currentRequest(),
    paidAt: at,
    settledAt: unit.now,
    createdAt: unit.now,
  };
  unit.tx.$send(Prisma.sql`INSERT INTO payment_attempts ${inserted(attempt)}`);
  const locked = await lockAttempt(unit, id);
  await payOrder(unit, paidBy(locked), at, reference === null ? {} : { receipt: reference });
  await unit.audit(seller, {
    action: "order.payment_recorded",
    target: `order:${orderId}`,
    details: {
      payment: id,
      method,
      currency,
      amountMinor: String(totalMinor),
      takenAt: at.toISOString(),
      reference,
    },
  });
  await unit.post({ ...outsideReceived(totalMinor), sourceId: id, storeId, rail: outsideRail, currency });
  return { orderId, isNew: true };
}

export function incomplete(): Invalid {
  return new Invalid({ form: [say("form_incomplete")] });
}

/** What the page that takes a recorded payment back says of its order. */
export function recordedShown({ totalMinor, refundedMinor, currency }: OrderRow): Shown {
  return { left: { minor: totalMinor - refundedMinor, currency } };
}

/**
 * Takes back a payment that was recorded by mistake: the money never came. What it paid for is undone as after a
 * reversal: its invoice is owed again, and its subscription ends where the store wants that. Repeating it changes nothing. Owners and
 * admins only. Throws NotFound, NotAllowed, Changed, or Invalid on `reason`, or on `form` where there is nothing to take back.
 */
export async function undoPayment(
  world: World,
  seller: Seller,
  input: { orderId: number; reason: string },
): Promise<{ order: OrderRow; isNew: boolean }> {
  permit(seller, "payment.record");
  const reason = input.reason.trim();
  const problem = reason === "" ? say("undo_reason") : lineProblem(reason, 255);
  if (problem) throw new Invalid({ reason: [problem] });
  return transact(world, async (unit) => {
    const order = await lockOrderAndAttempts(unit, seller, input.orderId);
    const recorded = await unit.tx.paymentAttempt.findFirst({
      where: { orderId: order.id, storeId: order.storeId, rail: outsideRail },
      select: { id: true },
    });
    if (!recorded) throw new Invalid({ form: [say("nothing_recorded")] });
    const attempt = await lockAttempt(unit, recorded.id);
    if (attempt.status === "reversed") return { order, isNew: false };
    const leftMinor = order.totalMinor - order.refundedMinor;
    requireShown(world, seller, `payment/${order.id}`, recordedShown(order));
    if (leftMinor <= 0n) throw new Invalid({ form: [say("refund_all_gone")] });
    const { id, storeId, currency } = attempt;
    await unit.tx.paymentAttempt.update({
      where: { id },
      data: { status: "reversed", takenBackMinor: leftMinor, reversedMinor: leftMinor, undoneAt: unit.now },
    });
    await markReturned(unit, attempt, leftMinor, id);
    const takenBack = { takenBackAt: unit.now, takenBackReason: reason };
    await unit.tx.order.update({ where: { id: order.id }, data: takenBack });
    await undoPaid(unit, attempt);
    await unit.audit(seller, {
      action: "order.payment_undone",
      target: `order:${order.id}`,
      reason,
      details: { payment: id, currency, amountMinor: String(leftMinor) },
    });
    await unit.post({ ...outsideUndone(leftMinor), sourceId: id, storeId, rail: outsideRail, currency });
    return { order, isNew: true };
  });
}
