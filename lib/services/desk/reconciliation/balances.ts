import { type BalanceState, balanceState } from "@/lib/domain/reconciliation";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";

export const balanceTask = "balance_differs";

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
