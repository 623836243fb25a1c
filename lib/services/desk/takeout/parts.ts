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
import { listed } from "../data-map";
import { type Part, tables, take } from "./tables";

/** Where a list stands: the rows behind the one of before, in the order of their ids. */
interface Place<Id> {
  after: { id?: { gt: Id } };
  next: { orderBy: { id: "asc" }; take: number };
}

/** A list of what the API shows, as it shows it. `csv`: the fields that also go into a file of commas, by their path. */
function list<Id extends number | string, Row extends { id: Id }>(
  name: string,
  csv: string | null,
  idOf: (text: string) => Id,
  find: (world: World, caller: Caller, place: Place<Id>) => Promise<Row[]>,
  show: (row: Row, siteUrl: string, now: Date) => unknown,
): Part {
  return {
    ...{ name, ...(csv && { csv: listed(csv) }) },
    async read(world, caller, from) {
      const after = from === null ? {} : { id: { gt: idOf(from) } };
      const rows = await find(world, caller, { after, next: { orderBy: { id: "asc" }, take } });
      const now = world.clock.now();
      const last = rows.at(-1);
      return {
        rows: rows.map((row) => show(row, world.config.siteUrl, now)),
        cursor: last && rows.length === take ? String(last.id) : null,
      };
    },
  };
}

const store: Part = {
  name: "store",
  async read(world, { storeId }) {
    const row = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
    return { rows: [serializeStore(row, world.config.siteUrl, null)], cursor: null };
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

/** Every list, in the order in which the file has them. */
export const parts: readonly Part[] = [
  store,
  list(
    "products",
    "id, name, kind, status, price, sale_price, currency, url",
    Number,
    ({ db }, { storeId }, { after, next }) => db.product.findMany({ where: { storeId, ...after }, ...next }),
    serializeProduct,
  ),
  list(
    "customers",
    "id, name, email, phone, company, country, city, address, status, lifetime_value, customer_since",
    Number,
    async ({ db }, caller, { after, next }) => {
      const { accountId } = caller;
      const where = { accountId, livemode: true, prospect: false, erasedAt: null, ...after };
      const rows = await withValues(db, caller, await db.customer.findMany({ where, ...next }));
      return rows.map((one) => ({ ...one, id: one.row.id }));
    },
    (row) => serializeCustomer(row),
  ),
  list(
    "subscriptions",
    `id, ref, customer.name, customer.email, customer.phone, product.name, status, started_at, current_period_end,
      access_ends_at, cancelled_at, amount, currency, interval, total_paid`,
    String,
    ({ db }, { storeId }, { after, next }) =>
      db.subscription.findMany({
        where: { storeId, livemode: true, ...after },
        include: { ...subscriptionInclude, periods: { orderBy: { number: "asc" } } },
        ...next,
      }),
    ({ periods, ...row }, _siteUrl, now) => ({
      ...serializeSubscription(row, now, ""),
      periods: periods.map(periodOf),
      sente: exactOf(row),
    }),
  ),
  list(
    "orders",
    `id, number, customer.name, customer.email, customer.phone, payment_status, order_status, source, currency, total,
      fee, net, refunded_amount, created_at`,
    Number,
    ({ db }, { storeId }, { after, next }) =>
      db.order.findMany({ where: { storeId, livemode: true, ...after }, include: orderInclude, ...next }),
    (row, siteUrl) => serializeOrder(row, siteUrl, null),
  ),
  list(
    "invoices",
    `id, number, customer.name, customer.email, customer.phone, status, currency, total, amount_paid, due_on,
      created_at`,
    Number,
    ({ db }, { storeId }, { after, next }) =>
      db.invoice.findMany({ where: { storeId, livemode: true, ...after }, include: invoiceInclude, ...next }),
    (row, siteUrl, now) => serializeInvoice(row, now, siteUrl),
  ),
  list(
    "payment_links",
    null,
    Number,
    ({ db }, { storeId }, { after, next }) =>
      db.paymentLink.findMany({ where: { storeId, deletedAt: null, ...after }, ...next }),
    (row, siteUrl, now) => serializePaymentLink(row, now, siteUrl),
  ),
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
