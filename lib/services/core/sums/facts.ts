import { Prisma } from "@/lib/db/client";
import {
  type Addend,
  addendsOfOrder,
  addendsOfSubscription,
  type OrderFacts,
  type SubscriptionSold,
} from "@/lib/domain/sums";

/** What is summed: an order with its lines and tries, or a subscription with its periods. */
export type Source = "order" | "subscription";

/** Asks the database by one statement, on whatever connection. */
export type Ask = <Row>(query: Prisma.Sql) => Promise<Row[]>;

/** What one order or subscription adds now. */
export interface Added {
  id: string;
  livemode: boolean;
  addends: Addend[];
}

/** Amounts come as texts: JSON has no numbers of 64 bits. */
type Texts<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };

/** Milliseconds, as `Date.getTime`. */
function ms(column: string): Prisma.Sql {
  return Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);
}

/** What these orders add by what is stored of them now; nothing for those that are gone. */
async function readOrders(ask: Ask, ids: readonly string[]): Promise<Added[]> {
  type Row = Texts<Omit<OrderFacts, "lines" | "attempts">> & {
    id: string;
    livemode: boolean;
    lines: Texts<OrderFacts["lines"][number]>[];
    attempts: Texts<OrderFacts["attempts"][number]>[];
  };
  const rows = await ask<Row>(Prisma.sql`
    SELECT o.id::text AS id, o.livemode, ${ms("o.created_at")} AS "createdAt", ${ms("o.paid_at")} AS "paidAt",
      o.payment_status::text AS "paymentStatus", o.source::text AS source, o.payment_method::text AS "paymentMethod",
      o.currency, o.total_minor::text AS "totalMinor", o.refunded_minor::text AS "refundedMinor",
      o.payment_link_id AS "paymentLinkId",
      (SELECT coalesce(json_agg(json_build_object('productId', product_id, 'quantity', quantity,
          'totalMinor', total_minor::text, 'discountMinor', discount_minor::text) ORDER BY position), '[]')
        FROM order_items WHERE order_id = o.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('createdAt', ${ms("created_at")}, 'way', coalesce(network, method::text),
          'currency', currency, 'status', status, 'failureReason', failure_reason, 'amountMinor', amount_minor::text)), '[]')
        FROM payment_attempts WHERE order_id = o.id AND rail <> 'outside') AS attempts
    FROM orders o WHERE o.id = ANY (${ids.map(Number)})`);
  return rows.map(({ id, livemode, lines, attempts, totalMinor, refundedMinor, ...order }) => {
    const facts = {
      ...order,
      ...{ totalMinor: BigInt(totalMinor), refundedMinor: BigInt(refundedMinor) },
      lines: lines.map((line) => ({
        ...line,
        ...{ totalMinor: BigInt(line.totalMinor), discountMinor: BigInt(line.discountMinor) },
      })),
      attempts: attempts.map((attempt) => ({ ...attempt, amountMinor: BigInt(attempt.amountMinor) })),
    };
    return { id, livemode, addends: addendsOfOrder(facts) };
  });
}

/** The same of subscriptions. */
async function readSubscriptions(ask: Ask, ids: readonly string[]): Promise<Added[]> {
  type Row = Omit<SubscriptionSold, "periods"> & {
    id: string;
    periods: Texts<SubscriptionSold["periods"][number]>[];
  };
  const rows = await ask<Row>(Prisma.sql`
    SELECT s.id, s.livemode, s.status::text AS status, s.product_id AS "productId", s.interval::text AS interval, s.currency,
      (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'startsAt', ${ms("starts_at")},
          'endsAt', ${ms("ends_at")}, 'paidAt', ${ms("paid_at")}, 'interval', p.interval, 'listMinor', list_minor::text,
          'paidMinor', paid_minor::text, 'stoppedAt', ${ms("stopped_at")}, 'cutAt', ${ms("cut_at")}, 'wentBack', went_back)
          ORDER BY number), '[]')
        FROM subscription_periods p WHERE subscription_id = s.id) AS periods
    FROM subscriptions s WHERE s.id = ANY (${ids})`);
  return rows.map(({ id, periods, ...sub }) => {
    const sold = periods.map((period) => ({
      ...period,
      ...{ listMinor: BigInt(period.listMinor), paidMinor: BigInt(period.paidMinor) },
    }));
    return { id, livemode: sub.livemode, addends: addendsOfSubscription({ ...sub, periods: sold }) };
  });
}

export const readers = { order: readOrders, subscription: readSubscriptions };
