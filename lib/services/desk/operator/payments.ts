import { outsideRail } from "@/lib/domain/outside";
import type { Counted, Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

const sinceMs = 24 * 60 * 60_000;
/** How many of the newest orders of all stores are read: on a day with more, only the latest ones count. */
const ordersMax = 20_000;

const states = {
  paid: "a.status IN ('succeeded', 'reversed') AND a.suspense_reason IS NULL",
  refused: "a.status = 'failed'",
  open: "a.status IN ('created', 'pending', 'unknown')",
};
export type PaymentState = keyof typeof states;

/** `$1`: since when. It reads along the keys of orders and of their payments, never all of either. */
const recentSql = `(SELECT id, number FROM orders ORDER BY id DESC LIMIT ${ordersMax}) o
  JOIN payment_attempts a ON a.order_id = o.id AND a.created_at >= $1 AND a.rail <> '${outsideRail}'`;

const countsSql = Object.entries(states)
  .map(([name, when]) => `count(*) FILTER (WHERE ${when})::int AS ${name}`)
  .join(", ");

type Counts = Record<PaymentState, number>;

function recentOf<Row extends object>(world: World, before: string, after: string, values: unknown[] = []) {
  const since = new Date(world.clock.now().getTime() - sinceMs);
  return world.pool.query<Row>(`SELECT ${before} FROM ${recentSql} ${after}`, [since, ...values]);
}

/** How payments of the last 24 hours ended, by what they went through. */
export async function countByNetwork(world: World) {
  type Row = Counts & { rail: string; network: string | null; method: string };
  const of = "a.rail, a.network, a.method::text";
  return (await recentOf<Row>(world, `${of}, ${countsSql}`, `GROUP BY ${of} ORDER BY count(*) DESC LIMIT 50`))
    .rows;
}

/** Payments of one rail that began in one hour, in one currency. */
export interface RailHour extends Counts {
  rail: string;
  at: Date;
  currency: string;
  paidMinor: bigint;
}

/** The payments of the last 24 hours by rail and hour. */
export async function countByHour(world: World): Promise<RailHour[]> {
  const { rows } = await recentOf<Omit<RailHour, "paidMinor"> & { minor: string }>(
    world,
    `a.rail, date_trunc('hour', a.created_at, 'UTC') AS at, a.currency, ${countsSql},
     coalesce(sum(a.amount_minor) FILTER (WHERE ${states.paid}), 0)::text AS minor`,
    "GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
  );
  return rows.map(({ minor, ...row }) => ({ ...row, paidMinor: BigInt(minor) }));
}

/** A payment of any store, as one line. */
export interface OperatorPayment {
  id: string;
  rail: string;
  network: string | null;
  status: string;
  failureReason: string | null;
  currency: string;
  amountMinor: bigint;
  createdAt: Date;
  number: string;
  store: { id: number; name: string };
}

/** The payments that the overview counts, newest first. Throws NotAllowed. */
export async function listOperatorPayments(
  world: World,
  operator: Operator,
  { state, rail }: { state: PaymentState; rail: string },
  { skip, take }: Page,
): Promise<Counted<OperatorPayment>> {
  await requireOperator(world.db, operator);
  const where = `${states[state]} AND ($2 = '' OR a.rail = $2)`;
  const [found, counted] = await Promise.all([
    recentOf<Omit<OperatorPayment, "amountMinor"> & { minor: string }>(
      world,
      `a.id, a.rail, a.network, a.status::text, a.failure_reason AS "failureReason", a.currency, o.number,
       a.amount_minor::text AS minor, a.created_at AS "createdAt", json_build_object('id', s.id, 'name', s.name) AS store`,
      `JOIN stores s ON s.id = a.store_id WHERE ${where} ORDER BY a.created_at DESC, a.id LIMIT $3 OFFSET $4`,
      [rail, take, skip],
    ),
    recentOf<{ total: number }>(world, "count(*)::int AS total", `WHERE ${where}`, [rail]),
  ]);
  const rows = found.rows.map(({ minor, ...row }) => ({ ...row, amountMinor: BigInt(minor) }));
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
