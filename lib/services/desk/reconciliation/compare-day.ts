import {
  compareMovements,
  type Difference,
  type Movement,
  type MovementOp,
  periodOfDay,
  widened,
} from "@/lib/domain/reconciliation";
import type { Statement, StatementLine } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";
import { bookMovements, bookMovementsOf } from "./book-movements";

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
  const ours = statement.lines.flatMap((line) => movementOf(line) ?? []);
  const books = await bookMovements(world, rail, widened(period));
  const found = compareMovements(ours, books, period, statement.holds);
  const inDay = statement.lines.filter(isInDay);
  return {
    lines: inDay.length,
    foreign: inDay.filter(({ ourId }) => ourId === null).length,
    totals: totalsOf(ours.filter(isInDay), books.filter(isInDay), statement.holds),
    differences: await stillDifferent(world, rail, found),
  };
}

function movementOf({ ourId, op, currency, minor, at }: StatementLine): Movement | null {
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
