import { Prisma } from "@/lib/db/client";
import type { PayoutRow } from "@/lib/db/rows";
import { releasable } from "@/lib/domain/posting";
import { NotFound } from "@/lib/domain/refusal";
import { readWallet, type Wallet } from "@/lib/services/core/ledger/hold";
import type { Page } from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";

/** What a wallet page shows of one currency. */
export interface WalletView extends Wallet {
  /** Amounts and times of the releases, soonest first; their sum is all that is pending. */
  releases: { at: Date; amountMinor: bigint }[];
  /** Payouts that have not ended. */
  inFlight: PayoutRow[];
}

/** Whether the store has a wallet: where the operator offers none, only while there is money in it from before. */
export async function hasWallet(
  { db, config }: Pick<World, "db" | "config">,
  storeId: number,
): Promise<boolean> {
  if (config.wallets) return true;
  const where = { storeId, kind: { in: [...walletKinds] }, balance: { balanceMinor: { not: 0n } } };
  return (await db.ledgerAccount.count({ where })) > 0;
}

const walletKinds = [
  "wallet_pending",
  "wallet_available",
  "payout_in_flight",
  "dispute_reserve",
  "store_debt",
] as const;

/** Throws NotFound where the store has no wallet. */
export async function requireWallet(world: Pick<World, "db" | "config">, storeId: number): Promise<void> {
  if (!(await hasWallet(world, storeId))) throw new NotFound();
}

const releasesMax = 500;
const inFlightMax = 100;

/** The store's wallets: its own currency first, then every other currency that it has. They are never summed. */
export async function readWallets(world: World, caller: Caller): Promise<WalletView[]> {
  permitRead(caller, "money");
  const { storeId } = caller;
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true },
  });
  const accounts = await world.db.ledgerAccount.findMany({
    where: { storeId },
    distinct: ["currency"],
    select: { currency: true },
    orderBy: { currency: "asc" },
  });
  const others = accounts.map(({ currency }) => currency).filter((currency) => currency !== store.currency);
  return Promise.all([store.currency, ...others].map((currency) => readView(world, storeId, currency)));
}

async function readView(world: World, storeId: number, currency: string): Promise<WalletView> {
  const wallet = await readWallet(world.db, storeId, currency);
  const [holds, inFlight] = await Promise.all([
    world.db.walletHold.findMany({
      where: { storeId, currency, releasedAt: null },
      orderBy: { releaseAt: "asc" },
      select: { releaseAt: true, amountMinor: true },
      take: releasesMax,
    }),
    world.db.payout.findMany({
      where: { storeId, currency, status: { in: ["requested", "sent"] } },
      orderBy: { createdAt: "desc" },
      take: inFlightMax,
    }),
  ]);
  return { ...wallet, releases: releasesOf(wallet.pendingMinor, holds), inFlight };
}

/**
 * What each hold will release when it ends, by the rule of the ledger: refunds took from the pending money, so a hold
 * may release less than its payment brought, and the last one releases what is left.
 */
export function releasesOf(
  pendingMinor: bigint,
  holds: readonly { releaseAt: Date; amountMinor: bigint }[],
): { at: Date; amountMinor: bigint }[] {
  let onHoldMinor = holds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  let leftMinor = pendingMinor;
  return holds.flatMap(({ releaseAt, amountMinor: heldMinor }) => {
    onHoldMinor -= heldMinor;
    const amountMinor = releasable({ pendingMinor: leftMinor, onHoldMinor });
    leftMinor -= amountMinor;
    return amountMinor > 0n ? [{ at: releaseAt, amountMinor }] : [];
  });
}

/** The subject of a statement line: the order of the payment or refund, the payout, or the reason of a correction. */
export type About =
  | { type: "order"; orderId: number; number: string; amountMinor: bigint; currency: string }
  | { type: "payout"; payoutId: string; destination: string; amountMinor: bigint; currency: string }
  | { type: "correction"; reason: string };

/** Looks up the sources of ledger entries among the store's own objects. Other sources are left out. */
export async function aboutLines(
  world: World,
  { storeId }: Caller,
  sourceIds: string[],
): Promise<Map<string, About>> {
  const ids = [...new Set(sourceIds.map(idIn).filter((id) => uuid.test(id)))];
  const where = { storeId, id: { in: ids } };
  const order = { select: { id: true, number: true } };
  const [attempts, refunds, disputes, payouts, corrections] = await Promise.all([
    world.db.paymentAttempt.findMany({
      where,
      select: { id: true, amountMinor: true, currency: true, order },
    }),
    world.db.refund.findMany({ where, select: { id: true, amountMinor: true, currency: true, order } }),
    world.db.dispute.findMany({ where, select: { id: true, amountMinor: true, currency: true, order } }),
    world.db.payout.findMany({
      where,
      select: { id: true, amountMinor: true, currency: true, destinationLabel: true },
    }),
    world.db.ledgerCorrection.findMany({ where, select: { id: true, reason: true } }),
  ]);
  const found = new Map<string, About>();
  for (const { id, order: of, amountMinor, currency } of [...attempts, ...refunds, ...disputes])
    found.set(id, { type: "order", orderId: of.id, number: of.number, amountMinor, currency });
  for (const { id, destinationLabel, amountMinor, currency } of payouts)
    found.set(id, { type: "payout", payoutId: id, destination: destinationLabel, amountMinor, currency });
  for (const { id, reason } of corrections) found.set(id, { type: "correction", reason });
  return new Map(
    sourceIds.flatMap((id) => (found.has(idIn(id)) ? [[id, found.get(idIn(id)) as About]] : [])),
  );
}

