import { holdReleased, releasable } from "@/lib/domain/posting";
import { transact, type Unit } from "../unit";
import type { World } from "../world";
import { readWallet } from "./read-wallet";

const batchMax = 200;

/** Notes when a payment that was just posted to `wallet_pending` becomes available. */
export async function holdPayment(
  world: World,
  unit: Unit,
  hold: { attemptId: string; storeId: number; currency: string; amountMinor: bigint },
): Promise<void> {
  if (hold.amountMinor === 0n) return;
  const releaseAt = new Date(unit.now.getTime() + world.config.walletHoldMs);
  await unit.tx.walletHold.create({ data: { ...hold, releaseAt }, select: { attemptId: true } });
}

/**
 * Makes available what was held long enough. What refunds and reversals have taken from the pending money in between
 * is not there to be released. Safe to miss, to repeat, or to run twice at once.
 */
export async function releaseHeld(world: World): Promise<{ released: number; more: boolean }> {
  const due = await world.db.walletHold.findMany({
    where: { releasedAt: null, releaseAt: { lte: world.clock.now() } },
    orderBy: { releaseAt: "asc" },
    select: { attemptId: true },
    take: batchMax,
  });
  let released = 0;
  for (const { attemptId } of due) {
    try {
      if (await transact(world, (unit) => release(unit, attemptId))) released += 1;
    } catch (error) {
      world.log.error({ err: error, attempt: attemptId }, "A hold could not be released; it is tried again.");
    }
  }
  return { released, more: due.length === batchMax };
}

async function release(unit: Unit, attemptId: string): Promise<boolean> {
  const { tx } = unit;
  const [locked] = await tx.$queryRaw<{ due: boolean }[]>`
    SELECT released_at IS NULL AND release_at <= ${unit.now} AS due FROM wallet_holds
    WHERE attempt_id = ${attemptId}::uuid FOR UPDATE SKIP LOCKED`;
  if (!locked?.due) return false;
  const hold = await tx.walletHold.update({ where: { attemptId }, data: { releasedAt: unit.now } });
  await releaseUnheld(unit, { ...hold, sourceId: attemptId });
  return true;
}

/**
 * Makes available what no running hold keeps back: at the end of a hold, and when a refund that had taken from the
 * pending money puts it back after its hold is over. `sourceId` names the fact.
 */
export async function releaseUnheld(
  unit: Unit,
  { storeId, currency, sourceId }: { storeId: number; currency: string; sourceId: string },
): Promise<void> {
  await lockWallet(unit, storeId, currency);
  const { pendingMinor } = await readWallet(unit.tx, storeId, currency);
  const held = await unit.tx.walletHold.aggregate({
    where: { storeId, currency, releasedAt: null },
    _sum: { amountMinor: true },
  });
  const amountMinor = releasable({ pendingMinor, onHoldMinor: held._sum.amountMinor ?? 0n });
  const entry = holdReleased({ amountMinor });
  // The rail names no account here: nothing of it is touched by a release.
  await unit.post({ ...entry, sourceId, storeId, rail: "", currency });
}

/** Keeps the balances of a store's wallet as they are read until the transaction ends. */
export async function lockWallet(unit: Unit, storeId: number, currency: string): Promise<void> {
  await unit.tx.$queryRaw`
    SELECT 1 FROM ledger_balances WHERE account_id IN (
      SELECT id FROM ledger_accounts WHERE store_id = ${storeId} AND currency = ${currency})
    ORDER BY account_id FOR UPDATE`;
}
