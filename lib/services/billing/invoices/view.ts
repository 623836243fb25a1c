import { civilDateIn } from "@/lib/domain/civil-date";
import { viewInvoice } from "@/lib/domain/invoice";
import { invoiceFacts } from "@/lib/resources/invoice";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { lockInvoice, recordInvoiceStep } from "./record";

/** The picture on the invoice's page was loaded: somebody has it in front of them. Only the first time counts. */
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
