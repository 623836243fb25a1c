import type { InvoiceRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { sendInvoice } from "@/lib/domain/invoice";
import { NotFound } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockInvoice, recordInvoiceStep } from "./record";

/**
 * The seller gave it out by hand: printed, or its link in a chat. It is sent from then on, and on no channel of ours, so
 * nobody is reminded. Again changes nothing. Refusals `invoice_paid`, `invoice_cancelled`.
 */
export async function markSentByHand(world: World, caller: Caller, id: number): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  return transact(world, async (unit) => {
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    const step = sendInvoice(invoiceFacts(row), unit.now, civilDateIn(unit.now, row.store.timeZone));
    if (step.event === null) return row;
    const { accountId, storeId, actor } = caller;
    await unit.audit({
      ...{ accountId, storeId, actor, details: { channels: "by hand" } },
      action: "invoice.sent",
      target: `invoice:${id}`,
    });
    return recordInvoiceStep(world, unit, row, step);
  });
}