/** The object's id in a source id: one object can have several entries of a kind, such as `<id>/2`. */
function idIn(sourceId: string): string {
  return sourceId.split("/")[0] ?? "";
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * What moved in a day or a month of the store's zone. What came in, less the fees, less what went out, is what the wallet
 * gained. What the seller took themselves never was in it, and stands apart.
 */
export interface Total {
  /** The day, or the first of the month: "2026-03-02". */
  on: string;
  currency: string;
  /** Before the service's fee. */
  inMinor: bigint;
  feeMinor: bigint;
  /** Refunds, payouts and what was taken back; less what came back of them in the same entry. */
  outMinor: bigint;
  /** Recorded by hand, less what was given or taken back of it. */
  cashMinor: bigint;
}

export interface TotalFilters {
  by: "day" | "month";
  currency: string;
  timeZone: string;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Newest first; days on which nothing moved are left out. `total`: how many there are. */
export async function listTotals(
  world: World,
  caller: Caller,
  filters: TotalFilters,
  page: Page,
): Promise<{ rows: Total[]; total: number }> {
  permitRead(caller, "money");
  const rows = await world.db.$queryRaw<(Record<keyof Total, string> & { days: bigint })[]>`
    ${totals(caller, filters)} SELECT *, count(*) OVER () AS days FROM totals
    ORDER BY "on" DESC LIMIT ${page.take} OFFSET ${page.skip}`;
  return { rows: rows.map((row) => totalOf(row, filters.currency)), total: Number(rows[0]?.days ?? 0) };
}

/** All of them, for a file: a store has one a day at most. */
export async function* walkTotals(
  world: World,
  caller: Caller,
  filters: TotalFilters,
): AsyncGenerator<Total[]> {
  yield (await listTotals(world, caller, filters, { skip: 0, take: daysMax })).rows;
}

const daysMax = 40_000;

function totalOf(row: Record<keyof Total, string>, currency: string): Total {
  const minor = (name: keyof Total) => BigInt(row[name]);
  const moved = { inMinor: minor("inMinor"), feeMinor: minor("feeMinor"), outMinor: minor("outMinor") };
  return { on: row.on, currency, ...moved, cashMinor: minor("cashMinor") };
}

/**
 * Each entry of the ledger is one movement. An entry that the wallet gains by is money that came in, with the fee that
 * stayed here; any other one is money that went out. The fee of a payout is booked after its amount left the wallet.
 */
function totals({ storeId }: Caller, { by, currency, timeZone, from, to }: TotalFilters): Prisma.Sql {
  const since = from ? Prisma.sql`AND t.occurred_at >= ${from}` : Prisma.empty;
  const until = to ? Prisma.sql`AND t.occurred_at < ${to}` : Prisma.empty;
  return Prisma.sql`WITH own AS (
      SELECT id, kind FROM ledger_accounts
      WHERE store_id = ${storeId} AND currency = ${currency} AND kind <> 'sales_outside'
    ), moved AS (
      SELECT p.transaction_id, own.kind, p.amount_minor * p.sign AS minor
      FROM own CROSS JOIN LATERAL (
        SELECT transaction_id, amount_minor, -1 AS sign FROM ledger_postings WHERE from_account_id = own.id
        UNION ALL
        SELECT transaction_id, amount_minor, 1 FROM ledger_postings WHERE to_account_id = own.id) p
    ), entries AS (
      SELECT t.id, t.occurred_at,
        -- What the store owes stands the other way round: going into debt takes from an account that is held.
        coalesce(sum(minor) FILTER (WHERE moved.kind IN ('wallet_pending', 'wallet_available', 'store_debt')), 0) AS gain,
        coalesce(-sum(minor) FILTER (WHERE moved.kind = 'seller_cash'), 0) AS cash
      FROM moved JOIN ledger_transactions t ON t.id = moved.transaction_id ${since} ${until}
      GROUP BY t.id, t.occurred_at
    ), charged AS (
      SELECT entries.*, coalesce((
        SELECT sum(CASE WHEN fee.id = p.to_account_id THEN p.amount_minor ELSE -p.amount_minor END)
        FROM ledger_postings p JOIN ledger_accounts fee
          ON fee.kind = 'fee_income' AND fee.currency = ${currency} AND fee.id IN (p.from_account_id, p.to_account_id)
        WHERE p.transaction_id = entries.id), 0) AS fee
      FROM entries
    ), totals AS (
      SELECT to_char(date_trunc(${by}, occurred_at AT TIME ZONE ${timeZone}), 'YYYY-MM-DD') AS "on",
        sum(CASE WHEN gain > 0 THEN gain + fee ELSE 0 END)::text AS "inMinor",
        sum(fee)::text AS "feeMinor",
        sum(CASE WHEN gain > 0 THEN 0 ELSE -(gain + fee) END)::text AS "outMinor",
        sum(cash)::text AS "cashMinor"
      FROM charged WHERE gain <> 0 OR fee <> 0 OR cash <> 0
      GROUP BY 1
    )`;
}
