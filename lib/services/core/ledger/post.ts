import type { Tx } from "@/lib/db/client";
import { type AccountKind, accountBalance, debtFirst, type LedgerEntry, ownerOf } from "@/lib/domain/posting";

/** An entry and whose accounts it touches: those of one store, those of one rail, and the service's own. */
export interface NewEntry extends LedgerEntry {
  /** Names the fact together with the kind: the attempt, payout or refund. */
  sourceId: string;
  storeId: number;
  rail: string;
  currency: string;
}

/**
 * Writes one entry and moves the balances of its accounts, which are made on demand. False when this kind and source
 * was posted before. Balances are locked in the order of their ids, so keep it last in a transaction: accounts of the
 * service are shared by all stores. The database refuses (23514) what would take a wallet below zero. What would become
 * available pays the store's debt first: here, so that there is no way around it.
 */
export async function post(tx: Tx, wanted: NewEntry, now: Date): Promise<boolean> {
  if (wanted.postings.length === 0) return false;
  const gives = wanted.postings.some(({ to }) => to === "wallet_available");
  const entry = gives ? debtFirst(wanted, await lockedDebt(tx, wanted)) : wanted;
  const kinds = kindsOf(entry);
  const first = await write(tx, entry, kinds, now);
  if (first.hasAccounts) return first.isNew;
  for (const kind of kinds) await openAccount(tx, entry, kind);
  return (await write(tx, entry, kinds, now)).isNew;
}

/** What the store owes in this currency, with its whole wallet locked: in the order that everybody locks it. */
async function lockedDebt(tx: Tx, { storeId, currency }: NewEntry): Promise<bigint> {
  const rows = await tx.$queryRaw<{ kind: string; minor: bigint }[]>`
    SELECT a.kind, b.balance_minor AS minor FROM ledger_balances b JOIN ledger_accounts a ON a.id = b.account_id
    WHERE a.store_id = ${storeId} AND a.currency = ${currency} ORDER BY b.account_id FOR UPDATE OF b`;
  return rows.find(({ kind }) => kind === "store_debt")?.minor ?? 0n;
}

/** In one statement, which writes nothing while an account is missing. */
async function write(
  tx: Tx,
  entry: NewEntry,
  kinds: readonly AccountKind[],
  now: Date,
): Promise<{ hasAccounts: boolean; isNew: boolean }> {
  const { kind, sourceId, storeId, rail, currency, postings } = entry;
  const [done] = await tx.$queryRaw<[{ accounts: number; written: number }]>`
    WITH accounts AS (
      SELECT id, kind FROM ledger_accounts
      WHERE currency = ${currency} AND kind = ANY (${[...kinds]}::text[])
        AND (store_id IS NULL OR store_id = ${storeId}) AND (rail IS NULL OR rail = ${rail})
    ), written AS (
      INSERT INTO ledger_transactions (kind, source_id, occurred_at)
      SELECT ${kind}, ${sourceId}, ${now}::timestamptz WHERE (SELECT count(*) FROM accounts) = ${kinds.length}
      ON CONFLICT DO NOTHING RETURNING id
    ), locked AS MATERIALIZED (
      SELECT account_id FROM ledger_balances
      WHERE account_id IN (SELECT id FROM accounts) AND EXISTS (SELECT 1 FROM written)
      ORDER BY account_id FOR UPDATE
    ), posted AS (
      INSERT INTO ledger_postings (transaction_id, from_account_id, to_account_id, currency, amount_minor)
      SELECT written.id, giver.id, taker.id, ${currency}, posting.amount
      FROM written, unnest(${postings.map(({ from }) => from)}::text[], ${postings.map(({ to }) => to)}::text[],
          ${postings.map(({ amountMinor }) => String(amountMinor))}::bigint[]) WITH ORDINALITY AS posting(giver, taker, amount, place)
        JOIN accounts giver ON giver.kind = posting.giver JOIN accounts taker ON taker.kind = posting.taker
      WHERE (SELECT count(*) FROM locked) = ${kinds.length}
      ORDER BY posting.place
      RETURNING id
    )
    SELECT (SELECT count(*) FROM accounts)::int AS accounts, (SELECT count(*) FROM posted)::int AS written`;
  return { hasAccounts: done.accounts === kinds.length, isNew: done.written > 0 };
}

function kindsOf({ postings }: NewEntry): AccountKind[] {
  return [...new Set(postings.flatMap(({ from, to }) => [from, to]))].sort();
}

/** Of what is owed to others or is on its way there can be none or some, never less. */
const floored: ReadonlySet<AccountKind> = new Set([
  "wallet_pending",
  "wallet_available",
  "payout_in_flight",
  "refund_in_flight",
  "suspense",
  "dispute_reserve",
  "store_debt",
]);

/** Another transaction may be opening the same account: then this waits for it, and the account is read afterwards. */
async function openAccount(tx: Tx, entry: NewEntry, kind: AccountKind): Promise<void> {
  const owner = ownerOf(kind);
  const isHeld = accountBalance(kind, { inMinor: 1n, outMinor: 0n }) < 0n;
  await tx.$executeRaw`
    WITH opened AS (
      INSERT INTO ledger_accounts (store_id, rail, kind, currency, is_held)
      VALUES (${owner === "store" ? entry.storeId : null}, ${owner === "rail" ? entry.rail : null}, ${kind},
        ${entry.currency}, ${isHeld})
      ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO ledger_balances (account_id, balance_minor, floored)
    SELECT id, 0, ${floored.has(kind)} FROM opened`;
}
