import type { MessageRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, sendInvoice } from "@/lib/domain/invoice";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Unit, World } from "@/lib/services/core/world";
import { invoiceIdOf } from "@/lib/services/notify/messages/outdated";
import { lockInvoice, recordInvoiceStep } from "./record";

/**
 * A message went out, or is kept where nobody sends. If it is one that brings an invoice, the invoice is sent from now
 * on, by this channel; the first such message sets when and tells `invoice.sent`. Every other message changes nothing.
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
