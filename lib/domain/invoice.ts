import type { CivilDate } from "./civil-date";
import type { ChoosableEventType } from "./event-types";
import { divideHalfUp, shareInPpm } from "./fees";
import { maxMinor } from "./money";
import { Refusal } from "./refusal";

export const invoiceStatuses = [
  "draft",
  "sent",
  "viewed",
  "part_paid",
  "paid",
  "overdue",
  "cancelled",
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The stored fields of an invoice that decide its status. Amounts in minor units of its currency. */
export interface InvoiceFacts {
  totalMinor: bigint;
  paidMinor: bigint;
  allowPartPayment: boolean;
  /** The smallest part payment; null where the seller set none. */
  minPartPaymentMinor: bigint | null;
  dueOn: CivilDate | null;
  issuedOn: CivilDate | null;
  /** Of the first send. */
  sentAt: Date | null;
  viewedAt: Date | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
}

/** What to store and which event to publish. `event` is null when there is none or it was already published. */
export interface InvoiceStep {
  event: ChoosableEventType | null;
  to: Partial<InvoiceFacts>;
}

/** The status on `today`, a day in the store's zone: the first of these that is true (spec, States, Invoice). */
export function invoiceStatus(invoice: InvoiceFacts, today: CivilDate): InvoiceStatus {
  if (invoice.cancelledAt) return "cancelled";
  if (isPaid(invoice)) return "paid";
  if (isHandedOver(invoice) && invoice.dueOn !== null && invoice.dueOn < today) return "overdue";
  if (invoice.paidMinor > 0n) return "part_paid";
  if (invoice.viewedAt) return "viewed";
  return invoice.sentAt ? "sent" : "draft";
}

/**
 * Whether anyone other than the seller has it: it was sent, opened through its link, or paid. Until then it is a draft,
 * which its seller may still change.
 */
export function isHandedOver(invoice: Pick<InvoiceFacts, "sentAt" | "viewedAt" | "paidMinor">): boolean {
  return invoice.sentAt !== null || invoice.viewedAt !== null || invoice.paidMinor > 0n;
}

/** What is still owed; zero for a cancelled invoice, which nobody can pay. */
export function balanceOf(invoice: Pick<InvoiceFacts, "totalMinor" | "paidMinor" | "cancelledAt">): bigint {
  return invoice.cancelledAt ? 0n : unpaidOf(invoice);
}

/**
 * The smallest and the largest amount that may be paid now. Null when it is paid or cancelled. A draft may be paid by
 * anyone who has its link.
 */
export function payableRange(invoice: InvoiceFacts): { minMinor: bigint; maxMinor: bigint } | null {
  if (invoice.cancelledAt || isPaid(invoice)) return null;
  const balance = balanceOf(invoice);
  if (!invoice.allowPartPayment) return { minMinor: balance, maxMinor: balance };
  const least = invoice.minPartPaymentMinor ?? 1n;
  return { minMinor: least < balance ? least : balance, maxMinor: balance };
}

/**
 * Why this part cannot be paid: the rest would be below `leastMinor`, the smallest amount a network takes, so the
 * customer could never pay it. The problem names what may be paid instead: at most an amount, or only the whole
 * balance.
 */
export function restProblem(
  range: { minMinor: bigint; maxMinor: bigint },
  amountMinor: bigint,
  leastMinor: bigint,
): { mostMinor: bigint | null } | null {
  const restMinor = range.maxMinor - amountMinor;
  if (restMinor <= 0n || restMinor >= leastMinor) return null;
  const mostMinor = range.maxMinor - leastMinor;
  return { mostMinor: mostMinor >= range.minMinor && mostMinor > 0n ? mostMinor : null };
}

/**
 * The invoice was sent on a channel. The first send sets the time; a later one changes nothing, so the status never
 * moves back. Refuses with `invoice_cancelled` and `invoice_paid`: check that before sending.
 */
export function sendInvoice(invoice: InvoiceFacts, now: Date, today: CivilDate): InvoiceStep {
  requireSendable(invoice);
  if (invoice.sentAt) return unchanged;
  return { event: "invoice.sent", to: { sentAt: now, ...issued(invoice, today) } };
}

/** Refuses with `invoice_cancelled` or `invoice_paid` where `sendInvoice` would. */
export function requireSendable(invoice: InvoiceFacts): void {
  if (invoice.cancelledAt) throw new Refusal("invoice_cancelled");
  if (isPaid(invoice)) throw new Refusal("invoice_paid");
}

/**
 * Someone other than the seller opened it. Only the first opening of an open invoice is an event. It also issues a
 * draft, because someone was given its link.
 */
export function viewInvoice(invoice: InvoiceFacts, now: Date, today: CivilDate): InvoiceStep {
  const isOpen = !invoice.cancelledAt && !isPaid(invoice);
  if (!isOpen || invoice.viewedAt) return unchanged;
  return { event: "invoice.viewed", to: { viewedAt: now, ...issued(invoice, today) } };
}

/**
 * Nobody can pay it afterwards (spec, States). Cancelling again changes nothing. Refuses with `invoice_paid`.
 * `refundMinor` is the amount already paid, which is not refunded automatically: the seller is asked.
 */
export function cancelInvoice(invoice: InvoiceFacts, now: Date): InvoiceStep & { refundMinor: bigint } {
  if (invoice.cancelledAt) return { ...unchanged, refundMinor: 0n };
  if (isPaid(invoice)) throw new Refusal("invoice_paid");
  return { event: "invoice.cancelled", to: { cancelledAt: now }, refundMinor: invoice.paidMinor };
}

/**
 * Money came for it: the balance is allocated, and the rest (`overMinor`) goes into suspense. A payment that was under
 * way when the invoice was cancelled is recorded; the invoice stays cancelled and publishes nothing.
 */
export function payInvoice(
  invoice: InvoiceFacts,
  amountMinor: bigint,
  paidAt: Date,
  today: CivilDate,
): InvoiceStep & { allocatedMinor: bigint; overMinor: bigint } {
  if (amountMinor <= 0n) throw new RangeError("A payment is above zero.");
  const unpaid = unpaidOf(invoice);
  const allocatedMinor = amountMinor < unpaid ? amountMinor : unpaid;
  const parts = { allocatedMinor, overMinor: amountMinor - allocatedMinor };
  if (allocatedMinor === 0n) return { ...unchanged, ...parts };
  const paidMinor = invoice.paidMinor + allocatedMinor;
  const isFull = paidMinor === invoice.totalMinor;
  const to = { paidMinor, ...(isFull ? { paidAt } : {}), ...issued(invoice, today) };
  if (invoice.cancelledAt) return { event: null, to, ...parts };
  return { event: isFull ? "invoice.paid" : "invoice.part_paid", to, ...parts };
}

/** Money went back to the payer, so it is owed again. */
export function refundInvoice(invoice: InvoiceFacts, amountMinor: bigint): InvoiceStep {
  if (amountMinor <= 0n || amountMinor > invoice.paidMinor) {
    throw new RangeError("A refund is above zero and never more than was paid.");
  }
  return { event: null, to: { paidMinor: invoice.paidMinor - amountMinor, paidAt: null } };
}

export interface InvoiceItem {
  /** Thousandths, so that 1.5 hours is 1500. */
  quantityMilli: bigint;
  unitPriceMinor: bigint;
}

export interface InvoiceTotals {
  subtotalMinor: bigint;
  discountMinor: bigint;
  taxMinor: bigint;
  totalMinor: bigint;
}

export type InvoiceProblem = "discount_above_subtotal" | "total_zero" | "total_too_large";

/**
 * subtotal = Σ round(quantity × unit price), each line half up, so that the printed lines add up; tax on the subtotal
 * less the discount, rounded half up once; total = subtotal − discount + tax, above zero and within every amount's
 * limit.
 */
export function invoiceTotals(invoice: {
  items: readonly InvoiceItem[];
  discountMinor: bigint;
  taxRatePpm: number;
}): { ok: true; totals: InvoiceTotals } | { ok: false; problem: InvoiceProblem } {
  const { items, discountMinor, taxRatePpm } = invoice;
  const subtotalMinor = items.reduce((sum, item) => sum + lineTotal(item), 0n);
  if (discountMinor > subtotalMinor) return { ok: false, problem: "discount_above_subtotal" };
  const taxMinor = shareInPpm(subtotalMinor - discountMinor, taxRatePpm);
  const totalMinor = subtotalMinor - discountMinor + taxMinor;
  if (totalMinor === 0n) return { ok: false, problem: "total_zero" };
  if (subtotalMinor > maxMinor || totalMinor > maxMinor) return { ok: false, problem: "total_too_large" };
  return { ok: true, totals: { subtotalMinor, discountMinor, taxMinor, totalMinor } };
}

export function lineTotal({ quantityMilli, unitPriceMinor }: InvoiceItem): bigint {
  return divideHalfUp(quantityMilli * unitPriceMinor, 1_000n);
}

/** How a store numbers its next invoice. */
export interface InvoiceNumbering {
  /** Never ends with a digit. */
  prefix: string;
  /** How wide the number is at least. */
  digits: number;
  next: number;
}

/** What holds until a seller chooses: "INV-000042" (spec, Invoice: number). */
export const standardNumbering = { prefix: "INV-", digits: 6 };

export function invoiceNumber({ prefix, digits, next }: InvoiceNumbering): string {
  return prefix + String(next).padStart(digits, "0");
}

const unchanged: InvoiceStep = { event: null, to: {} };

/** The day on which the seller first sent or shared it stays the day of issue. */
function issued(invoice: InvoiceFacts, today: CivilDate): Partial<InvoiceFacts> {
  return invoice.issuedOn === null ? { issuedOn: today } : {};
}

/** The unpaid part of its total, cancelled or not: the most that incoming money may settle. */
export function unpaidOf(invoice: Pick<InvoiceFacts, "totalMinor" | "paidMinor">): bigint {
  return invoice.totalMinor - invoice.paidMinor;
}

function isPaid(invoice: InvoiceFacts): boolean {
  return invoice.paidMinor > 0n && unpaidOf(invoice) <= 0n;
}

/** The line of an order that pays an invoice. It is stored in English, as the API shows it. */
export function invoiceLineName(number: string): string {
  return `Invoice ${number}`;
}

/** The number of the invoice that a line pays, so that pages name it in the reader's language; null for other lines. */
export function invoiceOfLine(name: string): string | null {
  return /^Invoice ([A-Z0-9][A-Z0-9/._-]{0,19}\d+)$/.exec(name)?.[1] ?? null;
}
