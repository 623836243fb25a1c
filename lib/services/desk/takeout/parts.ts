import { Prisma, readRows } from "@/lib/db/client";
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
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { withValues } from "@/lib/services/people/customers/value";

/** So many rows are read at once. */
export const rowsAtOnce = 500;

/** Rows of one list, and behind which row the next ones begin. */
export interface Rows {
  rows: unknown[];
  cursor: string | null;
}

/** One list of the file. */
export interface Part {
  name: string;
  /** Fields that also go into a file of commas, by their path. */
  csv?: readonly string[];
  read(world: World, caller: Caller, after: string | null): Promise<Rows>;
}

const take = rowsAtOnce;

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
    return { rows: [serializeStore(row, world.config.siteUrl)], cursor: null };
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
      rows.map((row) => serializeOrder(row, world.config.siteUrl)),
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

/** What the API does not show, by its columns. `key` orders the rows, and is of this type. */
function table(
  name: string,
  from: string,
  columns: string,
  { key, type, shown = (row) => row }: { key: string; type: string; shown?: (row: Row) => unknown },
): Part {
  return {
    name,
    async read(world, { storeId }, after) {
      const rows = await readRows<{ cursor: string; row: Row }>(
        world.pool,
        Prisma.sql`SELECT cursor, to_jsonb(found) - 'cursor' AS row FROM (
          SELECT (${Prisma.raw(key)})::text AS cursor, ${Prisma.raw(columns)} FROM ${Prisma.raw(from)}
          WHERE t.store_id = ${storeId}
            AND (${after}::text IS NULL OR (${Prisma.raw(key)}) > ${after}::${Prisma.raw(type)})
          ORDER BY ${Prisma.raw(key)} LIMIT ${take}) found`,
      );
      const last = rows.at(-1);
      return {
        rows: rows.map(({ row }) => shown(row)),
        cursor: last && rows.length === take ? last.cursor : null,
      };
    },
  };
}

type Row = Record<string, unknown>;

const byUuid = { key: "t.id", type: "uuid" };
const byNumber = { key: "t.id", type: "int" };
const money = "currency, amount_minor";
const whom = "customer_name, customer_email, customer_phone";

/** Notes and tags of customers are the account's, those of orders the store's. */
const written = (from: string) => `(SELECT n.*, coalesce(n.store_id, s.id) AS of_store FROM ${from} n
  LEFT JOIN stores s ON n.store_id IS NULL AND s.account_id = n.account_id AND n.livemode) w
  CROSS JOIN LATERAL (SELECT w.id AS id, w.of_store AS store_id) t`;

/** Every list, in the order in which the file has them. */
export const parts: readonly Part[] = [
  ...[store, products, customers, subscriptions, orders, invoices, paymentLinks],
  table(
    "payments",
    "payment_attempts t",
    `id, order_id, rail, rail_ref, method, network, ${money}, status, failure_reason, receipt, paid_at, created_at`,
    byUuid,
  ),
  table("refunds", "refunds t", `id, order_id, ${money}, reason, status, created_at, completed_at`, byUuid),
  table(
    "disputes",
    "disputes t",
    `id, order_id, rail, state, ${money}, reason, opened_at, due_at, decided_at`,
    byUuid,
  ),
  table(
    "payouts",
    "payouts t",
    `id, ${money}, fee_minor, status, kind, destination_label, receipt, created_at, completed_at`,
    byUuid,
  ),
  table(
    "statement",
    `(SELECT p.id * 2 + (p.to_account_id = a.id)::int AS place, a.store_id, a.kind AS account, x.kind, x.source_id,
        x.occurred_at, p.currency, CASE WHEN p.to_account_id = a.id THEN p.amount_minor ELSE -p.amount_minor END AS amount_minor
      FROM ledger_accounts a JOIN ledger_postings p ON a.id IN (p.from_account_id, p.to_account_id)
      JOIN ledger_transactions x ON x.id = p.transaction_id) t`,
    `account, kind, source_id, occurred_at, ${money}`,
    { key: "t.place", type: "bigint" },
  ),
  table(
    "discounts",
    "discounts t",
    `id, name, code, is_automatic, type, percent_hundredths, ${money}, duration, duration_periods, product_ids,
      max_redemptions, max_per_customer, starts_at, expires_at, is_active, redemptions_count, deleted_at, created_at`,
    byNumber,
  ),
  table(
    "discount_codes",
    "discount_codes t",
    "id, discount_id, code, max_redemptions, redemptions_count, created_at",
    byNumber,
  ),
  table(
    "quotes",
    "quotes t",
    `id, number, body, currency, total_minor, ${whom}, valid_until, sent_at, accepted_at, declined_at, withdrawn_at,
      invoice_id, created_at`,
    byNumber,
  ),
  table(
    "recurring_invoices",
    "recurring_invoices t",
    `id, body, due_days, currency, total_minor, ${whom}, channels, interval, starts_on, ends_on, times, made_count,
      next_on, paused_at, ended_at, created_at`,
    byNumber,
  ),
  table("notes", written("notes"), "w.id, customer_id, order_id, text, created_at", byNumber),
  table("tags", written("tags"), "w.id, customer_id, order_id, name, created_at", byNumber),
  table(
    "events",
    "(SELECT * FROM events WHERE livemode) t",
    "id, type, object_id, sequence, occurred_at, payload",
    {
      ...{ key: 't.id COLLATE "C"', type: "text" },
      // Its text is JSON, in which links that are keys stand by themselves.
      shown: ({ payload, ...row }) => ({ ...row, payload: JSON.parse(String(payload)) as unknown }),
    },
  ),
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
