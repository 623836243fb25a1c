import type { Town } from "./town";

interface Decided {
  id: string;
  status: string;
  paid: boolean;
  minor: string;
}

/**
 * 9. What is in the books came from the rail, to the unit; and nobody was told "failed" without the rail's word. Each
 * attempt is compared once for each end that it reaches: what the rail said then it cannot take back, but by a reversal.
 */
export async function compareWithRail({ world, shop, truth, compared }: Town): Promise<string[]> {
  const { rows } = await world.pool.query<Decided>({
    name: "decided-attempts",
    text: `
      SELECT t.id, t.status::text, t.paid_at IS NOT NULL AS paid, coalesce((
        SELECT sum(p.amount_minor) FROM ledger_transactions l JOIN ledger_postings p ON p.transaction_id = l.id
        JOIN ledger_accounts a ON a.id = p.from_account_id AND a.kind = 'clearing'
        WHERE l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_received')), 0)::text AS minor
      FROM payment_attempts t WHERE t.store_id = $1 AND t.status IN ('succeeded', 'failed', 'reversed')`,
    values: [shop.store.id],
  });
  const problems: string[] = [];
  for (const one of rows) {
    const key = `${one.id} ${one.status}`;
    if (compared.has(key)) continue;
    compared.add(key);
    const said = await world.sandbox.rail.chargeStatus({ attemptId: one.id });
    if (one.paid) {
      const took = said.kind === "succeeded" || said.kind === "reversed" ? said.settlement.amount.minor : 0n;
      if (took !== BigInt(one.minor))
        problems.push(`9 The rail took ${took}, the books say ${one.minor}: ${one.id}`);
    } else if (one.status === "failed" && said.kind !== "failed" && !truth.unknown.has(one.id)) {
      problems.push(`9 Called failed while the rail says ${said.kind}: ${one.id}`);
    }
  }
  return problems;
}

/** 9. Over all: what the rail took for each payment came through clearing. Asked once nothing is under way. */
export async function totalsAgree({ world, shop }: Town): Promise<string[]> {
  const attempts = await world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id },
    select: { id: true, status: true },
  });
  const problems: string[] = [];
  for (const { id, status } of attempts) {
    const said = await world.sandbox.rail.chargeStatus({ attemptId: id });
    const took = said.kind === "succeeded" || said.kind === "reversed" ? said.settlement.amount.minor : 0n;
    const booked = await world.db.ledgerPosting.aggregate({
      where: {
        from: { kind: "clearing" },
        transaction: { sourceId: id, kind: { in: ["payment_settled", "suspense_received"] } },
      },
      _sum: { amountMinor: true },
    });
    const held = booked._sum.amountMinor ?? 0n;
    if (held !== took)
      problems.push(`9 The rail took ${took} (${said.kind}), the books hold ${held}: ${id} (${status})`);
  }
  return problems;
}
