import { columns, part } from "./columns";
import { Prisma } from "./generated/client";
import type { SubscriptionRow } from "./rows";
import type { Tx } from "./transaction";

/** All columns of a subscription, from a SELECT of `subscription` with `subscriptionJoins`. */
export const subscriptionColumns = Prisma.join([
  columns("subscription", Prisma.SubscriptionScalarFieldEnum, "subscription"),
  columns("product", { id: "", name: "" }, "product"),
  columns("previous", { id: "", name: "" }, "previousProduct"),
  columns("pending", { id: "", name: "" }, "pendingProduct"),
  columns("customer", { id: "", name: "", email: "", phone: "", language: "" }, "customer"),
]);

export const subscriptionJoins = Prisma.sql`
  JOIN products product ON product.id = subscription.product_id
  LEFT JOIN products previous ON previous.id = subscription.previous_product_id
  LEFT JOIN products pending ON pending.id = subscription.pending_product_id
  JOIN customers customer ON customer.id = subscription.customer_id`;

/** The subscriptions that this says more of: a WHERE, an order. */
export async function readSubscriptions(
  db: Pick<Tx, "$queryRaw">,
  which: Prisma.Sql,
): Promise<SubscriptionRow[]> {
  const rows = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT ${subscriptionColumns} FROM subscriptions subscription ${subscriptionJoins} ${which}`;
  return rows.map(subscriptionFrom);
}

export function subscriptionFrom(row: Readonly<Record<string, unknown>>): SubscriptionRow {
  return {
    ...part<SubscriptionRow>(row, "subscription"),
    product: part(row, "product"),
    previousProduct: row["previousProduct.id"] === null ? null : part(row, "previousProduct"),
    pendingProduct: row["pendingProduct.id"] === null ? null : part(row, "pendingProduct"),
    customer: part(row, "customer"),
  };
}
