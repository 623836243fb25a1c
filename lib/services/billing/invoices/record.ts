import { Prisma } from "@/lib/db/client";
import { assigned } from "@/lib/db/columns";
import { type InvoiceRow, type OrderRow, readInvoices } from "@/lib/db/rows";
import { addDays, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import {
  balanceOf,
  cancelInvoice as cancel,
  type InvoiceFacts,
  type InvoiceStep,
  isHandedOver,
  payInvoice,
  refundInvoice,
  unpaidOf,
} from "@/lib/domain/invoice";
import { orderKind } from "@/lib/domain/order";
import { NotFound } from "@/lib/domain/refusal";
import { type InvoiceReminder, invoiceReminders, nextInvoiceReminderAt } from "@/lib/domain/reminder";
import { dayColumn, invoiceEventData, invoiceFacts } from "@/lib/resources/invoice";
import { requireShown } from "@/lib/services/core/shown";
import type { Caller, Unit } from "@/lib/services/core/world";
import { verb } from "@/lib/services/people/accounts/permit";
import { chargesOfPart, reduceOrder } from "../orders/reduce";
import { voidInvoiceOrders } from "../orders/unpaid";
import { cancelShown } from "./read";

/** Locks one invoice and reads it. Null when it does not exist in this store. */
export async function lockInvoice(
  unit: Unit,
  scope: { storeId: number },
  id: number,
): Promise<InvoiceRow | null> {
  // Locked before its lines are read: those that it has once the lock is free.
  await unit.tx.$queryRaw`SELECT 1 FROM invoices WHERE id = ${id} AND store_id = ${scope.storeId} FOR UPDATE`;
  const which = Prisma.sql`WHERE invoice.id = ${id} AND invoice.store_id = ${scope.storeId}`;
  const [row = null] = await readInvoices(unit.tx, which);
  return row;
}

/**
 * Stores one step of a locked invoice and the time of its next scheduled check, and writes the step's event, if any, to
 * the outbox. `at` is when it became true; `more` is stored with it, e.g. the reminders that were sent.
 */
export async function recordInvoiceStep(
  unit: Unit,
  row: InvoiceRow,
  step: InvoiceStep,
  { at = unit.now, more = {} }: { at?: Date; more?: InvoiceMore } = {},
): Promise<InvoiceRow> {
  const sequence = row.eventSequence + (step.event ? 1 : 0);
  const facts = { ...invoiceFacts(row), ...step.to };
  const changes = {
    ...columnsOf(step.to),
    ...more,
    nextDueAt: nextDueAt(facts, { ...row, ...more }, unit.now),
    eventSequence: sequence,
    updatedAt: unit.now,
  };
  unit.tx.$send(Prisma.sql`UPDATE invoices SET ${assigned(withDays(changes))} WHERE id = ${row.id}`);
  const updated = { ...row, ...changes };
  await closeDrafts(unit, updated);
  if (step.event)
    unit.emit({
      type: step.event,
      storeId: row.storeId,
      livemode: true,
      objectId: `invoice/${row.id}`,
      sequence,
      dedupeKey: `invoice/${row.id}/${sequence}`,
      at,
      data: invoiceEventData(updated, at, unit.world.config.siteUrl),
    });
  return updated;
}

const days = ["dueOn", "issuedOn", "overdueToldOn"];

/** A column of days takes one as it is called: as an instant it would be that of this process's zone. */
function withDays<T extends Record<string, Parameters<typeof assigned>[0][string]>>(changes: T) {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) =>
      days.includes(name) && value instanceof Date
        ? [name, Prisma.sql`${value.toISOString().slice(0, 10)}::date`]
        : [name, value],
    ),
  );
}

export interface InvoiceMore {
  remindersSent?: string[];
  sendsReminders?: boolean;
  sentBy?: string[];
  /** As a column: `dayColumn(day)`. */
  overdueToldOn?: Date;
}

/** The next reminder, or the start of the day on which it is overdue and that was not published yet. Null when none. */
function nextDueAt(
  facts: InvoiceFacts,
  row: Pick<InvoiceRow, "sendsReminders" | "sentBy" | "remindersSent" | "overdueToldOn" | "store">,
  now: Date,
): Date | null {
  const { timeZone } = row.store;
  const reminder = remindsAtAll(row)
    ? nextInvoiceReminderAt(
        {
          dueOn: facts.dueOn,
          sentAt: facts.sentAt,
          balanceMinor: balanceOf(facts),
          cancelledAt: facts.cancelledAt,
          timeZone,
          remindersSent: row.remindersSent.filter(isReminder),
        },
        now,
      )
    : null;
  const overdue = overdueAt(facts, timeZone);
  const isTold = facts.dueOn !== null && row.overdueToldOn?.getTime() === dayColumn(facts.dueOn).getTime();
  if (overdue === null || isTold) return reminder;
  return reminder === null || overdue < reminder ? overdue : reminder;
}

/** Reminders use the channels that sent the invoice, so an invoice that the seller delivered has none. */
export function remindsAtAll(row: Pick<InvoiceRow, "sendsReminders" | "sentBy">): boolean {
  return row.sendsReminders && row.sentBy.length > 0;
}

/** When it becomes overdue; null when nothing is owed or there is no due day. */
export function overdueAt(facts: InvoiceFacts, timeZone: string): Date | null {
  const isOwed = isHandedOver(facts) && balanceOf(facts) > 0n;
  return isOwed && facts.dueOn !== null ? instantAt(addDays(facts.dueOn, 1), 0, timeZone) : null;
}

