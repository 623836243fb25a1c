import { invoiceFacts } from "@/lib/resources/invoice";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { lockInvoice, overdueAt, recordInvoiceStep } from "./record";

const batchMax = 100;

/**
 * Tells `invoice.overdue` once for each due day that passed unpaid, at the true instant. Status needs no clock, only
 * the event does. Safe to repeat and to run twice at once.
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
      // One invoice that cannot be told of keeps no other from it.
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
