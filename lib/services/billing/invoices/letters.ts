import type { MailDocument } from "@/lib/providers/mail/mailer";
import type { World } from "@/lib/services/core/world";
import type { Sending } from "@/lib/services/notify/messages/deliver-due";
import { messageLanguage } from "@/lib/services/notify/messages/notices";
import { markInvoiceSent } from "./mark";
import { printOf } from "./print";
import { invoicePdf, readStoreInvoice } from "./read";
import { raiseUnsent } from "./unsent";

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
