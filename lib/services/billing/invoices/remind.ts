import type { InvoiceRow } from "@/lib/db/rows";
import { balanceOf, requireSendable } from "@/lib/domain/invoice";
import { limits } from "@/lib/domain/limits";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { type InvoiceReminder, invoiceReminderDue, invoiceReminders } from "@/lib/domain/reminder";
import { invoiceFacts } from "@/lib/resources/invoice";
import { doEach } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { type Addressee, notify, reserveFor } from "@/lib/services/notify/messages/notify";
import { permit, verb } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { countWithin } from "@/lib/services/people/keys/count-within";
import { lockInvoice, overdueAt, recordInvoiceStep, remindsAtAll } from "./record";
import { invoiceAddressee } from "./send";

const batchMax = 500;

/**
 * Sends reminders of invoices on the due day, and 3 and 7 days after it, at 9 in the store's zone (spec, States,
 * Invoice): each kind once for an invoice, and after an outage only the latest one. Each invoice has its own
 * transaction. Safe to miss, to repeat, or to run twice at once.
 */
export async function remindDueInvoices(
  world: World,
): Promise<{ reminded: number; failed: number; more: boolean }> {
  const due = await world.db.invoice.findMany({
    where: { nextDueAt: { lte: world.clock.now() } },
    orderBy: { nextDueAt: "asc" },
    select: { id: true, storeId: true },
    take: batchMax,
  });
  const { done: reminded, failed } = await doEach(
    world,
    due,
    ({ id, storeId }) => transact(world, (unit) => remind(unit, storeId, id)),
    "An invoice could not be reminded of; it is tried again.",
  );
  return { reminded, failed, more: due.length === batchMax };
}

async function remind(unit: Unit, storeId: number, id: number): Promise<boolean> {
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM invoices WHERE id = ${id} AND next_due_at <= ${unit.now} FOR UPDATE SKIP LOCKED`;
  const row = free.length > 0 ? await lockInvoice(unit, { storeId }, id) : null;
  if (!row) return false;
  const kind = reminderDue(row, unit.now);
  // No reminder is due, but `invoice.overdue` is: publishing it sets the next time.
  if (kind === null && isUntold(row, unit.now)) return false;
  if (kind) await notifyReminder(unit, row, kind);
  const more = kind ? { remindersSent: [...row.remindersSent, kind] } : {};
  await recordInvoiceStep(unit, row, { event: null, to: {} }, { more });
  return kind !== null;
}

function reminderDue(row: InvoiceRow, now: Date): InvoiceReminder | null {
  if (!remindsAtAll(row)) return null;
  const facts = invoiceFacts(row);
  return invoiceReminderDue(
    {
      dueOn: facts.dueOn,
      sentAt: facts.sentAt,
      balanceMinor: balanceOf(facts),
      cancelledAt: facts.cancelledAt,
      timeZone: row.store.timeZone,
      remindersSent: invoiceReminders.filter((kind) => row.remindersSent.includes(kind)),
    },
    now,
  );
}

function isUntold(row: InvoiceRow, now: Date): boolean {
  const at = overdueAt(invoiceFacts(row), row.store.timeZone);
  return at !== null && at <= now && row.overdueToldOn?.getTime() !== row.dueOn?.getTime();
}

/** Only the channels by which the invoice was sent. */
function onItsChannels(to: Addressee, { sentBy }: InvoiceRow): Addressee {
  return {
    ...to,
    email: sentBy.includes("email") ? to.email : null,
    phone: sentBy.includes("sms") ? to.phone : null,
  };
}

async function notifyReminder(
  unit: Unit,
  row: InvoiceRow,
  kind: InvoiceReminder | "reminder",
  key: string = kind,
): Promise<void> {
  const facts = invoiceFacts(row);
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: row.storeId } });
  await notify(unit, {
    store,
    to: onItsChannels(await invoiceAddressee(unit, row), row),
    kind: `invoice_${kind}`,
    values: {
      invoice: row.number,
      balance: { minor: balanceOf(facts), currency: row.currency },
      due: facts.dueOn ?? "",
      link: `${unit.world.config.siteUrl}/invoice/${row.token}`,
    },
    objectId: `invoice/${row.id}`,
    key: `invoice/${row.id}/${key}`,
  });
}

/**
 * Reminds of an invoice now, because a person asks for it: on the channels by which it was sent, at most once in 24
 * hours. Throws NotFound, Invalid on `form`, or the Refusals `invoice_paid`, `invoice_cancelled` and those of
 * `reserve`.
 */
export async function remindOfInvoice(world: World, caller: Caller, id: number): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  return noteLimit(world, caller, () =>
    transact(world, async (unit) => {
      const row = await lockInvoice(unit, caller, id);
      if (!row) throw new NotFound();
      requireSendable(invoiceFacts(row));
      if (row.sentAt === null) throw new Invalid({ form: [say("invoice_not_sent")] });
      const to = onItsChannels(await invoiceAddressee(unit, row), row);
      if (!(await countWithin(unit.tx, `invoice-reminder:${id}`, [limits.invoiceReminders], unit.now)))
        throw new Invalid({ form: [say("reminded_today")] });
      await reserveFor(unit, caller.accountId, to, "both");
      await notifyReminder(unit, row, "reminder", `reminder/${unit.now.getTime()}`);
      await unit.audit(caller, { action: "invoice.reminded", target: `invoice:${id}` });
      return row;
    }),
  );
}

/**
 * Switches the reminders of one invoice on or off. When switched on again, only future reminders are sent. Throws
 * NotFound.
 */
export const switchReminders = verb(
  "invoice.change",
  async (unit, caller: Caller, id: number, sendsReminders: boolean): Promise<InvoiceRow> => {
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    return recordInvoiceStep(unit, row, { event: null, to: {} }, { more: { sendsReminders } });
  },
);

const overdueMax = 100;

/**
 * Publishes `invoice.overdue` once for each due day that passed unpaid, with the true instant. Only the event needs
 * this job; the status does not. Safe to repeat and to run twice at once.
 */
export async function publishOverdueInvoices(world: World): Promise<{ told: number; more: boolean }> {
  const due = await world.db.$queryRaw<{ id: number; storeId: number }[]>`
    SELECT id, store_id AS "storeId" FROM invoices
    WHERE next_due_at <= ${world.clock.now()} AND due_on IS NOT NULL AND overdue_told_on IS DISTINCT FROM due_on
    ORDER BY next_due_at LIMIT ${overdueMax}`;
  const { done: told } = await doEach(
    world,
    due,
    ({ id, storeId }) => publishOverdue(world, storeId, id),
    "An overdue invoice could not be told.",
  );
  return { told, more: due.length === overdueMax && told > 0 };
}

async function publishOverdue(world: World, storeId: number, id: number): Promise<boolean> {
  return transact(world, async (unit) => {
    const row = await lockInvoice(unit, { storeId }, id);
    const at = row && overdueAt(invoiceFacts(row), row.store.timeZone);
    const isTold = row?.overdueToldOn?.getTime() === row?.dueOn?.getTime();
    if (!row?.dueOn || !at || isTold || at > unit.now) return false;
    const more = { overdueToldOn: row.dueOn };
    await recordInvoiceStep(unit, row, { event: "invoice.overdue", to: {} }, { at, more });
    return true;
  });
}
