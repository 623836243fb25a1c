import { sqlState } from "@/lib/db/client";
import { correctable, correction, correctionState } from "@/lib/domain/correction";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { type Operator, requireOperator } from "../operator";
import { notifyTheirOwners, recordAndNotify } from "./notify";
import { type Correcting, previewOf } from "./preview";

/**
 * Approves a correction by another operator than the proposer: the money moves, and the owners of the store are
 * notified. Needs the password. Throws NotAllowed, NotFound, and Invalid on `password` or `code`, and on `form` when it
 * is their own, decided, too old, or would take an account below zero.
 */
export async function approveCorrection(
  world: World,
  operator: Operator,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await requireOperator(world.db, operator);
  await confirmPerson(world, operator.userId, proof);
  await transact(world, (unit) => approve(world, unit, operator, id)).catch(refuseBelowZero);
}

async function approve(world: World, unit: Unit, operator: Operator, id: string): Promise<void> {
  const { name: by, email: contact } = await requireOperator(unit.tx, operator);
  const { correcting, reason, proposedBy } = await lockOpen(unit, id);
  if (proposedBy === operator.userId) throw new Invalid({ form: [say("correction_own")] });
  const { storeId, rail, currency } = correcting;
  if (storeId !== null) await lockWallet(unit, storeId, currency);
  const effects = await previewOf(unit.tx, correcting);
  if (effects.some(({ isTooLow }) => isTooLow)) throw new Invalid({ form: [say("correction_too_low")] });
  await close(unit, operator, id, "approved");
  await recordAndNotify(world, unit, operator, { id, correcting, reason, by, did: "approved" });
  await notifyTheirOwners(world, unit, { id, correcting, effects, reason, contact });
  await unit.post({
    ...correction(correcting),
    ...{ sourceId: id, storeId: storeId ?? 0, rail: rail ?? "", currency },
  });
}

/** Declines a correction; only another operator may. Throws NotAllowed, NotFound, or Invalid on `form`. */
export async function declineCorrection(world: World, operator: Operator, id: string): Promise<void> {
  await end(world, operator, id, "declined");
}

/** Withdraws a correction; only its proposer may. Throws NotAllowed, NotFound, or Invalid on `form`. */
export async function withdrawCorrection(world: World, operator: Operator, id: string): Promise<void> {
  await end(world, operator, id, "withdrawn");
}

async function end(
  world: World,
  operator: Operator,
  id: string,
  did: "declined" | "withdrawn",
): Promise<void> {
  await transact(world, async (unit) => {
    const { name: by } = await requireOperator(unit.tx, operator);
    const { correcting, reason, proposedBy } = await lockOpen(unit, id);
    const isOwn = proposedBy === operator.userId;
    if (isOwn !== (did === "withdrawn"))
      throw new Invalid({ form: [say(isOwn ? "correction_own" : "correction_theirs")] });
    await close(unit, operator, id, did);
    await recordAndNotify(world, unit, operator, { id, correcting, reason, by, did });
  });
}

/** Locks and reads an undecided proposal. */
async function lockOpen(
  unit: Unit,
  id: string,
): Promise<{ correcting: Correcting; reason: string; proposedBy: number }> {
  if (!isUuidV4(id)) throw new NotFound();
  await unit.tx.$queryRaw`SELECT 1 FROM ledger_corrections WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await unit.tx.ledgerCorrection.findUnique({ where: { id } });
  if (!row) throw new NotFound();
  if (correctionState(row, unit.now) !== "proposed") throw new Invalid({ form: [say("correction_over")] });
  return { correcting: correctingOf(row), reason: row.reason, proposedBy: row.proposedBy };
}

/** Safe: only correctable kinds are ever stored. Throws NotFound for a kind that is not correctable any more. */
export function correctingOf(row: {
  storeId: number | null;
  rail: string | null;
  currency: string;
  fromKind: string;
  toKind: string;
  amountMinor: bigint;
}): Correcting {
  const { storeId, rail, currency, fromKind, toKind, amountMinor } = row;
  const from = correctable.find((kind) => kind === fromKind);
  const to = correctable.find((kind) => kind === toKind);
  if (!from || !to) throw new NotFound();
  return { storeId, rail, currency, from, to, amountMinor };
}

async function close(
  unit: Unit,
  operator: Operator,
  id: string,
  status: "approved" | "declined" | "withdrawn",
): Promise<void> {
  await unit.tx.ledgerCorrection.update({
    where: { id },
    data: { status, decidedBy: operator.userId, decidedAt: unit.now },
  });
}

/** The database has the final check for too low a balance, also after a recent change. */
function refuseBelowZero(error: unknown): never {
  if (sqlState(error) === "23514") throw new Invalid({ form: [say("correction_too_low")] });
  throw error;
}
