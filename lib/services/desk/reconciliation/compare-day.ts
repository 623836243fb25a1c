import {
  compareMovements,
  type Difference,
  type Movement,
  type MovementOp,
  type Period,
  periodOfDay,
  widened,
} from "@/lib/domain/reconciliation";
import { isUuidV4 } from "@/lib/domain/token";
import type { Statement, StatementLine } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";

export interface Total {
  op: MovementOp;
  currency: string;
  railMinor: bigint;
  booksMinor: bigint;
}

export interface Comparison {
  lines: number;
  /** Lines without an id of ours: other use of the account. */
  foreign: number;
  totals: Total[];
  differences: Difference[];
}

/** Compares one day of a rail's statement with the ledger. `statement` covers the day and some time around it. */
export async function compareDay(
  world: Pick<World, "pool">,
  rail: string,
  day: string,
  statement: Statement,
): Promise<Comparison> {
  const period = periodOfDay(day);
  const isInDay = ({ at }: { at: Date }) => at >= period.from && at < period.to;
  const lines = await named(world, rail, statement.lines);
  const ours = lines.flatMap((line) => ownMovement(line) ?? []);
  const books = await bookMovements(world, rail, widened(period));
  const found = compareMovements(ours, books, period, statement.holds);
  const inDay = lines.filter(isInDay);
  return {
    lines: inDay.length,
    foreign: inDay.filter(({ ourId }) => ourId === null).length,
    totals: totalsOf(ours.filter(isInDay), books.filter(isInDay), statement.holds),
    differences: await stillDifferent(world, rail, found),
  };
}

/** Lines that name no id of ours, under that of the payment with their receipt. */
async function named(
  { pool }: Pick<World, "pool">,
  rail: string,
  lines: readonly StatementLine[],
): Promise<StatementLine[]> {
  const refs = lines.flatMap(({ ourId, receipt, railRef }) => (ourId === null ? [receipt ?? railRef] : []));
  if (refs.length === 0) return [...lines];
  const { rows } = await pool.query<{ ref: string; id: string }>(
    `SELECT receipt AS ref, id FROM payment_attempts WHERE rail = $1 AND receipt = ANY ($2)
     UNION ALL SELECT ref, attempt_id FROM till_payments, unnest(ARRAY[receipt, rail_ref]) AS ref
       WHERE rail = $1 AND attempt_id IS NOT NULL AND (receipt = ANY ($2) OR rail_ref = ANY ($2))`,
    [rail, refs],
  );
  const idOf = new Map(rows.map(({ ref, id }) => [ref, id]));
  return lines.map((line) => ({
    ...line,
    ourId: line.ourId ?? idOf.get(line.receipt ?? line.railRef) ?? null,
  }));
}

function ownMovement({ ourId, op, currency, minor, at }: StatementLine): Movement | null {
  return ourId === null ? null : { op, ourId, currency, minor, at };
}

/** Removes differences that the ledger has at another time: a rail may use the start time of a payment. */
async function stillDifferent(
  world: Pick<World, "pool">,
  rail: string,
  found: Difference[],
): Promise<Difference[]> {
  const all = await bookMovementsOf(
    world,
    rail,
    found.map(({ ourId }) => ourId),
  );
  return found.filter(({ op, ourId, currency, railMinor }) => {
    const said = all.filter((one) => one.op === op && one.ourId === ourId && one.currency === currency);
    return (
      railMinor === null || said.length === 0 || said.reduce((sum, one) => sum + one.minor, 0n) !== railMinor
    );
  });
}

function totalsOf(rail: Movement[], books: Movement[], ops: Statement["holds"]): Total[] {
  const totals = new Map<string, Total>();
  const add = (side: "railMinor" | "booksMinor", { op, currency, minor }: Movement) => {
    const key = `${op}/${currency}`;
    const total = totals.get(key) ?? { op, currency, railMinor: 0n, booksMinor: 0n };
    totals.set(key, { ...total, [side]: total[side] + minor });
  };
  for (const one of rail) add("railMinor", one);
  for (const one of books) if (ops.includes(one.op)) add("booksMinor", one);
  return [...totals.values()].sort((a, b) => `${a.op}${a.currency}`.localeCompare(`${b.op}${b.currency}`));
}

/** Kinds of ledger entries by their prefix; a rail's own statement has no manual corrections. */
const opOf: readonly (readonly [begins: string, op: MovementOp | null])[] = [
  ["payment_reversed", "reversal"],
  ["suspense_reversed", "reversal"],
  ["suspense_return_reversed", "refund"],
  ["dispute", "reversal"],
  ["payment", "charge"],
  ["suspense", "charge"],
  ["second_received", "charge"],
  ["refund", "refund"],
  ["payout", "payout"],
  ["correction", null],
];

interface Row {
  kind: string;
  source_id: string;
  currency: string;
  minor: string;
  occurred_at: Date;
}

/**
 * The movements of this rail in the ledger: each entry on its account, without the rail's fees. A payment has
 * the rail's own time where there is one, because we may have heard of it days later.
 */
export async function bookMovements(
  world: Pick<World, "pool">,
  rail: string,
  period: Period,
): Promise<Movement[]> {
  const { rows } = await world.pool.query<Row>(
    `${select} AND l.occurred_at >= $2 AND l.occurred_at < $3 ${group}`,
    [rail, period.from, period.to],
  );
  const movements = rows.flatMap((row) => movementOf(row) ?? []);
  const paid = await paidTimes(
    world,
    movements.filter(({ op }) => op === "charge").map(({ ourId }) => ourId),
  );
  return movements.map((one) => (one.op === "charge" ? { ...one, at: paid.get(one.ourId) ?? one.at } : one));
}

async function paidTimes(world: Pick<World, "pool">, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await world.pool.query<{ id: string; paid_at: Date }>(
    "SELECT id::text, paid_at FROM payment_attempts WHERE id = ANY ($1::uuid[]) AND paid_at IS NOT NULL",
    [ids.filter(isUuidV4)],
  );
  return new Map(rows.map(({ id, paid_at }) => [id, paid_at]));
}

/** All ledger movements of these attempts, refunds and payouts, at any time. */
export async function bookMovementsOf(
  world: Pick<World, "pool">,
  rail: string,
  ids: readonly string[],
): Promise<Movement[]> {
  if (ids.length === 0) return [];
  const { rows } = await world.pool.query<Row>(`${select} AND left(l.source_id, 36) = ANY ($2) ${group}`, [
    rail,
    ids,
  ]);
  return rows.flatMap((row) => movementOf(row) ?? []);
}

const select = `
  SELECT l.kind, l.source_id, p.currency, l.occurred_at,
    sum(CASE WHEN giver.rail = $1 THEN p.amount_minor ELSE -p.amount_minor END)::text AS minor
  FROM ledger_transactions l
  JOIN ledger_postings p ON p.transaction_id = l.id
  JOIN ledger_accounts giver ON giver.id = p.from_account_id
  JOIN ledger_accounts taker ON taker.id = p.to_account_id
  WHERE (giver.rail = $1 OR taker.rail = $1)
    AND giver.kind NOT IN ('rail_cost', 'direct_cost') AND taker.kind NOT IN ('rail_cost', 'direct_cost')`;
const group = "GROUP BY l.id, p.currency";

/** The source of a partial entry begins with the object's id. */
function movementOf({ kind, source_id, currency, minor, occurred_at }: Row): Movement | null {
  const op = opOf.find(([begins]) => kind.startsWith(begins))?.[1] ?? null;
  if (op === null) return null;
  return { op, ourId: source_id.slice(0, 36), currency, minor: BigInt(minor), at: occurred_at };
}
