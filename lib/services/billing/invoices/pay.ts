import type { OrderRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { divideHalfUp } from "@/lib/domain/fees";
import { payInvoice, refundInvoice, unpaidOf } from "@/lib/domain/invoice";
import { orderKind, orderTotals } from "@/lib/domain/order";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Unit, World } from "@/lib/services/core/world";
import { lockInvoice, recordInvoiceStep } from "./record";

/** Whether the order is for an invoice with nothing left to pay. The invoice stays locked. */
export async function isPaidOff(unit: Unit, order: OrderRow): Promise<boolean> {
  if (orderKind(order) !== "invoice") return false;
  return unpaidOf(await lockOrdersInvoice(unit, order)) <= 0n;
}

/** Whether the order is for a cancelled invoice. The invoice stays locked. */
export async function isInvoiceCancelled(unit: Unit, order: OrderRow): Promise<boolean> {
  return orderKind(order) === "invoice" && (await lockOrdersInvoice(unit, order)).cancelledAt !== null;
}

/**
 * Prepares the payment of an invoice's order: allocates as much as is still owed. If another payment came meanwhile,
 * less is owed: the order is reduced and `restMinor` is returned to the payer.
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

/** The rail reversed an order's payment of its invoice: that amount is owed again. */
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

/** Reduces the order to `dueMinor`: its lines and its fee are reduced in proportion. */
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
