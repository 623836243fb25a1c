import { Prisma } from "@/lib/db/client";
import {
  type AccountMonth,
  addUp,
  type BookAccount,
  type BookEntry,
  type BookLine,
  type BookMonth,
  bookLines,
  hasBalance,
  type LedgerMove,
  monthSpan,
  taxApart,
} from "@/lib/domain/bookkeeping";
import { civilDateIn } from "@/lib/domain/civil-date";
import { isCurrency, monthOf } from "@/lib/domain/money";
import { Invalid, say } from "@/lib/domain/refusal";
import { taxGoneBack } from "@/lib/domain/tax";
import { taxOfInvoices } from "@/lib/services/billing/invoices/tax";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";

// A seller's books of one month in one currency, read out of the ledger: each of its entries is a journal entry of theirs.
// The ledger only grows, so a month that is over never changes.

/**
 * Reads `2026-10` and a currency as they are typed in an address: without them the month that runs, and the store's own
 * currency. Throws Invalid on `month` or `currency`.
 */
export async function monthAsked(
  world: World,
  { storeId }: Caller,
  typed: { month?: string | undefined; currency?: string | undefined },
): Promise<BookMonth> {
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true, timeZone: true },
  });
  const month = typed.month ?? monthOf(civilDateIn(world.clock.now(), store.timeZone));
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw new Invalid({ month: [say("month")] });
  const currency = typed.currency || store.currency;
  if (!isCurrency(currency)) throw new Invalid({ currency: [say("choose_currency")] });
  return { month, currency, timeZone: store.timeZone };
}

/** Every account that has a balance or moved, in the order of the books. Throws NotAllowed. */
export async function readAccounts(world: World, caller: Caller, of: BookMonth): Promise<AccountMonth[]> {
  permitRead(caller, "money");
  const [before, within] = await Promise.all([
    movesBefore(world, caller, of.currency, monthSpan(of).gte),
    sumMonth(world, caller, of),
  ]);
  const opening = new Map(
    addUp(before.flatMap((row) => bookLines(row.kind, row.isDirect, row)))
      .filter(({ account }) => hasBalance(account))
      .map(({ account, minor }) => [account, minor]),
  );
  const names = addUp([...opening.keys(), ...within.keys()].map((account) => ({ account, minor: 1n }))).map(
    ({ account }) => account,
  );
  return names.map((account) => {
    const { debitMinor, creditMinor } = within.get(account) ?? nothing;
    const openingMinor = hasBalance(account) ? (opening.get(account) ?? 0n) : null;
    const closingMinor = openingMinor === null ? null : openingMinor + debitMinor - creditMinor;
    return { account, openingMinor, debitMinor, creditMinor, closingMinor };
  });
}

const nothing = { debitMinor: 0n, creditMinor: 0n };

async function sumMonth(world: World, caller: Caller, of: BookMonth) {
  const sums = new Map<BookAccount, { debitMinor: bigint; creditMinor: bigint }>();
  for await (const entries of walkEntries(world, caller, of))
    for (const { account, minor } of entries.flatMap(({ lines }) => lines)) {
      const { debitMinor, creditMinor } = sums.get(account) ?? nothing;
      const [debit, credit] = minor > 0n ? [minor, 0n] : [0n, -minor];
      sums.set(account, { debitMinor: debitMinor + debit, creditMinor: creditMinor + credit });
    }
  return sums;
}

const batchSize = 1000;

/** The entries of a month, oldest first, in batches, so that its length does not matter. Throws NotAllowed. */
export async function* walkEntries(world: World, caller: Caller, of: BookMonth): AsyncGenerator<BookEntry[]> {
  permitRead(caller, "money");
  const ids = await entryIds(world, caller, of);
  for (let first = 0; first < ids.length; first += batchSize)
    yield (await entriesOf(world, caller, ids.slice(first, first + batchSize))).filter(
      ({ lines }) => lines.length > 0,
    );
}

