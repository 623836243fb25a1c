import type { PlanRow } from "@/lib/db/rows";
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
