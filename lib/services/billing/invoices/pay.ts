import type { OrderRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { payInvoice, refundInvoice, unpaidOf } from "@/lib/domain/invoice";
import { orderKind } from "@/lib/domain/order";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Unit, World } from "@/lib/services/core/world";
import { chargesOfPart, reduceOrder } from "../orders/reduce";
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
  const paid = step.overMinor > 0n ? await shrinkOrder(unit, order, step.allocatedMinor) : order;
  return {
    columns: {},
    order: paid,
    restMinor: order.totalMinor - paid.totalMinor,
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

/** Reduces the order to `dueMinor` of the invoice: its charges and its fee in proportion. */
function shrinkOrder(unit: Unit, order: OrderRow, dueMinor: bigint): Promise<OrderRow> {
  const part = { minor: dueMinor, ofMinor: paidForMinor(order) };
  return reduceOrder(unit, order, { priceMinor: dueMinor, ...chargesOfPart(order, part) });
}
