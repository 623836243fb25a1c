import { z } from "zod";
import type { PlanRow } from "@/lib/db/rows";
import { fixedCurrencies } from "@/lib/domain/fees";
import { NotFound } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

export type PlanLine = PlanRow & { stores: number };

/** The service's fee income, minus refunds and returned payouts. One line for each currency, never summed. */
export interface FeeIncome {
  currency: string;
  thisMonthMinor: bigint;
  lastMonthMinor: bigint;
}

/** All plans by name, with how many stores are on each. */
export async function readPlans(world: World, operator: Operator): Promise<PlanLine[]> {
  await requireOperator(world.db, operator);
  const rows = await world.db.plan.findMany({
    include: { _count: { select: { stores: true } } },
    orderBy: { name: "asc" },
    take: 100,
  });
  return rows.map(({ _count, ...plan }) => ({ ...plan, stores: _count.stores }));
}

/** One plan. Throws NotFound. */
export async function readPlan(world: World, operator: Operator, code: string): Promise<PlanLine> {
  const plan = (await readPlans(world, operator)).find((one) => one.code === code);
  if (!plan) throw new NotFound();
  return plan;
}

/** The currencies in which the plan may need amounts: those of all stores, and those that it has. */
export async function planCurrencies(world: World, operator: Operator, plan: PlanLine): Promise<string[]> {
  await requireOperator(world.db, operator);
  const stores = await world.db.store.findMany({ distinct: ["currency"], select: { currency: true } });
  return [...new Set([...fixedCurrencies(plan), ...stores.map(({ currency }) => currency)])].sort();
}

/** A change of a plan's fees, as its log has it: both as people write them, "2.5 %". */
export interface FeeChange {
  id: string;
  at: Date;
  /** The one currency in which the fixed amounts changed; none where the percentages did. */
  currency?: string;
  fee: string;
  payoutFee: string;
  feeBefore: string;
  payoutFeeBefore: string;
}

const changesMax = 50;

/** How the fees were changed for stores of this currency, newest first. For the sellers: it tells nobody's name. */
export async function listFeeChanges(
  world: World,
  planCode: string,
  currency?: string,
): Promise<FeeChange[]> {
  const rows = await readChanges(world, planCode);
  return rows
    .flatMap((row) => changeOf(row) ?? [])
    .filter((change) => change.currency === undefined || change.currency === currency);
}

/** The same with who did it and why. Throws NotAllowed. */
export async function listPlanChanges(
  world: World,
  operator: Operator,
  planCode: string,
): Promise<(FeeChange & { by: string; reason: string | null })[]> {
  await requireOperator(world.db, operator);
  const rows = await readChanges(world, planCode);
  const ids = rows.map(({ actor }) => Number(actor.replace(/^user:/, ""))).filter(Number.isInteger);
  const people = await world.db.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [`user:${id}`, name]));
  return rows.flatMap((row) => {
    const change = changeOf(row);
    return change ? [{ ...change, by: names.get(row.actor) ?? row.actor, reason: row.reason }] : [];
  });
}

function readChanges(world: World, planCode: string) {
  const where = { target: `plan:${planCode}`, action: "plan.changed" };
  return world.db.auditEntry.findMany({ where, orderBy: { id: "desc" }, take: changesMax });
}

const Fees = z.object({
  currency: z.string().optional(),
  ...{ fee: z.string(), payout_fee: z.string(), fee_before: z.string(), payout_fee_before: z.string() },
});

/** Null where only the name or the API of the plan changed. */
function changeOf(row: { id: bigint; createdAt: Date; details: unknown }): FeeChange | null {
  const fees = Fees.safeParse(row.details);
  if (!fees.success) return null;
  const { currency, fee, payout_fee: payoutFee } = fees.data;
  const { fee_before: feeBefore, payout_fee_before: payoutFeeBefore } = fees.data;
  if (fee === feeBefore && payoutFee === payoutFeeBefore) return null;
  return {
    ...{ id: String(row.id), at: row.createdAt, fee, payoutFee, feeBefore, payoutFeeBefore },
    ...(currency ? { currency } : {}),
  };
}

/** The fee income in the ledger: this month and the previous one, both by UTC. Throws NotAllowed. */
export async function readFeeIncome(world: World, operator: Operator): Promise<FeeIncome[]> {
  await requireOperator(world.db, operator);
  const now = world.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const { rows } = await world.pool.query<{ currency: string; current: string; last: string }>(
    `SELECT account.currency,
       coalesce(sum(moved.minor) FILTER (WHERE moved.at >= $1), 0)::text AS current,
       coalesce(sum(moved.minor) FILTER (WHERE moved.at < $1), 0)::text AS last
     FROM ledger_accounts account
     CROSS JOIN LATERAL (
       SELECT t.occurred_at AS at, p.amount_minor AS minor FROM ledger_postings p
       JOIN ledger_transactions t ON t.id = p.transaction_id
       WHERE p.to_account_id = account.id AND t.occurred_at >= $2
       UNION ALL
       SELECT t.occurred_at, -p.amount_minor FROM ledger_postings p
       JOIN ledger_transactions t ON t.id = p.transaction_id
       WHERE p.from_account_id = account.id AND t.occurred_at >= $2
     ) moved
     WHERE account.kind = 'fee_income'
     GROUP BY 1 ORDER BY 1`,
    [month, before],
  );
  return rows.map(({ currency, current, last }) => ({
    currency,
    thisMonthMinor: BigInt(current),
    lastMonthMinor: BigInt(last),
  }));
}
