import type { OrderRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { divideHalfUp } from "@/lib/domain/fees";
import { payInvoice, refundInvoice, unpaidOf } from "@/lib/domain/invoice";
import { orderTotals } from "@/lib/domain/order";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Unit, World } from "@/lib/services/core/world";
import { lockInvoice, recordInvoiceStep } from "./record";

/** Whether the order is for an invoice of which nothing is owed any more. Keeps the invoice locked. */
export async function isPaidOff(unit: Unit, order: OrderRow): Promise<boolean> {
  if (order.source !== "invoice") return false;
  return unpaidOf(await lockOrdersInvoice(unit, order)) <= 0n;
}

/** Whether the order is for an invoice that nobody can pay any more. Keeps the invoice locked. */
export async function isInvoiceCancelled(unit: Unit, order: OrderRow): Promise<boolean> {
  return order.source === "invoice" && (await lockOrdersInvoice(unit, order)).cancelledAt !== null;
}

/**
 * An order of an invoice is about to be paid: as much as is owed is allocated. What was paid by another meanwhile
 * leaves less to pay, so the order is made smaller and `restMinor` goes back.
 */
export async function prepareInvoicePayment(world: World, unit: Unit, order: OrderRow, paidAt: Date) {
  const invoice = await lockOrdersInvoice(unit, order);
  const today = civilDateIn(paidAt, invoice.store.timeZone);
  const step = payInvoice(invoiceFacts(invoice), paidForMinor(order), paidAt, today);
  const columns = step.overMinor > 0n ? await shrinkOrder(unit, order, step.allocatedMinor) : null;
  return {
    columns: columns ?? {},
    restMinor: columns ? order.totalMinor - columns.totalMinor : 0n,
    async tell() {
      await recordInvoiceStep(world, unit, invoice, step, { at: paidAt });
      return null;
    },
  };
}

/** The rail took back what an order had paid of its invoice: it is owed again. */
export async function unpayInvoice(world: World, unit: Unit, order: OrderRow): Promise<void> {
  const invoice = await lockOrdersInvoice(unit, order);
  const step = refundInvoice(invoiceFacts(invoice), paidForMinor(order));
  await recordInvoiceStep(world, unit, invoice, step);
}

/** The line beside the charges: what the order pays of the invoice. */
function paidForMinor(order: OrderRow): bigint {
  return order.items[0]?.totalMinor ?? order.totalMinor;
}

async function lockOrdersInvoice(unit: Unit, order: OrderRow) {
  if (order.invoiceId === null) throw new Error(`Order ${order.id} names no invoice.`);
  const invoice = await lockInvoice(unit, order, order.invoiceId);
  if (!invoice) throw new Error(`The invoice of order ${order.id} is gone.`);
  return invoice;
}

/** The same order over less: its lines are fitted, and the fee keeps its share. */
async function shrinkOrder(unit: Unit, order: OrderRow, dueMinor: bigint) {
  const share = (minor: bigint) => divideHalfUp(minor * dueMinor, paidForMinor(order));
  const lines = order.items.map((item, index) => ({
    ...item,
    unitPriceMinor: index === 0 ? dueMinor : share(item.totalMinor),
  }));
  const charges = lines.reduce((sum, line) => sum + line.unitPriceMinor, -dueMinor);
  const feeMinor = charges > 0n ? charges : share(order.feeMinor);
  for (const { orderId, position, unitPriceMinor } of lines)
    await unit.tx.orderItem.update({
      where: { orderId_position: { orderId, position } },
      data: { unitPriceMinor, totalMinor: unitPriceMinor },
    });
  const totals = orderTotals({ items: lines });
  return { ...totals, feeMinor, netMinor: totals.totalMinor - feeMinor };
}
