import { columns, groupsOf, part } from "./columns";
import { Prisma } from "./generated/client";
import type { Tx } from "./transaction";

/** Rows as verbs return them and serializers read them. */
export type {
  ApiKeyModel as ApiKeyRow,
  CustomerModel as CustomerRow,
  DiscountCodeModel as DiscountCodeRow,
  DiscountModel as DiscountRow,
  DisputeModel as DisputeRow,
  EventModel as EventRow,
  MessageModel as MessageRow,
  PaymentAttemptModel as AttemptRow,
  PaymentInstrumentModel as PaymentInstrumentRow,
  PaymentLinkModel as PaymentLinkRow,
  PayoutModel as PayoutRow,
  PlanModel as PlanRow,
  ProductModel as ProductRow,
  RequestLogEntryModel as RequestLogRow,
  StoreModel as StoreRow,
  WebhookAttemptModel as WebhookAttemptRow,
  WebhookDeliveryModel as WebhookDeliveryRow,
} from "./generated/models";

/** The relations needed to show a subscription. */
export const subscriptionInclude = {
  product: { select: { id: true, name: true } },
  previousProduct: { select: { id: true, name: true } },
  pendingProduct: { select: { id: true, name: true } },
  customer: { select: { id: true, name: true, email: true, phone: true, language: true } },
} satisfies Prisma.SubscriptionInclude;

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ include: typeof subscriptionInclude }>;

/** The relations needed to show an order. */
export const orderInclude = {
  customer: { select: { id: true, name: true, email: true, phone: true, language: true, prospect: true } },
  items: { orderBy: { position: "asc" } },
} satisfies Prisma.OrderInclude;

export type OrderRow = Prisma.OrderGetPayload<{ include: typeof orderInclude }>;

/** The relations needed to show an invoice: its lines, and the store's time zone for its days. */
export const invoiceInclude = {
  items: { orderBy: { position: "asc" } },
  store: { select: { timeZone: true } },
} satisfies Prisma.InvoiceInclude;

export type InvoiceRow = Prisma.InvoiceGetPayload<{ include: typeof invoiceInclude }>;

/** All columns of an invoice, from a SELECT of `invoice` that joins its `store` and its lines as `item`, one per row. */
const invoiceColumns = Prisma.join([
  columns("invoice", Prisma.InvoiceScalarFieldEnum, "invoice"),
  columns("item", Prisma.InvoiceItemScalarFieldEnum, "item"),
  columns("store", { timeZone: "" }, "store"),
]);

/** The invoices that this says more of: a WHERE, an order. */
export async function readInvoices(db: Pick<Tx, "$queryRaw">, which: Prisma.Sql): Promise<InvoiceRow[]> {
  const rows = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT ${invoiceColumns} FROM invoices invoice JOIN stores store ON store.id = invoice.store_id
      LEFT JOIN invoice_items item ON item.invoice_id = invoice.id ${which}`;
  return invoicesFrom(rows);
}

/** The invoices of these rows, in the order of their first ones. */
function invoicesFrom(rows: readonly Readonly<Record<string, unknown>>[]): InvoiceRow[] {
  return groupsOf(rows, "invoice.id").map((own) => ({
    ...part<InvoiceRow>(own[0] ?? {}, "invoice"),
    store: part(own[0] ?? {}, "store"),
    items: own
      .filter((row) => row["item.position"] !== null)
      .map((row) => part<InvoiceRow["items"][number]>(row, "item"))
      .sort((a, b) => a.position - b.position),
  }));
}

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
