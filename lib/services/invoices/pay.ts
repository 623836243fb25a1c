import type { OrderRow } from "@/lib/db/rows";
import { payInvoice } from "@/lib/domain/invoice";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Unit } from "../unit";
import type { World } from "../world";
import { lockInvoice, recordInvoiceStep } from "./record";

/** An order of an invoice is paid: what it paid of the invoice is allocated. */
export async function payInvoiceOrder(
  world: World,
  unit: Unit,
  order: OrderRow,
  paidAt: Date,
): Promise<void> {
  if (order.invoiceId === null) throw new Error(`Order ${order.id} names no invoice.`);
  const invoice = await lockInvoice(unit, order, order.invoiceId);
  if (!invoice) throw new Error(`The invoice of order ${order.id} is gone.`);
  const amountMinor = order.items[0]?.totalMinor ?? order.totalMinor;
  const step = payInvoice(invoiceFacts(invoice), amountMinor, paidAt);
  await recordInvoiceStep(world, unit, invoice, step, { at: paidAt });
  if (invoice.cancelledAt === null) return;
  await unit.raiseTask({
    storeId: order.storeId,
    kind: "refund_question",
    subject: `order/${order.id}`,
    details: { order: order.number, invoice: invoice.number },
  });
}
