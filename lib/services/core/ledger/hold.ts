import { Prisma, type Tx } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { AccountKind } from "@/lib/domain/ledger-accounts";
import { holdReleased, releasable } from "@/lib/domain/posting";
import { isOwnAccount } from "@/lib/domain/rail-account";
import { transact } from "../unit";
import type { Unit, World } from "../world";
import type { NewEntry } from "./post";

const batchMax = 200;

/**
 * Posts a payment to `wallet_pending` as the last act of its transaction, and stores when it becomes available. What is in
 * an account of the store's own is never held.
 */
export async function postHeld(unit: Unit, entry: NewEntry, hold: NewHold): Promise<void> {
  const { storeId, currency, rail } = entry;
  if (hold.amountMinor === 0n || isOwnAccount(rail)) return unit.postLast(entry);
  const releaseAt = new Date(unit.now.getTime() + unit.world.config.walletHoldMs);
  const row = inserted({ ...hold, storeId, currency, releaseAt });
  await unit.postLast(entry, Prisma.sql`INSERT INTO wallet_holds ${row}`);
}

interface NewHold {
  attemptId: string;
  amountMinor: bigint;
}

/**
 * Releases payments whose hold has ended. Money that refunds and reversals took from the pending balance meanwhile
 * cannot be released. Safe to miss, to repeat, or to run twice at once.
 */
export async function releaseHeld(world: World): Promise<{ released: number; more: boolean }> {
  const due = await world.db.walletHold.findMany({
    where: { releasedAt: null, releaseAt: { lte: world.clock.now() } },
    orderBy: { releaseAt: "asc" },
    select: { attemptId: true, storeId: true, currency: true },
    take: batchMax,
  });
  let released = 0;
  for (const { wallet, attemptIds } of byWallet(due)) {
    try {
      released += await transact(world, (unit) => release(unit, wallet, attemptIds));
    } catch (error) {
      world.log.error({ err: error, ...wallet }, "Holds could not be released; they are tried again.");
    }
  }
  return { released, more: due.length === batchMax };
}

interface WalletOf {
  storeId: number;
  currency: string;
}

/** One transaction for each wallet, for all its ended holds: they would wait for each other anyway. */
function byWallet(due: readonly (WalletOf & { attemptId: string })[]) {
  const wallets = new Map<string, { wallet: WalletOf; attemptIds: string[] }>();
  for (const { attemptId, storeId, currency } of due) {
    const key = `${storeId}/${currency}`;
    const known = wallets.get(key) ?? { wallet: { storeId, currency }, attemptIds: [] };
    known.attemptIds.push(attemptId);
    wallets.set(key, known);
  }
  return wallets.values();
}

/** Each hold has its own ledger entry, as if they ended one after another. Returns how many ended. */
async function release(unit: Unit, wallet: WalletOf, attemptIds: string[]): Promise<number> {
  const { tx, now } = unit;
  const over = await tx.$queryRaw<{ attempt_id: string; amount_minor: bigint }[]>`
    WITH locked AS MATERIALIZED (
      SELECT attempt_id FROM wallet_holds
      WHERE attempt_id = ANY (${attemptIds}::uuid[]) AND released_at IS NULL AND release_at <= ${now}
      ORDER BY attempt_id FOR UPDATE SKIP LOCKED
    ), ended AS (
      UPDATE wallet_holds h SET released_at = ${now} FROM locked WHERE h.attempt_id = locked.attempt_id
      RETURNING h.attempt_id, h.amount_minor, h.release_at
    )
    SELECT attempt_id, amount_minor FROM ended ORDER BY release_at, attempt_id`;
  if (over.length === 0) return 0;
  await lockWallet(unit, wallet.storeId, wallet.currency);
  const left = await readHeld(unit, wallet);
  for (const { amount_minor } of over) left.onHoldMinor += amount_minor;
  for (const { attempt_id: sourceId, amount_minor } of over) {
    left.onHoldMinor -= amount_minor;
    const amountMinor = releasable(left);
    await postReleased(unit, { ...wallet, sourceId, amountMinor });
    left.pendingMinor -= amountMinor;
  }
  return over.length;
}

/**
 * Releases pending money that no running hold covers: at the end of a hold, and when a failed refund puts pending money
 * back after its hold ended. `sourceId` names the fact.
 */
export async function releaseUnheld(unit: Unit, of: WalletOf & { sourceId: string }): Promise<void> {
  await lockWallet(unit, of.storeId, of.currency);
  await postReleased(unit, { ...of, amountMinor: releasable(await readHeld(unit, of)) });
}

/** The pending balance, and the sum of the running holds. Call it under the lock of the wallet. */
async function readHeld({ tx }: Unit, { storeId, currency }: WalletOf) {
  const { pendingMinor } = await readWallet(tx, storeId, currency);
  const held = await tx.walletHold.aggregate({
    where: { storeId, currency, releasedAt: null },
    _sum: { amountMinor: true },
  });
  return { pendingMinor, onHoldMinor: held._sum.amountMinor ?? 0n };
}

/** The store's debt is paid from it first, as from all money that becomes available (post.ts). */
async function postReleased(
  unit: Unit,
  { storeId, currency, sourceId, amountMinor }: WalletOf & { sourceId: string; amountMinor: bigint },
): Promise<void> {
  // The rail is empty: a release touches none of its accounts.
  await unit.post({ ...holdReleased({ amountMinor }), sourceId, storeId, rail: "", currency });
}

/** Locks the balances of a store's wallet until the transaction ends. */
export async function lockWallet(unit: Unit, storeId: number, currency: string): Promise<void> {
  await unit.tx.$queryRaw`
    SELECT 1 FROM ledger_balances WHERE account_id IN (
      SELECT id FROM ledger_accounts WHERE store_id = ${storeId} AND currency = ${currency})
    ORDER BY account_id FOR UPDATE`;
}

/** What a store has, in minor units of one currency. */
export interface Wallet {
  currency: string;
  /** On hold after a payment. */
  pendingMinor: bigint;
  /** May be paid out. */
  availableMinor: bigint;
  /** On its way to the seller. */
  payoutInFlightMinor: bigint;
  /** On its way back to payers. */
  refundInFlightMinor: bigint;
  /** In suspense: it came, but cannot be credited yet. */
  suspenseMinor: bigint;
  /** Reserved while payers dispute payments. */
  reservedMinor: bigint;
  /** What the store owes the service. */
  debtMinor: bigint;
}

/** The wallet of a store in one currency; zeros where nothing was ever posted. `db` is the client or a transaction. */
export async function readWallet(
  db: Pick<Tx, "ledgerAccount">,
  storeId: number,
  currency: string,
): Promise<Wallet> {
  const rows = await db.ledgerAccount.findMany({
    where: { storeId, currency },
    select: { kind: true, balance: { select: { balanceMinor: true } } },
  });
  const of = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance?.balanceMinor ?? 0n;
  return {
    currency,
    pendingMinor: of("wallet_pending"),
    availableMinor: of("wallet_available"),
    payoutInFlightMinor: of("payout_in_flight"),
    refundInFlightMinor: of("refund_in_flight"),
    suspenseMinor: of("suspense"),
    reservedMinor: of("dispute_reserve"),
    debtMinor: of("store_debt"),
  };
}
