import type { InvoiceRow } from "@/lib/db/rows";
import { cancelInvoice as cancel } from "@/lib/domain/invoice";
import { NotFound } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { voidInvoiceOrders } from "../orders/call-off";
import { lockInvoice, recordInvoiceStep } from "./record";
import { cancelShown } from "./shown";

/**
 * Cancels an invoice. Nobody can pay it afterwards: an open prompt is void, and money that still comes is returned.
 * Repeating it changes nothing; a paid invoice is refused with `invoice_paid` (spec, States). Partial payments are
 * retained, and a task asks the seller whether to refund them.
 */
export async function cancelInvoice(world: World, caller: Caller, id: number): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  return transact(world, async (unit) => {
    const own = await unit.tx.invoice.findFirst({
      where: { id, storeId: caller.storeId },
      select: { paidAt: true },
    });
    if (own && own.paidAt === null) await voidInvoiceOrders(unit, caller, id);
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    requireShown(world, caller, `invoice/${id}/cancel`, cancelShown(row));
    const step = cancel(invoiceFacts(row), unit.now);
    if (step.event === null) return row;
    const cancelled = await recordInvoiceStep(world, unit, row, step);
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
  });
}
