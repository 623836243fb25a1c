import type { SubscriptionPeriod } from "@/lib/db/generated/client";
import { invoiceInclude, orderInclude, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { lastingAmountMinor } from "@/lib/domain/discount";
import { serializeCustomer } from "@/lib/resources/customer";
import { serializeInvoice } from "@/lib/resources/invoice";
import { serializeOrder } from "@/lib/resources/order";
import { serializePaymentLink } from "@/lib/resources/payment-link";
import { serializeProduct } from "@/lib/resources/product";
import { serializeStore } from "@/lib/resources/store";
import { serializeSubscription } from "@/lib/resources/subscription";
import type { Caller, World } from "@/lib/services/core/world";
import { withValues } from "@/lib/services/people/customers/publish";
import { type Part, type Rows, rowsAtOnce as take } from "./part";
import { tables } from "./tables";

function rowsOf<Row extends { id: string | number }>(rows: Row[], shown: unknown[]): Rows {
  const last = rows.at(-1);
  return { rows: shown, cursor: last && rows.length === take ? String(last.id) : null };
}

const behind = (after: string | null) => (after === null ? {} : { id: { gt: Number(after) } });
const byId = { orderBy: { id: "asc" as const }, take };

const store: Part = {
  name: "store",
  async read(world, { storeId }) {
    const row = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
    return { rows: [serializeStore(row, world.config.siteUrl, null)], cursor: null };
  },
};

const products: Part = {
  name: "products",
  csv: ["id", "name", "kind", "status", "price", "sale_price", "currency", "url"],
  async read(world, { storeId }, after) {
    const rows = await world.db.product.findMany({ where: { storeId, ...behind(after) }, ...byId });
    return rowsOf(
      rows,
      rows.map((row) => serializeProduct(row, world.config.siteUrl)),
    );
  },
};

const customers: Part = {
  name: "customers",
  csv: [
    "id",
    "name",
    "email",
    "phone",
    "company",
    "country",
    "city",
    "address",
    "status",
    "lifetime_value",
    "customer_since",
  ],
  async read(world, caller, after) {
    const { accountId } = caller;
    const where = { accountId, livemode: true, prospect: false, erasedAt: null, ...behind(after) };
    const rows = await world.db.customer.findMany({ where, ...byId });
    return rowsOf(rows, (await withValues(world.db, caller, rows)).map(serializeCustomer));
  },
};

const subscriptions: Part = {
  name: "subscriptions",
  csv: [
    "id",
    "ref",
    "customer.name",
    "customer.email",
    "customer.phone",
    "product.name",
    "status",
    "started_at",
    "current_period_end",
    "access_ends_at",
    "cancelled_at",
    "amount",
    "currency",
    "interval",
    "total_paid",
  ],
  async read(world, { storeId }, after) {
    const now = world.clock.now();
    const rows = await world.db.subscription.findMany({
      where: { storeId, livemode: true, ...(after === null ? {} : { id: { gt: after } }) },
      include: { ...subscriptionInclude, periods: { orderBy: { number: "asc" } } },
      ...byId,
    });
    return rowsOf(
      rows,
      rows.map(({ periods, ...row }) => ({
        ...serializeSubscription(row, now, ""),
        periods: periods.map(periodOf),
        sente: exactOf(row),
      })),
    );
  },
};

function periodOf(period: SubscriptionPeriod) {
  const { number, kind, startsAt, endsAt, interval, listMinor, discountMinor, paidMinor, paidAt, orderId } =
    period;
  return {
    ...{ number, kind, starts_at: startsAt, ends_at: endsAt, interval, list_minor: String(listMinor) },
    ...{
      discount_minor: String(discountMinor),
      paid_minor: String(paidMinor),
      paid_at: paidAt,
      order_id: orderId,
    },
  };
}

/** What another instance needs to go on exactly as this one would. */
function exactOf(row: SubscriptionRow) {
  const lasting = (amountMinor: bigint) => String(lastingAmountMinor({ ...row, amountMinor }));
  const plan = (product: number | null, interval: string | null, amountMinor: bigint | null) =>
    product === null || interval === null || amountMinor === null
      ? null
      : { product: String(product), interval, amountMinor: lasting(amountMinor) };
  return {
    ...{
      status: row.status,
      createdAt: row.createdAt,
      anchorAt: row.anchorAt,
      anchorPeriods: row.anchorPeriods,
    },
    ...{ startedAt: row.startedAt, cancelledAt: row.cancelledAt, currentPeriodEnd: row.currentPeriodEnd },
    ...{ currentPeriodStart: row.currentPeriodStart, graceEndsAt: row.graceEndsAt },
    ...{ trialEndsAt: row.trialEndsAt, endedAt: row.endedAt, planFrom: row.planFrom },
    plan: plan(row.productId, row.interval, row.amountMinor),
    previous: plan(row.previousProductId, row.previousInterval, row.previousAmountMinor),
    pending: plan(row.pendingProductId, row.pendingInterval, row.pendingAmountMinor),
  };
}

const orders: Part = {
  name: "orders",
  csv: [
    "id",
    "number",
    "customer.name",
    "customer.email",
    "customer.phone",
    "payment_status",
    "order_status",
    "source",
    "currency",
    "total",
    "fee",
    "net",
    "refunded_amount",
    "created_at",
  ],
  async read(world, { storeId }, after) {
    const where = { storeId, livemode: true, ...behind(after) };
    const rows = await world.db.order.findMany({ where, include: orderInclude, ...byId });
    return rowsOf(
      rows,
      rows.map((row) => serializeOrder(row, world.config.siteUrl, null)),
    );
  },
};

const invoices: Part = {
  name: "invoices",
  csv: [
    "id",
    "number",
    "customer.name",
    "customer.email",
    "customer.phone",
    "status",
    "currency",
    "total",
    "amount_paid",
    "due_on",
    "created_at",
  ],
  async read(world, { storeId }, after) {
    const now = world.clock.now();
    const where = { storeId, livemode: true, ...behind(after) };
    const rows = await world.db.invoice.findMany({ where, include: invoiceInclude, ...byId });
    return rowsOf(
      rows,
      rows.map((row) => serializeInvoice(row, now, world.config.siteUrl)),
    );
  },
};

const paymentLinks: Part = {
  name: "payment_links",
  async read(world, { storeId }, after) {
    const now = world.clock.now();
    const where = { storeId, deletedAt: null, ...behind(after) };
    const rows = await world.db.paymentLink.findMany({ where, ...byId });
    return rowsOf(
      rows,
      rows.map((row) => serializePaymentLink(row, now, world.config.siteUrl)),
    );
  },
};

/** Every list, in the order in which the file has them. */
export const parts: readonly Part[] = [
  ...[store, products, customers, subscriptions, orders, invoices, paymentLinks],
  ...tables,
];

/** The pictures of the store as they are, each a file of its own. */
export async function readPictures(
  world: World,
  { storeId }: Caller,
  after: string | null,
): Promise<{ files: { name: string; bytes: Uint8Array }[]; cursor: string | null }> {
  const rows = await world.db.image.findMany({
    where: { storeId, ...(after === null ? {} : { token: { gt: after } }) },
    orderBy: { token: "asc" },
    take: picturesAtOnce,
  });
  const files = rows.map(({ token, type, bytes }) => ({
    name: `pictures/${token}.${type.replace(/^image\//, "").replace(/[^a-z0-9]/g, "")}`,
    bytes,
  }));
  const last = rows.at(-1);
  return { files, cursor: last && rows.length === picturesAtOnce ? last.token : null };
}

const picturesAtOnce = 10;
