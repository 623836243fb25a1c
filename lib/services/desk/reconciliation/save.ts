import { type Difference, dayOf, periodOfDay } from "@/lib/domain/reconciliation";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { type Operator, requireOperator, requireReason } from "../operator/operator";
import type { Comparison } from "./compare-day";

export const reconciliationTask = "reconciliation_differs";
export const balanceTask = "balance_differs";

/**
 * Stores the comparison of one day of one rail. Each difference is a row that stays open until rail and ledger agree or
 * a person gives a reason, and the day has one task. Storing it again updates the same rows: differences that are gone
 * are closed, and those closed by a person stay closed while neither side reports another amount.
 */
export async function saveComparison(
  world: World,
  rail: string,
  day: string,
  source: "api" | "file",
  found: Comparison,
): Promise<{ id: bigint; open: number }> {
  return transact(world, async (unit) => {
    const { id } = await writeRun(unit, rail, day, {
      ...{ source, lines: found.lines, foreign: found.foreign },
      totals: found.totals.map(({ railMinor, booksMinor, ...total }) => ({
        ...total,
        railMinor: String(railMinor),
        booksMinor: String(booksMinor),
      })),
    });
    await writeDifferences(unit, id, found.differences);
    return { id, open: await settleRun(unit, id, rail, day) };
  });
}

/** Stores that the statement was unavailable. A day that was compared before is not changed. */
export async function saveFailure(world: World, rail: string, day: string): Promise<void> {
  await world.db.reconciliation.createMany({
    data: [
      { rail, day: periodOfDay(day).from, source: "api", state: "failed", checkedAt: world.clock.now() },
    ],
    skipDuplicates: true,
  });
}

async function writeRun(
  unit: Unit,
  rail: string,
  day: string,
  facts: { source: string; lines: number; foreign: number; totals: Record<string, string>[] },
): Promise<{ id: bigint }> {
  const data = { ...facts, state: "agrees" as const, checkedAt: unit.now };
  const where = { rail_day: { rail, day: periodOfDay(day).from } };
  return unit.tx.reconciliation.upsert({
    where,
    create: { rail, day: periodOfDay(day).from, ...data },
    update: data,
    select: { id: true },
  });
}

async function writeDifferences(unit: Unit, reconciliationId: bigint, found: Difference[]): Promise<void> {
  const before = await unit.tx.reconciliationDifference.findMany({ where: { reconciliationId } });
  const keyOf = (one: { op: string; ourId: string; currency: string }) =>
    `${one.op}/${one.ourId}/${one.currency}`;
  const known = new Map(before.map((one) => [keyOf(one), one]));
  await unit.tx.reconciliationDifference.createMany({
    data: found
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => ({ ...one, reconciliationId, foundAt: unit.now })),
  });
  for (const one of found) {
    const earlier = known.get(keyOf(one));
    known.delete(keyOf(one));
    if (!earlier || (earlier.railMinor === one.railMinor && earlier.booksMinor === one.booksMinor)) {
      // A difference that was closed automatically and is back is opened again; one closed by a person stays closed.
      if (earlier?.closedBy === "system") await reopen(unit, earlier.id, one);
      continue;
    }
    await reopen(unit, earlier.id, one);
  }
  const gone = [...known.values()].filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
  await unit.tx.reconciliationDifference.updateMany({
    where: { id: { in: gone } },
    data: { closedAt: unit.now, closedBy: "system" },
  });
}

async function reopen(unit: Unit, id: bigint, { kind, railMinor, booksMinor }: Difference): Promise<void> {
  await unit.tx.reconciliationDifference.update({
    where: { id },
    data: { kind, railMinor, booksMinor, closedAt: null, closedBy: null, reason: null },
  });
}

/** Updates the state of a day from its open differences, and its task. Returns how many are open. */
export async function settleRun(unit: Unit, id: bigint, rail: string, day: string): Promise<number> {
  const open = await unit.tx.reconciliationDifference.count({
    where: { reconciliationId: id, closedAt: null },
  });
  const state = open > 0 ? "differs" : "agrees";
  await unit.tx.reconciliation.update({ where: { id }, data: { state } });
  const subject = `${rail}/${day}`;
  // What came to an account of a store's own is that store's to look at.
  const storeId = unit.world.rails.own?.storeOf(rail) ?? null;
  const kind = storeId === null ? reconciliationTask : `own_${reconciliationTask}`;
  if (open > 0)
    await unit.raiseTask({
      storeId,
      kind,
      subject,
      details: { rail, day, count: open, reconciliation: String(id) },
    });
  else await unit.resolveTasks({ kind, subject });
  return open;
}

/**
 * Closes a difference with a person's finding. No money moves; the reason is in the audit log. It opens again when a
 * side reports another amount. Throws NotAllowed, NotFound, or Invalid on `reason`, and on `form` when it is closed
 * already.
 */
export async function closeDifference(
  world: World,
  operator: Operator,
  input: { id: bigint; reason: string },
): Promise<{ reconciliationId: bigint }> {
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const found = await unit.tx.reconciliationDifference.findUnique({
      where: { id: input.id },
      include: { reconciliation: true },
    });
    if (!found) throw new NotFound();
    const { count } = await unit.tx.reconciliationDifference.updateMany({
      where: { id: found.id, closedAt: null },
      data: { closedAt: unit.now, closedBy: operator.actor, reason },
    });
    if (count === 0) throw new Invalid({ form: [say("difference_closed")] });
    const { rail, day } = found.reconciliation;
    await unit.audit(operator, {
      reason,
      action: "reconciliation.closed",
      target: `${found.op}:${found.ourId}`,
      details: {
        ...{ rail, day: dayOf(day), kind: found.kind, currency: found.currency },
        railMinor: found.railMinor === null ? null : String(found.railMinor),
        booksMinor: found.booksMinor === null ? null : String(found.booksMinor),
      },
    });
    await settleRun(unit, found.reconciliationId, rail, dayOf(day));
    return { reconciliationId: found.reconciliationId };
  });
}

/**
 * Explains why a rail's balance changed differently from the ledger: its owner paid money in or out, or the rail took a
 * fee. Later readings are compared with this one. Throws as `closeDifference`; only the last reading can be settled.
 */
export async function settleBalance(
  world: World,
  operator: Operator,
  input: { id: bigint; reason: string },
): Promise<void> {
  await transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const found = await unit.tx.railBalance.findUnique({ where: { id: input.id } });
    if (!found) throw new NotFound();
    const { rail, currency } = found;
    const newer = await unit.tx.railBalance.count({ where: { rail, currency, id: { gt: found.id } } });
    if (newer > 0 || found.settledAt !== null) throw new Invalid({ form: [say("balance_read_again")] });
    await unit.tx.railBalance.update({
      where: { id: found.id },
      data: { settledAt: unit.now, settledBy: operator.actor, reason },
    });
    await unit.audit(operator, {
      reason,
      action: "balance.settled",
      target: `rail:${rail}`,
      details: {
        ...{ currency, changeMinor: String(found.changeMinor) },
        ...{ railMinor: String(found.railMinor), booksMinor: String(found.booksMinor) },
      },
    });
    await unit.resolveTasks(
      { kind: balanceTask, subject: { startsWith: `${rail}/${currency}/` } },
      operator.actor,
    );
  });
}
