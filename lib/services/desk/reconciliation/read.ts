import type { Reconciliation } from "@/lib/db/generated/client";
import type { MovementOp } from "@/lib/domain/reconciliation";
import { NotFound } from "@/lib/domain/refusal";
import { kindOf } from "@/lib/providers/rails/kinds";
import { type Counted, counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";
import type { Total } from "./compare-day";

/** One compared day of a rail, as shown in lists. */
export interface ReconciliationLine extends Omit<Reconciliation, "totals"> {
  railName: string;
  totals: Total[];
  open: number;
}

/** Compared days, newest first; `open`: those that need a person. The span is of days in UTC. Throws NotAllowed. */
export async function listReconciliations(
  world: World,
  operator: Operator,
  filters: { view: "open" | "all" } & Span,
  page: Page,
): Promise<Counted<ReconciliationLine>> {
  await requireOperator(world.db, operator);
  const where = {
    ...(filters.view === "open" ? { state: { not: "agrees" as const } } : {}),
    ...given({ day: inSpan(filters) }),
  };
  const { rows, total } = await counted(
    world.db.reconciliation.findMany({
      where,
      orderBy: [{ day: "desc" }, { rail: "asc" }],
      include: { _count: { select: { differences: { where: { closedAt: null } } } } },
      ...page,
    }),
    world.db.reconciliation.count({ where }),
  );
  return { rows: rows.map(({ _count, ...row }) => lineOf(row, _count.differences)), total };
}

/** One day with its differences, open ones first. Throws NotAllowed or NotFound. */
export async function readReconciliation(world: World, operator: Operator, id: bigint, page: Page) {
  await requireOperator(world.db, operator);
  const row = await world.db.reconciliation.findUnique({ where: { id } });
  if (!row) throw new NotFound();
  const where = { reconciliationId: id };
  const [differences, total, open] = await Promise.all([
    world.db.reconciliationDifference.findMany({
      where,
      orderBy: [{ closedAt: { sort: "asc", nulls: "first" } }, { id: "asc" }],
      ...page,
    }),
    world.db.reconciliationDifference.count({ where }),
    world.db.reconciliationDifference.count({ where: { ...where, closedAt: null } }),
  ]);
  return { ...lineOf(row, open), differences, total };
}

/** One difference. Throws NotAllowed or NotFound. */
export async function readDifference(world: World, operator: Operator, id: bigint) {
  await requireOperator(world.db, operator);
  const found = await world.db.reconciliationDifference.findUnique({
    where: { id },
    include: { reconciliation: true },
  });
  if (!found) throw new NotFound();
  return found;
}

/** The last reading of each rail's balance in each currency. Throws NotAllowed. */
export async function listBalances(world: World, operator: Operator) {
  await requireOperator(world.db, operator);
  const rows = await world.db.railBalance.findMany({
    distinct: ["rail", "currency"],
    orderBy: [{ rail: "asc" }, { currency: "asc" }, { id: "desc" }],
  });
  return rows.map((row) => ({ ...row, railName: kindOf(row.rail)?.name ?? row.rail }));
}

/** The rails that are set up. Throws NotAllowed. */
export async function listComparable(world: World, operator: Operator) {
  await requireOperator(world.db, operator);
  return world.rails.all.map(({ id }) => ({ id, name: kindOf(id)?.name ?? id }));
}

function lineOf(row: Reconciliation, open: number): ReconciliationLine {
  return { ...row, railName: kindOf(row.rail)?.name ?? row.rail, totals: totalsOf(row.totals), open };
}

function totalsOf(kept: unknown): Total[] {
  // Safe: only save.ts writes this column, in this shape.
  const rows = kept as { op: MovementOp; currency: string; railMinor: string; booksMinor: string }[];
  return rows.map(({ op, currency, railMinor, booksMinor }) => ({
    ...{ op, currency },
    railMinor: BigInt(railMinor),
    booksMinor: BigInt(booksMinor),
  }));
}
