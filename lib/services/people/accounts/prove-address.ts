import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import { endSessionsIn } from "./sessions";
import { logSignIn } from "./sign-in-log";

/** Whether the browser has signed this person in with what they chose themselves. */
export type IsKnown = (person: { userId: number; sessionVersion: number }) => Promise<boolean>;

/**
 * Whoever opened a mailed link reads the mail of this address. Where that was never shown before, and the browser is not
 * one that this person signed in with, somebody else may have made the account in the name of the owner of the address,
 * to come back later: every way in that was set before is taken away, with the keys, endpoints and payout accounts of the
 * accounts that are theirs alone. Returns whether that was done.
 */
export async function proveAddress(
  unit: Unit,
  user: { id: number; sessionVersion: number; emailVerifiedAt: Date | null },
  isKnown: boolean,
): Promise<boolean> {
  if (user.emailVerifiedAt) return false;
  await unit.tx.user.update({ where: { id: user.id }, data: { emailVerifiedAt: unit.now } });
  await logSignIn(unit, user.id, "sign_in.address_proven", { cleared: !isKnown });
  if (isKnown) return false;
  await clearWaysIn(unit, user.id);
  return true;
}

/** Password, second step, passkeys and sessions go; what speaks for the person's own accounts without them goes as well. */
async function clearWaysIn(unit: Unit, userId: number): Promise<void> {
  await unit.tx.user.update({
    where: { id: userId },
    data: {
      ...{ passwordHash: null, totpSealed: null, totpConfirmedAt: null, totpLastStep: null },
      ...{ recoveryHashes: [], sessionVersion: { increment: 1 } },
    },
  });
  await removePasskeys(unit, userId);
  await endSessionsIn(unit, userId);
  const owned = await unit.tx.store.findMany({
    where: { account: { members: { every: { userId } } } },
    select: { id: true },
  });
  const storeId = { in: owned.map(({ id }) => id) };
  await unit.tx.apiKey.deleteMany({ where: { storeId } });
  const gone = { where: { storeId, deletedAt: null }, data: { deletedAt: unit.now } };
  await unit.tx.webhookEndpoint.updateMany(gone);
  await unit.tx.payoutDestination.updateMany(gone);
}

/** None of them signs in any more. Returns how many there were. */
export async function removePasskeys(unit: Unit, userId: number): Promise<number> {
  const { count } = await unit.tx.passkey.deleteMany({ where: { userId } });
  if (count > 0)
    await unit.audit({
      ...{ accountId: null, storeId: null, actor: `user:${userId}`, target: `user:${userId}` },
      ...{ action: "passkey.all_removed", details: { count } },
    });
  return count;
}

/** Says so by mail, with the way to a new password. */
export async function notifyCleared(
  world: World,
  unit: Unit,
  user: { id: number; name: string; email: string; language: string },
): Promise<void> {
  await queueMail(unit, {
    to: user,
    kind: "address_proven",
    values: { ...placeOf(world), name: user.name },
    dedupeKey: `address_proven/${user.id}`,
  });
}
