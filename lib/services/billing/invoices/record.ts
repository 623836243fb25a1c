import { Prisma } from "@/lib/db/client";
import { assigned } from "@/lib/db/columns";
import type { InvoiceRow } from "@/lib/db/rows";
import { readInvoices } from "@/lib/db/rows";
import { addDays, instantAt } from "@/lib/domain/civil-date";
import { balanceOf, type InvoiceFacts, type InvoiceStep, isHandedOver } from "@/lib/domain/invoice";
import { type InvoiceReminder, invoiceReminders, nextInvoiceReminderAt } from "@/lib/domain/reminder";
import { dayColumn, invoiceEventData, invoiceFacts } from "@/lib/resources/invoice";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { closeDrafts } from "./unsent";

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
  world: World,
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
      data: invoiceEventData(updated, at, world.config.siteUrl),
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

const batchMax = 100;

/**
 * Publishes `invoice.overdue` once for each due day that passed unpaid, with the true instant. Only the event needs
 * this job; the status does not. Safe to repeat and to run twice at once.
 */
export async function publishOverdueInvoices(world: World): Promise<{ told: number; more: boolean }> {
  const due = await world.db.$queryRaw<{ id: number; storeId: number }[]>`
    SELECT id, store_id AS "storeId" FROM invoices
    WHERE next_due_at <= ${world.clock.now()} AND due_on IS NOT NULL AND overdue_told_on IS DISTINCT FROM due_on
    ORDER BY next_due_at LIMIT ${batchMax}`;
  let told = 0;
  for (const { id, storeId } of due) {
    try {
      if (await publishOverdue(world, storeId, id)) told += 1;
    } catch (error) {
      // A failure of one invoice must not stop the others.
      world.log.error({ err: error, invoiceId: id }, "An overdue invoice could not be told.");
    }
  }
  return { told, more: due.length === batchMax && told > 0 };
}

async function publishOverdue(world: World, storeId: number, id: number): Promise<boolean> {
  return transact(world, async (unit) => {
    const row = await lockInvoice(unit, { storeId }, id);
    const at = row && overdueAt(invoiceFacts(row), row.store.timeZone);
    const isTold = row?.overdueToldOn?.getTime() === row?.dueOn?.getTime();
    if (!row?.dueOn || !at || isTold || at > unit.now) return false;
    const more = { overdueToldOn: row.dueOn };
    await recordInvoiceStep(world, unit, row, { event: "invoice.overdue", to: {} }, { at, more });
    return true;
  });
}
