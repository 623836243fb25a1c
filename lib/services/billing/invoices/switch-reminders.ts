import type { InvoiceRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockInvoice, recordInvoiceStep } from "./record";

/** Reminders of one invoice, on or off. On again, only those still to come are sent. */
export async function switchReminders(
  world: World,
  caller: Caller,
  id: number,
  sendsReminders: boolean,
): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  return transact(world, async (unit) => {
    const row = await lockInvoice(unit, caller, id);
    if (!row) throw new NotFound();
    return recordInvoiceStep(world, unit, row, { event: null, to: {} }, { more: { sendsReminders } });
  });
}
