import { type Difference, periodOfDay } from "@/lib/domain/reconciliation";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import type { Comparison } from "./compare-day";

export const reconciliationTask = "reconciliation_differs";

/**
 * Keeps what was found of one day of one rail. What differs becomes rows that stay open until rail and books agree or a
 * person gives a reason, and one task for the day. Kept again it is the same rows: what agrees now is closed, and what
 * a person closed stays so while neither side says another amount.
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

/** The list could not be had. A day that was compared before stays as it was. */
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
      // What agreed for a while and differs again is open again; what a person closed stays closed.
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

/** The state of a day by what is still open of it, and its task. */
export async function settleRun(unit: Unit, id: bigint, rail: string, day: string): Promise<number> {
  const open = await unit.tx.reconciliationDifference.count({
    where: { reconciliationId: id, closedAt: null },
  });
  const state = open > 0 ? "differs" : "agrees";
  await unit.tx.reconciliation.update({ where: { id }, data: { state } });
  const subject = `${rail}/${day}`;
  if (open > 0)
    await unit.raiseTask({
      storeId: null,
      kind: reconciliationTask,
      subject,
      details: { rail, day, count: open, reconciliation: String(id) },
    });
  else
    await unit.tx.task.updateMany({
      where: { kind: reconciliationTask, subject, resolvedAt: null },
      data: { resolvedAt: unit.now, resolvedBy: "system" },
    });
  return open;
}
