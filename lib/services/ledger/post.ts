import { Prisma, type Tx } from "@/lib/db/client";
import { type AccountKind, accountBalance, type LedgerEntry, ownerOf } from "@/lib/domain/posting";

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
 * service are shared by all stores. The database refuses (23514) what would take a wallet below zero.
 */
export async function post(tx: Tx, entry: NewEntry, now: Date): Promise<boolean> {
  if (entry.postings.length === 0) return false;
  const [written] = await tx.ledgerTransaction.createManyAndReturn({
    data: [{ kind: entry.kind, sourceId: entry.sourceId, occurredAt: now }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!written) return false;
  const ids = await accountIds(tx, entry);
  await tx.$queryRaw`
    SELECT 1 FROM ledger_balances WHERE account_id = ANY (${[...ids.values()]}) ORDER BY account_id FOR UPDATE`;
  await tx.ledgerPosting.createMany({
    data: entry.postings.map(({ from, to, amountMinor }) => ({
      transactionId: written.id,
      fromAccountId: idOf(ids, from),
      toAccountId: idOf(ids, to),
      currency: entry.currency,
      amountMinor,
    })),
  });
  return true;
}

/** Of what is owed to others or is on its way there can be none or some, never less. */
const floored: ReadonlySet<AccountKind> = new Set([
  "wallet_pending",
  "wallet_available",
  "payout_in_flight",
  "refund_in_flight",
  "suspense",
  "store_debt",
]);

async function accountIds(tx: Tx, entry: NewEntry): Promise<Map<AccountKind, number>> {
  const kinds = [...new Set(entry.postings.flatMap(({ from, to }) => [from, to]))].sort();
  const found = await findAccounts(tx, entry, kinds);
  const missing = kinds.filter((kind) => !found.has(kind));
  if (missing.length === 0) return found;
  for (const kind of missing) await openAccount(tx, entry, kind);
  return findAccounts(tx, entry, kinds);
}

async function findAccounts(
  tx: Tx,
  entry: NewEntry,
  kinds: AccountKind[],
): Promise<Map<AccountKind, number>> {
  const rows = await tx.$queryRaw<{ id: number; kind: AccountKind }[]>`
    SELECT id, kind FROM ledger_accounts
    WHERE currency = ${entry.currency} AND kind IN (${Prisma.join(kinds)})
      AND (store_id IS NULL OR store_id = ${entry.storeId}) AND (rail IS NULL OR rail = ${entry.rail})`;
  return new Map(rows.map(({ id, kind }) => [kind, id]));
}

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

function idOf(ids: Map<AccountKind, number>, kind: AccountKind): number {
  const id = ids.get(kind);
  if (id === undefined) throw new Error(`The ledger has no account ${kind}.`);
  return id;
}