function columnsOf({ dueOn, issuedOn, ...rest }: Partial<InvoiceFacts>) {
  return {
    ...rest,
    ...(dueOn === undefined ? {} : { dueOn: dueOn === null ? null : dayColumn(dueOn) }),
    ...(issuedOn === undefined ? {} : { issuedOn: issuedOn === null ? null : dayColumn(issuedOn) }),
  };
}

function isReminder(kind: string): kind is InvoiceReminder {
  return invoiceReminders.some((known) => known === kind);
}

/** It is no draft any more: what somebody had to do about it is done. */
export async function closeDrafts(unit: Unit, { id, storeId, recurringId }: Made): Promise<void> {
  if (recurringId === null) return;
  await unit.resolveTasks({ storeId, kind: "recurring_unsent", subject: `invoice/${id}` });
  if ((await unit.tx.invoice.count({ where: { storeId, recurringId, ...stillDraft } })) > 0) return;
  await unit.resolveTasks({ storeId, kind: "recurring_drafts", subject: `recurring/${recurringId}` });
}

export const stillDraft = { sentAt: null, viewedAt: null, paidAt: null, cancelledAt: null };

/** An invoice that its schedule made, as a task names it. */
export interface Made {
  id: number;
  storeId: number;
  recurringId: number | null;
  number: string;
  customerName: string;
}

/**
 * Cancels an invoice. Nobody can pay it afterwards: an open prompt is void, and money that still comes is returned.
 * Repeating it changes nothing; a paid invoice is refused with `invoice_paid` (spec, States). Partial payments are
 * retained, and a task asks the seller whether to refund them.
 */
export const cancelInvoice = verb(
  "invoice.change",
  async (unit, caller: Caller, id: number): Promise<InvoiceRow> => {
    const own = await unit.tx.invoice.findFirst({
      where: { id, storeId: caller.storeId },
      select: { paidAt: true },
    });
    if (own && own.paidAt === null) await voidInvoiceOrders(unit, caller, id);
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    requireShown(unit.world, caller, `invoice/${id}/cancel`, cancelShown(row));
    const step = cancel(invoiceFacts(row), unit.now);
    if (step.event === null) return row;
    const cancelled = await recordInvoiceStep(unit, row, step);
    if (step.refundMinor > 0n)
      await unit.raiseTask({
        storeId: row.storeId,
        kind: "cancelled_invoice_was_part_paid",
        subject: `invoice/${id}`,
        details: {
          number: row.number,
          paid: `${row.currency} ${step.refundMinor}`,
        },
      });
    await unit.audit(caller, { action: "invoice.cancelled", target: `invoice:${id}` });
    return cancelled;
  },
);

/** Whether the order is for an invoice with nothing left to pay. The invoice stays locked. */
export async function isPaidOff(unit: Unit, order: OrderRow): Promise<boolean> {
  if (orderKind(order) !== "invoice") return false;
  return unpaidOf(await lockOrdersInvoice(unit, order)) <= 0n;
}

/** Whether the order is for a cancelled invoice. The invoice stays locked. */
export async function isInvoiceCancelled(unit: Unit, order: OrderRow): Promise<boolean> {
  return orderKind(order) === "invoice" && (await lockOrdersInvoice(unit, order)).cancelledAt !== null;
}

/**
 * Prepares the payment of an invoice's order: allocates as much as is still owed. If another payment came meanwhile,
 * less is owed: the order is reduced and `restMinor` is returned to the payer.
 */
export async function prepareInvoicePayment(unit: Unit, order: OrderRow, paidAt: Date) {
  const invoice = await lockOrdersInvoice(unit, order);
  const today = civilDateIn(paidAt, invoice.store.timeZone);
  const step = payInvoice(invoiceFacts(invoice), paidForMinor(order), paidAt, today);
  const paid = step.overMinor > 0n ? await shrinkOrder(unit, order, step.allocatedMinor) : order;
  return {
    columns: {},
    order: paid,
    restMinor: order.totalMinor - paid.totalMinor,
    async tell() {
      await recordInvoiceStep(unit, invoice, step, { at: paidAt });
      return null;
    },
  };
}

/** The rail reversed an order's payment of its invoice: that amount is owed again. */
export async function unpayInvoice(unit: Unit, order: OrderRow): Promise<void> {
  const invoice = await lockOrdersInvoice(unit, order);
  const step = refundInvoice(invoiceFacts(invoice), paidForMinor(order));
  await recordInvoiceStep(unit, invoice, step);
}

/** The line beside the charges: what the order pays of the invoice. */
function paidForMinor(order: OrderRow): bigint {
  return order.items[0]?.totalMinor ?? order.totalMinor;
}

async function lockOrdersInvoice(unit: Unit, order: OrderRow) {
  if (order.invoiceId === null) throw new Error(`Order ${order.id} names no invoice.`);
  const invoice = await lockInvoice(unit, order, order.invoiceId);
  if (!invoice) throw new Error(`The invoice of order ${order.id} is gone.`);
  return invoice;
}

/** Reduces the order to `dueMinor` of the invoice: its charges and its fee in proportion. */
function shrinkOrder(unit: Unit, order: OrderRow, dueMinor: bigint): Promise<OrderRow> {
  const part = { minor: dueMinor, ofMinor: paidForMinor(order) };
  return reduceOrder(unit, order, { priceMinor: dueMinor, ...chargesOfPart(order, part) });
}
