export const paymentStatuses = [
  "pending",
  "paid",
  "failed",
  "expired",
  "partially_refunded",
  "refunded",
] as const;

export const orderStatuses = ["pending", "processing", "completed", "cancelled"] as const;

export const fulfillmentStatuses = [
  "unfulfilled",
  "partially_fulfilled",
  "fulfilled",
  "not_required",
] as const;

/** The kind of thing that is paid for: a product of this kind (spec, Product), a payment link or an invoice. */
export type SoldKind =
  | "physical"
  | "digital"
  | "course"
  | "webinar"
  | "subscription"
  | "service"
  | "bookings"
  | "bundle"
  | "link"
  | "invoice"
  /** What should be delivered by itself and cannot be: nothing is there yet, or its codes are used up. */
  | "unready";

/** The three statuses of an order (spec, Order). Every function below returns all three; some may be unchanged. */
export interface OrderState {
  paymentStatus: (typeof paymentStatuses)[number];
  orderStatus: (typeof orderStatuses)[number];
  fulfillmentStatus: (typeof fulfillmentStatuses)[number];
}

/** The sources that say what is sold, and with it what a payment does. */
type OrderKind = "subscription" | "payment_link" | "invoice" | "manual" | "other";

/**
 * What kind of thing an order is for. One that was begun by dialling says only that, but it sells nothing else than plans,
 * links and invoices.
 */
export function orderKind(order: {
  source: string;
  invoiceId: number | null;
  paymentLinkId: number | null;
}): OrderKind {
  const { source, invoiceId, paymentLinkId } = order;
  switch (source) {
    case "subscription":
    case "payment_link":
    case "invoice":
    case "manual":
      return source;
    case "ussd":
      if (invoiceId !== null) return "invoice";
      return paymentLinkId === null ? "subscription" : "payment_link";
    default:
      return "other";
  }
}

/** An order is created with its first attempt, before any money moves. */
export const newOrder: OrderState = {
  paymentStatus: "pending",
  orderStatus: "pending",
  fulfillmentStatus: "unfulfilled",
};

/** Whether a new attempt to pay may begin: not after money came, and not after the order was cancelled. */
export function takesAttempt(order: OrderState): boolean {
  return isUnpaid(order) && !isCalledOff(order);
}

/** A new attempt begins: an order that failed or expired waits for money again. */
export function beginAttempt(order: OrderState): OrderState {
  return takesAttempt(order) ? { ...order, paymentStatus: "pending", orderStatus: "pending" } : order;
}

/**
 * Money came for the order. An order that nobody must handle is fulfilled and completed at once. An order with anything
 * to be sent, done or reserved by the seller becomes processing and unfulfilled; so does a mixed order.
 *
 * Late money is accepted: a failed or expired order becomes paid too. An order that the seller cancelled is paid and
 * stays cancelled, and the seller refunds it. A second payment changes nothing here; the caller must refund it.
 */
export function pay(order: OrderState, sold: readonly SoldKind[]): OrderState {
  if (!isUnpaid(order)) return order;
  if (isCalledOff(order)) return { ...order, paymentStatus: "paid" };
  return sold.some((each) => needsHand[each])
    ? { paymentStatus: "paid", orderStatus: "processing", fulfillmentStatus: "unfulfilled" }
    : { paymentStatus: "paid", orderStatus: "completed", fulfillmentStatus: "fulfilled" };
}

/** Its last attempt failed for good. The order stays open: the payer may try again. */
export function fail(order: OrderState): OrderState {
  return order.paymentStatus === "pending" ? { ...order, paymentStatus: "failed" } : order;
}

/**
 * Nobody paid and no attempt will follow. Never called while an attempt is open. A cancelled order becomes failed
 * instead: an expired order may still be paid, a cancelled one may not.
 */
export function expire(order: OrderState): OrderState {
  if (order.paymentStatus !== "pending") return order;
  if (isCalledOff(order)) return fail(order);
  return { ...order, paymentStatus: "expired", orderStatus: "cancelled" };
}

/**
 * Money went back: `refundedMinor` in all, of a total of `totalMinor`. A full refund cancels an order that is not
 * completed. Throws on an unpaid order and on a refund above the total; both are mistakes of the caller.
 */
export function refund(order: OrderState, money: { totalMinor: bigint; refundedMinor: bigint }): OrderState {
  const { totalMinor, refundedMinor } = money;
  if (isUnpaid(order)) throw new RangeError("An unpaid order cannot be refunded.");
  if (refundedMinor <= 0n || refundedMinor > totalMinor) {
    throw new RangeError("A refund is above zero and never more than was paid.");
  }
  if (order.paymentStatus === "refunded") return order;
  if (refundedMinor < totalMinor) return { ...order, paymentStatus: "partially_refunded" };
  const orderStatus = order.orderStatus === "completed" ? "completed" : "cancelled";
  return { ...order, paymentStatus: "refunded", orderStatus };
}

