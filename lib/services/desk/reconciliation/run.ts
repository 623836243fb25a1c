import { isOwnAccount } from "@/lib/domain/rail-account";
import {
  type BalanceState,
  balanceState,
  dayOf,
  lastDayOver,
  periodOfDay,
  widened,
} from "@/lib/domain/reconciliation";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { everyRail, railOf } from "@/lib/services/money/rails";
import { type Operator, requireOperator } from "../operator/operator";
import { compareDay } from "./compare-day";
import { balanceTask, saveComparison, saveFailure } from "./save";

/** The result of a comparison: `none` when the rail has nothing to compare, `failed` when its data was unavailable. */
export type RunResult =
  | { kind: "compared"; id: bigint; open: number }
  /** For a rail without a statement: its balance was read. */
  | { kind: "read" }
  | { kind: "failed" }
  | { kind: "none" };

const hourMs = 60 * 60 * 1000;
/**
 * How often, and for how many days, a day that differs is compared again, because news may be late. Missed days are
 * also compared for that long.
 */
const againMs = 6 * hourMs;
const againDays = 7;
const balanceEveryMs = 20 * hourMs;

/**
 * The daily comparison of every rail, called every hour: the last complete day, once; days whose statement was
 * unavailable, again each hour; days that differ, again for a week. For rails without a statement the balance is read.
 */
export async function reconcileDue(world: World): Promise<{ compared: number; failed: number }> {
  const result = { compared: 0, failed: 0 };
  await world.rails.routes?.ready();
  for (const rail of everyRail(world)) {
    try {
      const days = rail.statement ? await daysDue(world, rail.id) : [];
      for (const day of days) {
        const { kind } = await reconcileDay(world, rail.id, day);
        if (kind === "compared") result.compared += 1;
        if (kind === "failed") result.failed += 1;
      }
      // What is in an account of a store's own is the store's to spend: its balance follows from nothing that we know.
      if (!isOwnAccount(rail.id) && !rail.statement && rail.holdings && (await isBalanceDue(world, rail.id)))
        await readBalances(world, rail);
    } catch (error) {
      result.failed += 1;
      world.log.error({ err: error, rail: rail.id }, "A rail could not be compared with the books.");
    }
  }
  return result;
}

/** Compares one day of one rail now. Differences raise a task; nothing is repaired automatically. */
export async function reconcileDay(world: World, railId: string, day: string): Promise<RunResult> {
  const rail = railOf(world, railId);
  if (!rail?.statement) return { kind: "none" };
  const statement = await listOf(world, rail, day);
  if (!statement) return { kind: "failed" };
  if (statement.since && statement.since > periodOfDay(day).from) return tooOld(world, rail.id, day);
  const found = await compareDay(world, railId, day, statement);
  return { kind: "compared", ...(await saveComparison(world, railId, day, "api", found)) };
}

/** The rail's list no longer holds the whole day. */
async function tooOld(world: World, railId: string, day: string): Promise<RunResult> {
  await saveFailure(world, railId, day);
  return { kind: "failed" };
}

/**
 * The same at an operator's request, or a balance reading for a rail without a statement. Throws NotAllowed, NotFound,
 * or Invalid on `day`.
 */
export async function reconcileNow(
  world: World,
  operator: Operator,
  input: { rail: string; day: string },
): Promise<RunResult> {
  await requireOperator(world.db, operator);
  const rail = railOf(world, input.rail);
  if (!rail) throw new NotFound();
  if (rail.statement) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(input.day) && !Number.isNaN(Date.parse(input.day));
    if (!isDay || input.day > dayOf(world.clock.now())) throw new Invalid({ day: [say("date_shape")] });
    return reconcileDay(world, rail.id, input.day);
  }
  if (!rail.holdings) return { kind: "none" };
  try {
    await readBalances(world, rail);
  } catch (error) {
    world.log.warn({ err: error, rail: rail.id }, "The balance of a rail could not be had.");
    return { kind: "failed" };
  }
  return { kind: "read" };
}

async function listOf(world: World, rail: PaymentRail, day: string) {
  const range = widened(periodOfDay(day));
  try {
    return await rail.statement?.(range);
  } catch (error) {
    world.log.warn(
      { err: error, rail: rail.id, day },
      "The list of a rail could not be had; it is asked for again.",
    );
    await saveFailure(world, rail.id, day);
    return null;
  }
}

async function daysDue(world: World, rail: string): Promise<string[]> {
  const now = world.clock.now();
  const last = lastDayOver(now);
  const rows = await world.db.reconciliation.findMany({
    where: { rail, day: { gte: new Date(periodOfDay(last).from.getTime() - againDays * 24 * hourMs) } },
    orderBy: { day: "asc" },
  });
  const again = rows.filter(
    ({ state, checkedAt, source }) =>
      state === "failed" ||
      (state === "differs" && source === "api" && now.getTime() - checkedAt.getTime() >= againMs),
  );
  const known = rows.map(({ day }) => dayOf(day));
  const first = known[0] ?? last;
  const missed = Array.from({ length: againDays }, (_, back) =>
    dayOf(new Date(periodOfDay(last).from.getTime() - back * 24 * hourMs)),
  ).filter((day) => day >= first && !known.includes(day));
  return [...again.map(({ day }) => dayOf(day)), ...missed].sort();
}

