import { columns, groupsOf, part } from "./columns";
import { Prisma } from "./generated/client";
import type { OrderRow } from "./rows";

/**
 * All columns of an order, from a SELECT of `orders` that joins its `customer` and its lines as `item`, one per row.
 */
export const orderColumns = Prisma.join([
  columns("orders", Prisma.OrderScalarFieldEnum, "order"),
  columns("item", Prisma.OrderItemScalarFieldEnum, "item"),
  columns("customer", { id: "", name: "", email: "", phone: "", language: "", prospect: "" }, "customer"),
]);

/** The order of these rows, with its lines in order. There is at least one row. */
export function orderFrom(rows: readonly Readonly<Record<string, unknown>>[]): OrderRow {
  const [row = {}] = rows;
  return {
    ...part<OrderRow>(row, "order"),
    customer: part(row, "customer"),
    items: rows
      .filter((one) => one["item.position"] !== null)
      .map((one) => part<OrderRow["items"][number]>(one, "item"))
      .sort((a, b) => a.position - b.position),
  };
}

/** The orders of these rows, in the order of their first ones. */
export function ordersFrom(rows: readonly Readonly<Record<string, unknown>>[]): OrderRow[] {
  return groupsOf(rows, "order.id").map(orderFrom);
}
