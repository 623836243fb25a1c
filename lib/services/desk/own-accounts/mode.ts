import type { RailAccount } from "@/lib/db/generated/client";
import { Invalid, say } from "@/lib/domain/refusal";
import type { Unit } from "@/lib/services/core/world";
import { tillTask } from "@/lib/services/money/settlement/claim-receipt";
import { takenBack } from "@/lib/services/money/till/keep";
import { requireNothingUnderWay } from "../rails/settings";

/** Play money beside real money would be taken for it, so all accounts of a store are in one mode. */
export async function requireOneMode(
  unit: Unit,
  storeId: number,
  key: string,
  livemode: boolean,
): Promise<void> {
  const where = { storeId, removedAt: null, livemode: !livemode, NOT: { key } };
  if ((await unit.tx.railAccount.count({ where })) > 0)
    throw new Invalid({ form: [say("account_other_mode")] });
}

/**
 * An account changes its mode only while nothing is under way with it, and a phone only while nothing was told of it: the balance
 * and the messages of a practice phone would be believed as those of the real one. Throws Invalid on `form`.
 */
export async function requireNewMode(unit: Unit, account: RailAccount): Promise<void> {
  const { tx } = unit;
  const { key, rail, label } = account;
  await requireNothingUnderWay(tx, key, label);
  if (rail !== "phone") return forgetPlay(unit, account);
  const counts = await Promise.all([
    tx.phoneChain.count({ where: { rail: key, anchorAt: { not: null } } }),
    tx.phoneMessage.count({ where: { rail: key } }),
    tx.tillPayment.count({ where: { rail: key } }),
    tx.paymentAttempt.count({ where: { rail: key } }),
  ]);
  if (counts.some((count) => count > 0)) throw new Invalid({ form: [say("account_mode_stays")] });
}

/** Play money that waits for its seller would be real money once they say what it is for: it waits no more. */
export async function forgetPlay(unit: Unit, { key, storeId, livemode }: RailAccount): Promise<void> {
  if (livemode) return;
  const where = { rail: key, attemptId: null };
  const waiting = await unit.tx.tillPayment.findMany({ where, select: { id: true } });
  await unit.tx.tillPayment.updateMany({ where, data: { why: takenBack } });
  const subjects = waiting.map(({ id }) => String(id));
  await unit.resolveTasks({ kind: tillTask, subject: { in: subjects }, storeId });
}
