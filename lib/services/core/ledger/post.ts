import { Prisma, type Tx } from "@/lib/db/client";
import {
  type AccountKind,
  accountBalance,
  directly,
  type LedgerEntry,
  ownerOf,
} from "@/lib/domain/ledger-accounts";
import { debtFirst } from "@/lib/domain/posting";
import { isOwnAccount } from "@/lib/domain/rail-account";

/**
 * An entry and whose accounts it touches: those of one store, those of one rail, and the service's own. Where `rail` is an
 * account of the store's own, the entry is booked `directly`.
 */
export interface NewEntry extends LedgerEntry {
  /** Names the fact together with the kind: the attempt, payout or refund. */
  sourceId: string;
  storeId: number;
  rail: string;
  currency: string;
}

/**
 * Writes one entry and updates the balances of its accounts, which are created on demand. False when this kind and
 * source was posted before. Balances are locked in the order of their ids, so call it last in a transaction:
 * stores share the accounts of the service and of a rail, those of one stripe each. The database refuses (23514) to take a wallet below zero. Money that becomes available
 * pays the store's debt first; this is done here so that no caller can skip it.
 */
export async function post(tx: Tx, given: NewEntry, now: Date): Promise<boolean> {
  const wanted = inItsPlace(given);
  if (wanted.postings.length === 0) return false;
  const gives = wanted.postings.some(({ to }) => to === "wallet_available");
  const entry = gives ? debtFirst(wanted, await lockedDebt(tx, wanted)) : wanted;
  const [posted] = await tx.$queryRaw<[{ count: number }]>(
    writing(entry, await openAccounts(tx, entry), now),
  );
  return posted.count > 0;
}

/**
 * Sends the entry after all other statements without waiting for its answer, together with the INSERT `beside`. Not for
 * money that becomes available: see `post`. Throws Error then.
 */
export async function postLast(tx: Tx, given: NewEntry, now: Date, beside?: Prisma.Sql): Promise<void> {
  const entry = inItsPlace(given);
  if (entry.postings.some(({ to }) => to === "wallet_available")) throw new Error("A debt is paid first.");
  if (entry.postings.length > 0) tx.$send(writing(entry, await openAccounts(tx, entry), now, beside));
}

function inItsPlace(given: NewEntry): NewEntry {
  return isOwnAccount(given.rail) ? { ...given, ...directly(given) } : given;
}

/** The store's debt in this currency. Locks its whole wallet, in the same order as everywhere. */
async function lockedDebt(tx: Tx, { storeId, currency }: NewEntry): Promise<bigint> {
  const rows = await tx.$queryRaw<{ kind: string; minor: bigint }[]>`
    SELECT a.kind, b.balance_minor AS minor FROM ledger_balances b JOIN ledger_accounts a ON a.id = b.account_id
    WHERE a.store_id = ${storeId} AND a.currency = ${currency} ORDER BY b.account_id FOR UPDATE OF b`;
  return rows.find(({ kind }) => kind === "store_debt")?.minor ?? 0n;
}

/**
 * One statement. It locks the balances before it changes one; an entry with a missing balance gets no postings, which
 * the database refuses.
 */
function writing(entry: NewEntry, accounts: Accounts, now: Date, beside?: Prisma.Sql): Prisma.Sql {
  const { kind, sourceId, currency, postings } = entry;
  const ids = [...accounts.values()];
  const idsOf = (side: "from" | "to") => postings.map((posting) => accounts.get(posting[side]) ?? null);
  return Prisma.sql`/* one plan */
    WITH ${beside ? Prisma.sql`beside AS (${beside}), ` : Prisma.empty}written AS (
      INSERT INTO ledger_transactions (kind, source_id, occurred_at)
      VALUES (${kind}, ${sourceId}, ${now}::timestamptz) ON CONFLICT DO NOTHING RETURNING id
    ), locked AS MATERIALIZED (
      SELECT account_id FROM ledger_balances
      WHERE account_id = ANY (${ids}::int[]) AND EXISTS (SELECT 1 FROM written)
      ORDER BY account_id FOR UPDATE
    ), posted AS (
      INSERT INTO ledger_postings (transaction_id, from_account_id, to_account_id, currency, amount_minor)
      SELECT written.id, giver, taker, ${currency}, amount
      FROM written, unnest(${idsOf("from")}::int[], ${idsOf("to")}::int[],
        ${postings.map(({ amountMinor }) => String(amountMinor))}::bigint[]) WITH ORDINALITY AS posting(giver, taker, amount, place)
      WHERE (SELECT count(*) FROM locked) = ${ids.length}
      ORDER BY place
      RETURNING id
    )
    SELECT count(*)::int FROM posted`;
}

type Accounts = ReadonlyMap<AccountKind, number>;

/** The accounts that an entry touches; missing ones are created. Accounts are never deleted, so no lock is needed. */
async function openAccounts(tx: Tx, entry: NewEntry): Promise<Accounts> {
  const kinds = kindsOf(entry);
  const found = await readAccounts(tx, entry, kinds);
  if (found.size === kinds.length) return found;
  for (const kind of kinds) if (!found.has(kind)) await openAccount(tx, entry, kind);
  return readAccounts(tx, entry, kinds);
}

/** How many accounts the service and a rail have of one kind, so that few stores wait for each other. */
const stripes = 16;

async function readAccounts(tx: Tx, entry: NewEntry, kinds: readonly AccountKind[]): Promise<Accounts> {
  const rows = await tx.$queryRaw<{ id: number; kind: AccountKind }[]>`
    SELECT id, kind FROM ledger_accounts
    WHERE currency = ${entry.currency} AND kind = ANY (${[...kinds]}::text[])
      AND (store_id = ${entry.storeId} OR store_id IS NULL AND stripe = ${entry.storeId % stripes})
      AND (rail IS NULL OR rail = ${entry.rail})`;
  return new Map(rows.map(({ id, kind }) => [kind, id]));
}

function kindsOf({ postings }: NewEntry): AccountKind[] {
  return [...new Set(postings.flatMap(({ from, to }) => [from, to]))].sort();
}

/** Accounts of money that is owed to others or on its way to them: their balances are never negative. */
const floored: ReadonlySet<AccountKind> = new Set([
  "wallet_pending",
  "wallet_available",
  "payout_in_flight",
  "refund_in_flight",
  "suspense",
  "dispute_reserve",
  "store_debt",
  "seller_cash",
  "sales_outside",
  "sales_direct",
]);

/**
 * Another transaction may be opening the same account: then this one waits for it, and reads the account afterwards.
 */
async function openAccount(tx: Tx, entry: NewEntry, kind: AccountKind): Promise<void> {
  const owner = ownerOf(kind);
  const [isStores, isAtRail] = [owner.startsWith("store"), owner.endsWith("rail")];
  const isHeld = accountBalance(kind, { inMinor: 1n, outMinor: 0n }) < 0n;
  await tx.$executeRaw`
    WITH opened AS (
      INSERT INTO ledger_accounts (store_id, rail, kind, currency, is_held, stripe)
      VALUES (${isStores ? entry.storeId : null}, ${isAtRail ? entry.rail : null}, ${kind},
        ${entry.currency}, ${isHeld}, ${isStores ? 0 : entry.storeId % stripes})
      ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO ledger_balances (account_id, balance_minor, floored)
    SELECT id, 0, ${floored.has(kind)} FROM opened`;
}