/** Once a day; each hour while the last reading of one of its currencies is not settled. */
async function isBalanceDue(world: World, rail: string): Promise<boolean> {
  const newest = await world.db.railBalance.findMany({
    where: { rail },
    distinct: ["currency"],
    orderBy: [{ currency: "asc" }, { id: "desc" }],
  });
  const sinceMs = world.clock.now().getTime() - balanceEveryMs;
  return (
    newest.length === 0 ||
    newest.some(({ settledAt, readAt }) => settledAt === null || readAt.getTime() <= sinceMs)
  );
}

/**
 * Reads a rail's balance and stores it with the ledger's, for rails without a statement. A change that neither the
 * ledger nor transfers under way explain raises a task; a later reading that agrees resolves it.
 */
export async function readBalances(world: World, rail: PaymentRail): Promise<{ differs: number }> {
  const held = (await rail.holdings?.()) ?? [];
  let differs = 0;
  for (const { currency, minor } of held) {
    const [booksMinor, underWayMinor] = await Promise.all([
      clearingOf(world, rail.id, currency),
      underWayOf(world, rail.id, currency),
    ]);
    const settled = await world.db.railBalance.findFirst({
      where: { rail: rail.id, currency, settledAt: { not: null } },
      orderBy: { id: "desc" },
    });
    // A currency without any movement is not ours.
    if (!settled && booksMinor === 0n && minor === 0n) continue;
    const reading = { railMinor: minor, booksMinor };
    const { state, changeMinor } = balanceState(settled, { ...reading, underWayMinor });
    if (state === "differs") differs += 1;
    await keep(world, { ...reading, rail: rail.id, currency, state, changeMinor });
  }
  return { differs };
}

async function keep(
  world: World,
  reading: {
    rail: string;
    currency: string;
    railMinor: bigint;
    booksMinor: bigint;
    changeMinor: bigint;
    state: BalanceState;
  },
): Promise<void> {
  const { rail, currency, state } = reading;
  await transact(world, async (unit) => {
    const settled = state === "agrees" ? { settledAt: unit.now, settledBy: "system" } : {};
    const { id } = await unit.tx.railBalance.create({ data: { ...reading, ...settled, readAt: unit.now } });
    const subject = { startsWith: `${rail}/${currency}/` };
    if (state === "agrees") await unit.resolveTasks({ kind: balanceTask, subject });
    const open = await unit.tx.task.count({ where: { kind: balanceTask, subject, resolvedAt: null } });
    if (state !== "differs" || open > 0) return;
    await unit.raiseTask({
      storeId: null,
      kind: balanceTask,
      subject: `${rail}/${currency}/${id}`,
      details: {
        ...{ rail, currency },
        railSays: `${currency} ${reading.railMinor}`,
        booksSay: `${currency} ${reading.booksMinor}`,
        change: `${currency} ${reading.changeMinor}`,
      },
    });
  });
}

async function clearingOf(world: World, rail: string, currency: string): Promise<bigint> {
  const { rows } = await world.pool.query<{ minor: string }>(
    `SELECT sum(b.balance_minor)::text AS minor FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
     WHERE a.kind = 'clearing' AND a.rail = $1 AND a.currency = $2`,
    [rail, currency],
  );
  return BigInt(rows[0]?.minor ?? 0);
}

/** Amounts that only one side may have yet: everything open with this rail, and ledger entries of the last hour. */
async function underWayOf(world: World, rail: string, currency: string): Promise<bigint> {
  const { rows } = await world.pool.query<{ minor: string }>(
    `SELECT (
       (SELECT coalesce(sum(amount_minor), 0) FROM payment_attempts
        WHERE rail = $1 AND currency = $2 AND status IN ('created', 'pending', 'unknown'))
       + (SELECT coalesce(sum(amount_minor), 0) FROM payouts
          WHERE rail = $1 AND currency = $2 AND status IN ('requested', 'sent'))
       + (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r JOIN payment_attempts t ON t.id = r.attempt_id
          WHERE t.rail = $1 AND r.currency = $2 AND r.status IN ('queued', 'sent'))
       + (SELECT coalesce(sum(p.amount_minor), 0) FROM ledger_transactions l
          JOIN ledger_postings p ON p.transaction_id = l.id AND p.currency = $2
          JOIN ledger_accounts a ON a.id IN (p.from_account_id, p.to_account_id) AND a.kind = 'clearing' AND a.rail = $1
          WHERE l.occurred_at >= $3)
     )::text AS minor`,
    [rail, currency, new Date(world.clock.now().getTime() - 60 * 60 * 1000)],
  );
  return BigInt(rows[0]?.minor ?? 0);
}
