import type { InvoiceRow, MessageRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, sendInvoice, viewInvoice } from "@/lib/domain/invoice";
import { NotFound } from "@/lib/domain/refusal";
import type { MailDocument } from "@/lib/providers/mail/mailer";
import { invoiceFacts } from "@/lib/resources/invoice";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import type { Sending } from "@/lib/services/notify/messages/deliver-message";
import { messageLanguage } from "@/lib/services/notify/messages/notices";
import { invoiceIdOf } from "@/lib/services/notify/messages/notify";
import { verb } from "@/lib/services/people/accounts/permit";
import { printOf } from "./paper";
import { invoicePdf, readStoreInvoice } from "./read";
import { lockInvoice, type Made, recordInvoiceStep, stillDraft } from "./record";

/**
 * Called when a message was sent, or stored where there is no provider. If the message contains an invoice, the invoice
 * counts as sent by this channel; the first such message sets the time and publishes `invoice.sent`. Every other
 * message changes nothing.
 */
export async function markInvoiceSent(
  unit: Unit,
  message: Pick<MessageRow, "template" | "channel" | "storeId" | "objectId">,
): Promise<void> {
  const { template, storeId, objectId } = message;
  const id = invoiceIdOf(objectId);
  if (id === null || storeId === null) return;
  if (template !== "invoice_sent" && template !== "invoice_sent_due") return;
  const row = await lockInvoice(unit, { storeId }, id);
  if (!row || row.cancelledAt || balanceOf(invoiceFacts(row)) <= 0n) return;
  const step = sendInvoice(invoiceFacts(row), unit.now, civilDateIn(unit.now, row.store.timeZone));
  // WhatsApp takes the place of an SMS to the same phone, and later reminders go by that.
  const by = message.channel === "whatsapp" ? "sms" : message.channel;
  const sentBy = row.sentBy.includes(by) ? row.sentBy : [...row.sentBy, by];
  if (step.event || sentBy !== row.sentBy) await recordInvoiceStep(unit, row, step, { more: { sentBy } });
}

/**
 * Marks an invoice as sent because the seller delivered it themselves: printed, or as a link in a chat. It was sent by
 * no channel of ours, so there are no reminders. Repeating it changes nothing. Throws NotFound, or Refusal
 * `invoice_paid` or `invoice_cancelled`.
 */
export const markSentByHand = verb(
  "invoice.change",
  async (unit, caller: Caller, id: number): Promise<InvoiceRow> => {
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    const step = sendInvoice(invoiceFacts(row), unit.now, civilDateIn(unit.now, row.store.timeZone));
    if (step.event === null) return row;
    await unit.audit(caller, {
      details: { channels: "by hand" },
      action: "invoice.sent",
      target: `invoice:${id}`,
    });
    return recordInvoiceStep(unit, row, step);
  },
);

/** The image on the invoice's page was loaded, so somebody views it. Only the first time counts. */
export async function markInvoiceViewed(world: World, token: string): Promise<void> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return;
  const found = await world.db.invoice.findUnique({
    where: { token },
    select: { id: true, storeId: true, viewedAt: true },
  });
  if (!found || found.viewedAt) return;
  await transact(world, async (unit) => {
    const row = await lockInvoice(unit, found, found.id);
    const step = row && viewInvoice(invoiceFacts(row), unit.now, civilDateIn(unit.now, row.store.timeZone));
    if (row && step?.event) await recordInvoiceStep(unit, row, step);
  });
}

/** What invoices add to the messages about them: they are marked sent, what was not sent is somebody’s task, and their mails carry them as a PDF. */
export const invoiceSending: Sending = {
  whenSent: markInvoiceSent,
  whenFailed: raiseUnsent,
  // Reminders only link to it: the first mail has brought it.
  withDocument: [
    "invoice_sent",
    "invoice_sent_due",
    "invoice_paid",
    "invoice_part_paid",
    "payment_came_late",
  ],
  documentOf: pdfFor,
};

/**
 * The invoice that a mail is about, as it stands when the mail goes out and in its reader's language: to be paid, or
 * with its payments. Null where an order has none, or where it was cancelled.
 */
async function pdfFor(world: World, { storeId, objectId }: About): Promise<MailDocument | null> {
  const about = storeId === null ? null : await invoiceOf(world, storeId, objectId);
  if (storeId === null || about === null) return null;
  const found = await readStoreInvoice(world, { storeId }, about.invoiceId);
  if (found.invoice.cancelledAt) return null;
  const lang = messageLanguage(about.language, found.store.language);
  const { print, name } = printOf(world.config.siteUrl, found, lang, world.clock.now());
  return { name, type: "application/pdf", bytes: await invoicePdf(print) };
}

type About = Parameters<Sending["documentOf"]>[1];

/** The invoice, and the language of the customer whom the mail addresses. */
async function invoiceOf(
  world: World,
  storeId: number,
  objectId: string | null,
): Promise<{ invoiceId: number; language: string | null } | null> {
  const [, kind, number] = /^(order|invoice)\/(\d{1,9})$/.exec(objectId ?? "") ?? [];
  const which = { where: { id: Number(number), storeId } };
  const customer = { select: { language: true } };
  if (kind === "invoice") {
    const invoice = await world.db.invoice.findFirst({ ...which, select: { id: true, customer } });
    return invoice && { invoiceId: invoice.id, language: invoice.customer?.language ?? null };
  }
  if (kind !== "order") return null;
  const order = await world.db.order.findFirst({ ...which, select: { invoiceId: true, customer } });
  return order?.invoiceId ? { invoiceId: order.invoiceId, language: order.customer.language } : null;
}

/** Nobody has it yet, and nobody was there to see it: one task for each schedule, however many wait. */
export async function raiseDrafts(
  unit: Unit,
  { storeId, recurringId, customerName: customer }: Made,
): Promise<void> {
  const subject = `recurring/${recurringId}`;
  await unit.raiseTask({ storeId, kind: "recurring_drafts", subject, details: { customer } });
}

/**
 * Called when a message failed for good. Where it was the last one of an invoice that its schedule sent, its customer
 * has nothing: somebody has to know.
 */
export async function raiseUnsent(
  unit: Unit,
  message: Pick<MessageRow, "template" | "storeId" | "objectId">,
): Promise<void> {
  const { template, storeId, objectId } = message;
  const id = invoiceIdOf(objectId);
  if (id === null || storeId === null) return;
  if (template !== "invoice_sent" && template !== "invoice_sent_due") return;
  const invoice = await unit.tx.invoice.findFirst({ where: { id, storeId, ...stillDraft } });
  if (!invoice || invoice.recurringId === null) return;
  const queued = { storeId, objectId, template, status: "queued" as const };
  if ((await unit.tx.message.count({ where: queued })) > 0) return;
  await unit.raiseTask({
    ...{ storeId, kind: "recurring_unsent", subject: `invoice/${id}` },
    details: { customer: invoice.customerName, invoice: invoice.number },
  });
}