/**
 * A refund came back to us: `refundedMinor` is what payers still have back. An order that the full refund cancelled
 * stays cancelled: the seller wanted to refund it, and decides again.
 */
export function unrefund(order: OrderState, refundedMinor: bigint): OrderState {
  if (isUnpaid(order)) throw new RangeError("An unpaid order was never refunded.");
  if (refundedMinor < 0n) throw new RangeError("Less than nothing cannot have been refunded.");
  return { ...order, paymentStatus: refundedMinor === 0n ? "paid" : "partially_refunded" };
}

/** The seller fulfils a part or the rest. Only a paid order in processing changes, and only forwards. */
export function fulfil(order: OrderState, to: "partially_fulfilled" | "fulfilled"): OrderState {
  if (isUnpaid(order) || order.orderStatus !== "processing") return order;
  return to === "fulfilled"
    ? { ...order, orderStatus: "completed", fulfillmentStatus: "fulfilled" }
    : { ...order, fulfillmentStatus: "partially_fulfilled" };
}

/** For how long the seller may say that it was not handed over after all. */
export const unfulfilMs = 24 * 60 * 60 * 1000;

/** It was not handed over after all. Only an order that is completed and not refunded whole changes. */
export function unfulfil(order: OrderState): OrderState {
  const isKept = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  if (!isKept || order.orderStatus !== "completed") return order;
  return { ...order, orderStatus: "processing", fulfillmentStatus: "unfulfilled" };
}

/** The seller cancels it. A completed order stays completed: it can only be refunded. The refund is a separate act. */
export function callOff(order: OrderState): OrderState {
  return order.orderStatus === "completed" ? order : { ...order, orderStatus: "cancelled" };
}

/**
 * The thing an unpaid order was for was cancelled. An expired order becomes failed, because it may no longer be paid.
 */
export function voidOrder(order: OrderState): OrderState {
  if (!isUnpaid(order)) return order;
  const paymentStatus = order.paymentStatus === "expired" ? "failed" : order.paymentStatus;
  return { ...callOff(order), paymentStatus };
}

export interface OrderTotals {
  subtotalMinor: bigint;
  discountMinor: bigint;
  shippingFeeMinor: bigint;
  totalMinor: bigint;
}

/**
 * total = subtotal − discount + shipping; the subtotal is Σ quantity × unit price. Throws where the discount exceeds
 * the subtotal.
 */
export function orderTotals(order: {
  items: readonly { quantity: number; unitPriceMinor: bigint }[];
  discountMinor?: bigint;
  shippingFeeMinor?: bigint;
}): OrderTotals {
  const { discountMinor = 0n, shippingFeeMinor = 0n } = order;
  const subtotalMinor = order.items.reduce(
    (sum, item) => sum + BigInt(item.quantity) * item.unitPriceMinor,
    0n,
  );
  if (discountMinor > subtotalMinor) throw new RangeError("A discount is never more than the subtotal.");
  const totalMinor = subtotalMinor - discountMinor + shippingFeeMinor;
  return { subtotalMinor, discountMinor, shippingFeeMinor, totalMinor };
}

/** "ORD-000042", and "0042" to read out on the phone. `sequence` counts from 1 and is unique in the store. */
export function orderNumbers(sequence: number): { number: string; shortNumber: string } {
  const digits = String(sequence);
  return { number: `ORD-${digits.padStart(6, "0")}`, shortNumber: digits.padStart(4, "0") };
}

/** A bundle may hold anything, so a person looks at it. */
const needsHand: Record<SoldKind, boolean> = {
  physical: true,
  service: true,
  bookings: true,
  bundle: true,
  digital: false,
  course: false,
  webinar: false,
  subscription: false,
  link: false,
  invoice: false,
  unready: true,
};

export function isUnpaid({ paymentStatus }: OrderState): boolean {
  return paymentStatus === "pending" || paymentStatus === "failed" || paymentStatus === "expired";
}

/** Cancelled, by the seller or with its subscription; expiry cancels too, but an expired order may still be paid. */
export function isCalledOff(order: OrderState): boolean {
  return order.orderStatus === "cancelled" && order.paymentStatus !== "expired";
}

/**
 * What of an order's discount is taken off each line. The shares are whole and come to the discount exactly. Charges take no
 * part of it.
 */
export function discountShares(
  lines: readonly { totalMinor: bigint; isCharge: boolean }[],
  discountMinor: bigint,
): bigint[] {
  const pricesMinor = lines.reduce((sum, line) => (line.isCharge ? sum : sum + line.totalMinor), 0n);
  let seenMinor = 0n;
  return lines.map(({ totalMinor, isCharge }) => {
    if (isCharge || pricesMinor === 0n) return 0n;
    const before = (discountMinor * seenMinor) / pricesMinor;
    seenMinor += totalMinor;
    return (discountMinor * seenMinor) / pricesMinor - before;
  });
}
