import { z } from "zod";
import type { Tx } from "@/lib/db/client";
import { Invalid, say } from "@/lib/domain/refusal";

/** Throws Invalid on `form` while money is under way with this rail: only this rail can report its outcome. */
export async function requireNothingUnderWay(tx: Tx, rail: string, name: string): Promise<void> {
  const counts = await Promise.all([
    tx.paymentAttempt.count({ where: { rail, status: { in: ["created", "pending"] } } }),
    tx.payout.count({ where: { rail, OR: [{ nextPollAt: { not: null } }, { status: "requested" }] } }),
    tx.refund.count({ where: { attempt: { rail }, nextPollAt: { not: null } } }),
  ]);
  const [payments, payouts, refunds] = counts;
  if (payments + payouts + refunds === 0) return;
  throw new Invalid({
    form: [say("rail_under_way", { rail: name, payments, payouts, refunds })],
  });
}

/**
 * Throws Invalid on `form` while the clearing accounts of the sandbox or a test rail are not zero: wallets then contain
 * play money, which a live rail would pay out for real.
 */
export async function requireNoPlayMoney(tx: Tx): Promise<void> {
  const amounts = await tx.$queryRaw<{ currency: string; minor: bigint }[]>`
    SELECT a.currency, sum(b.balance_minor)::bigint AS minor
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'clearing' AND a.rail = ANY (${["sandbox", ...(await testRails(tx))]})
    GROUP BY a.rail, a.currency HAVING sum(b.balance_minor) <> 0 ORDER BY a.rail, a.currency`;
  if (amounts.length === 0) return;
  throw new Invalid({
    form: [say("play_money", { amounts })],
  });
}

/** The rails that were last saved in test mode, including removed ones. */
async function testRails(tx: Tx): Promise<string[]> {
  const saved = await tx.auditEntry.findMany({
    where: { action: "rail.saved" },
    orderBy: { id: "desc" },
    select: { target: true, details: true },
    take: 1_000,
  });
  const modes = new Map(
    saved.reverse().map(({ target, details }) => [target, modeShape.safeParse(details).data]),
  );
  return [...modes].flatMap(([target, mode]) =>
    mode?.livemode === false ? [target.replace(/^rail:/, "")] : [],
  );
}

const modeShape = z.object({ livemode: z.boolean() });
