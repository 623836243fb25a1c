import { poolOfChecks } from "../world";
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
export async function compareWithRail({ world, shop, book, compared }: Town): Promise<string[]> {
  const { rows } = await poolOfChecks().query<Decided>({
    name: "decided-attempts",
    text: `
      SELECT t.id, t.status::text, t.paid_at IS NOT NULL AS paid, coalesce((
        SELECT sum(p.amount_minor) FROM ledger_transactions l JOIN ledger_postings p ON p.transaction_id = l.id
        JOIN ledger_accounts a ON a.id = p.from_account_id AND a.kind IN ('clearing', 'own_account')
        WHERE l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_received')), 0)::text AS minor
      FROM payment_attempts t WHERE t.store_id = $1 AND t.status IN ('succeeded', 'failed', 'reversed')
        -- What was stopped before its call no rail knows.
        AND NOT (t.status = 'failed' AND t.initiator = 'schedule' AND t.called_at IS NULL)`,
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
    } else if (one.status === "failed" && said.kind !== "failed" && !book.truth.unknown.has(one.id)) {
      problems.push(`9 Called failed while the rail says ${said.kind}: ${one.id}`);
    }
  }
  return problems;
}

/**
 * 9. Over all, once nothing is under way: what is left of each payment at its rail is what the books hold of it, so what
 * went out by refunds and by what was taken back is what the rail says too; and the same for each payout.
 */
export async function totalsAgree(town: Town): Promise<string[]> {
  const { world, shop, book } = town;
  const where = { storeId: shop.store.id };
  const attempts = await world.db.paymentAttempt.findMany({ where, include: { refunds: true } });
  const payouts = await world.db.payout.findMany({ where });
  const problems: string[] = [];
  for (const { id, status, rail, refunds } of attempts) {
    const left = await book.left(id);
    const held = await heldOf(town, rail, [id, ...refunds.map((refund) => refund.id)]);
    if (held !== left) {
      const story = [
        ...refunds.map(refundStory(town)),
        `${book.truth.takenBack.get(id) ?? 0} taken back`,
        await askedStory(town, id),
      ];
      const sources = [id, ...refunds.map((refund) => refund.id)];
      problems.push(
        `9 The rail has ${left} of a payment, the books hold ${held}: ${id} (${status}; ${story.join(", ")}; ${await entriesOf(town, sources)})`,
      );
    }
  }
  for (const { id, status, rail, amountMinor } of payouts) {
    const said = await world.sandbox.rail.payoutStatus?.({ payoutId: id });
    const sent = said?.kind === "succeeded" ? amountMinor : 0n;
    const booked = -(await heldOf(town, rail, [id]));
    if (booked !== sent)
      problems.push(
        `9 The rail sent ${sent} (${said?.kind}), the books say ${booked}: payout ${id} (${status})`,
      );
  }
  return problems;
}

/** How often the rail was asked about a payment and until when, and what it had to say: nobody sees a rare life twice. */
async function askedStory({ world, book }: Town, id: string): Promise<string> {
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const { createdAt, pollsMade, nextPollAt, settledAt, failureReason, initiator } = attempt;
  const { steps = [], callbacks = [] } = (await book.record(id)) ?? {};
  return JSON.stringify({
    now: world.clock.now(),
    createdAt,
    initiator,
    failureReason,
    settledAt,
    pollsMade,
    nextPollAt,
    steps,
    callbacks,
  });
}

function refundStory({ book }: Town) {
  return ({ id, status, amountMinor }: { id: string; status: string; amountMinor: bigint }) =>
    `refund of ${amountMinor} ${status}${book.truth.cameBack.has(id) ? " that came back" : ""}`;
}

/** The kinds of what was booked of these sources, in their order, for whoever looks for the cause. */
async function entriesOf({ world }: Town, sources: string[]): Promise<string> {
  const { rows } = await world.pool.query<{ kind: string }>(
    "SELECT kind::text FROM ledger_transactions WHERE split_part(source_id, '/', 1) = ANY ($1) ORDER BY id",
    [sources],
  );
  return rows.map(({ kind }) => kind).join(", ");
}

/** What entries of these sources brought into the account at their rail, less what they sent. */
async function heldOf({ world }: Town, rail: string, sources: string[]): Promise<bigint> {
  const { rows } = await world.pool.query<{ minor: string }>({
    name: "held-of-sources",
    text: `
      SELECT coalesce(sum(CASE WHEN giver.rail = $2 THEN p.amount_minor ELSE -p.amount_minor END), 0)::text AS minor
      FROM ledger_transactions l JOIN ledger_postings p ON p.transaction_id = l.id
      JOIN ledger_accounts giver ON giver.id = p.from_account_id JOIN ledger_accounts taker ON taker.id = p.to_account_id
      WHERE split_part(l.source_id, '/', 1) = ANY ($1) AND $2 IN (giver.rail, taker.rail)
        AND 'rail_cost' NOT IN (giver.kind, taker.kind) AND 'direct_cost' NOT IN (giver.kind, taker.kind)`,
    values: [sources, rail],
  });
  return BigInt(rows[0]?.minor ?? 0);
}
