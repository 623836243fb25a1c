import type { InvoiceRow, MessageRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, sendInvoice, viewInvoice } from "@/lib/domain/invoice";
import { NotFound } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { invoiceIdOf } from "@/lib/services/notify/messages/notify";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockInvoice, recordInvoiceStep } from "./record";

/**
 * Called when a message was sent, or stored where there is no provider. If the message contains an invoice, the invoice
 * counts as sent by this channel; the first such message sets the time and publishes `invoice.sent`. Every other
 * message changes nothing.
 */
export async function markInvoiceSent(
  world: World,
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
  const sentBy = row.sentBy.includes(message.channel) ? row.sentBy : [...row.sentBy, message.channel];
  if (step.event || sentBy !== row.sentBy)
    await recordInvoiceStep(world, unit, row, step, { more: { sentBy } });
}

/**
 * Marks an invoice as sent because the seller delivered it themselves: printed, or as a link in a chat. It was sent by
 * no channel of ours, so there are no reminders. Repeating it changes nothing. Throws NotFound, or Refusal
 * `invoice_paid` or `invoice_cancelled`.
 */
export async function markSentByHand(world: World, caller: Caller, id: number): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  return transact(world, async (unit) => {
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    const step = sendInvoice(invoiceFacts(row), unit.now, civilDateIn(unit.now, row.store.timeZone));
    if (step.event === null) return row;
    await unit.audit(caller, {
      details: { channels: "by hand" },
      action: "invoice.sent",
      target: `invoice:${id}`,
    });
    return recordInvoiceStep(world, unit, row, step);
  });
}

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
    if (row && step?.event) await recordInvoiceStep(world, unit, row, step);
  });
}