/** Some entries of a month, newest first, for a page of a list; those that move nothing of the seller's have no lines. */
export async function listEntries(
  world: World,
  caller: Caller,
  of: BookMonth,
  page: { skip: number; take: number },
): Promise<{ rows: BookEntry[]; total: number }> {
  permitRead(caller, "money");
  const ids = (await entryIds(world, caller, of)).reverse();
  const rows = await entriesOf(world, caller, ids.slice(page.skip, page.skip + page.take));
  return { rows: rows.reverse(), total: ids.length };
}

/** The ids of a month's entries in which something of the store's moved: one number each. */
async function entryIds(world: World, { storeId }: Caller, of: BookMonth): Promise<string[]> {
  const { gte, lt } = monthSpan(of);
  const rows = await world.db.$queryRaw<{ id: bigint }[]>`
    WITH own AS (SELECT id FROM ledger_accounts WHERE store_id = ${storeId} AND currency = ${of.currency}),
    month AS MATERIALIZED (
      SELECT id FROM ledger_transactions WHERE occurred_at >= ${gte} AND occurred_at < ${lt})
    SELECT DISTINCT p.transaction_id AS id FROM own
    CROSS JOIN LATERAL (
      SELECT transaction_id FROM ledger_postings WHERE from_account_id = own.id
      UNION ALL SELECT transaction_id FROM ledger_postings WHERE to_account_id = own.id) p
    WHERE p.transaction_id IN (SELECT id FROM month)
    ORDER BY 1`;
  return rows.map(({ id }) => String(id));
}

interface EntryRow extends Omit<BookEntry, "lines"> {
  invoiceId: number | null;
  taxMinor: bigint | null;
  totalMinor: bigint | null;
  /** Of a refund: what of its order was asked back before it. */
  earlierMinor: bigint | null;
  isRefund: boolean;
  moves: (Omit<LedgerMove, "minor"> & { minor: string })[];
}

/** A source names an attempt, a refund, a dispute or a payout; behind a slash it may have more. */
const sourceUuid = Prisma.sql`CASE WHEN t.source_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
  THEN left(t.source_id, 36)::uuid END`;

async function entriesOf(world: World, { storeId }: Caller, ids: string[]): Promise<BookEntry[]> {
  if (ids.length === 0) return [];
  const rows = await world.db.$queryRaw<EntryRow[]>`
    WITH entries AS (
      SELECT t.id, t.kind, t.occurred_at, ${sourceUuid} AS source
      FROM ledger_transactions t WHERE t.id = ANY (${ids}::bigint[]))
    SELECT t.id, t.kind, t.occurred_at AS at, o.id AS "orderId", o.number AS "orderNumber", c.name AS customer,
      pay.id AS "payoutId", coalesce(a.rail, ra.rail, pay.rail) AS rail,
      CASE WHEN r.id IS NOT NULL THEN r.rail_ref WHEN pay.id IS NOT NULL THEN pay.rail_ref
        ELSE coalesce(a.receipt, a.settled_ref, a.rail_ref) END AS reference,
      (SELECT f.number FROM fiscal_documents f WHERE r.id IS NULL AND f.order_id = o.id AND f.sequence = 0
        AND f.status = 'signed') AS "fiscalNumber",
      o.invoice_id AS "invoiceId", o.tax_minor AS "taxMinor", o.total_minor AS "totalMinor", r.id IS NOT NULL AS "isRefund",
      (SELECT sum(e.amount_minor) FROM refunds e WHERE r.id IS NOT NULL AND e.order_id = o.id AND e.store_id = o.store_id
        AND e.status <> 'failed' AND (e.created_at, e.id) < (r.created_at, r.id))::bigint AS "earlierMinor",
      (SELECT jsonb_agg(jsonb_build_object('from', f.kind, 'to', g.kind, 'ownKey', coalesce(f.rail, g.rail),
          'minor', p.amount_minor::text) ORDER BY p.id)
        FROM ledger_postings p JOIN ledger_accounts f ON f.id = p.from_account_id
        JOIN ledger_accounts g ON g.id = p.to_account_id WHERE p.transaction_id = t.id) AS moves
    FROM entries t
    LEFT JOIN payment_attempts a ON a.id = t.source AND a.store_id = ${storeId}
    LEFT JOIN refunds r ON r.id = t.source AND r.store_id = ${storeId}
    LEFT JOIN payment_attempts ra ON ra.id = r.attempt_id
    LEFT JOIN disputes d ON d.id = t.source AND d.store_id = ${storeId}
    LEFT JOIN payouts pay ON pay.id = t.source AND pay.store_id = ${storeId}
    LEFT JOIN orders o ON o.store_id = ${storeId} AND o.id = coalesce(a.order_id, r.order_id, d.order_id)
    LEFT JOIN customers c ON c.id = o.customer_id
    ORDER BY t.id`;
  const taxes = await taxOfInvoices(world.db, storeId, rows);
  return rows.map((row) => entryOf({ ...row, taxMinor: taxes.get(row.orderId ?? 0) ?? row.taxMinor }));
}

function entryOf(row: EntryRow): BookEntry {
  const { id, kind, at, orderId, orderNumber, customer, payoutId, rail, reference, fiscalNumber } = row;
  const isDirect = rail?.includes(":") ?? false;
  const lines = addUp(
    row.moves.flatMap((move) => bookLines(kind, isDirect, { ...move, minor: BigInt(move.minor) })),
  );
  return {
    ...{ id, kind, at, orderId, orderNumber, customer, payoutId, rail, reference, fiscalNumber },
    lines: addUp(taxApart(lines, taxOf(row, lines))),
  };
}

/** The tax in what was sold or given back: of a refund what went back with it, so that its parts make up the whole. */
function taxOf({ taxMinor, totalMinor, earlierMinor, isRefund }: EntryRow, lines: BookLine[]): bigint {
  const line = lines.find(({ account }) => ["sales", "refunds", "reversals"].includes(account));
  if (!line || !taxMinor || !totalMinor) return 0n;
  const minor = line.minor < 0n ? -line.minor : line.minor;
  const back = (refundedMinor: bigint) => taxGoneBack({ taxMinor, totalMinor, refundedMinor });
  const before = isRefund ? (earlierMinor ?? 0n) : 0n;
  return back(before + minor) - back(before);
}

interface MovesRow extends LedgerMove {
  kind: string;
  isDirect: boolean;
}

/** All that was posted before an instant, added up by what it was: few rows, however long the store has been there. */
async function movesBefore(
  world: World,
  { storeId }: Caller,
  currency: string,
  before: Date,
): Promise<MovesRow[]> {
  return world.db.$queryRaw<MovesRow[]>`
    WITH own AS (SELECT id FROM ledger_accounts WHERE store_id = ${storeId} AND currency = ${currency}),
    moved AS (
      SELECT p.* FROM ledger_postings p WHERE p.from_account_id IN (SELECT id FROM own)
      UNION SELECT p.* FROM ledger_postings p WHERE p.to_account_id IN (SELECT id FROM own))
    SELECT t.kind, coalesce(ra.rail LIKE '%:%', false) AS "isDirect", f.kind AS "from", g.kind AS "to",
      coalesce(f.rail, g.rail) AS "ownKey", sum(moved.amount_minor)::bigint AS minor
    FROM moved JOIN ledger_transactions t ON t.id = moved.transaction_id AND t.occurred_at < ${before}
    JOIN ledger_accounts f ON f.id = moved.from_account_id
    JOIN ledger_accounts g ON g.id = moved.to_account_id
    LEFT JOIN refunds r ON t.kind IN ('suspense_returned', 'suspense_return_failed') AND r.id = ${sourceUuid}
    LEFT JOIN payment_attempts ra ON ra.id = r.attempt_id
    GROUP BY 1, 2, 3, 4, 5`;
}
