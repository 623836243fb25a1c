import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import { endSessionsIn } from "./sessions";
import { auditPerson } from "./sign-in-log";

/** Whether this browser has signed this person in before, with a method that they chose themselves. */
export type IsKnown = (person: { userId: number; sessionVersion: number }) => Promise<boolean>;

/**
 * Marks an address as proven, for somebody who opened a link that was mailed to it. `clears`: they showed nothing else,
 * and a stranger may have created the account in the name of the address's owner, to use it later. Then all existing
 * sign-in methods are removed, with the keys, endpoints and payout destinations of the accounts that only this person
 * has, and the person is told. Nothing happens to an address that was proven before.
 */
export async function proveAddress(
  world: World,
  unit: Unit,
  user: { id: number; name: string; email: string; language: string; emailVerifiedAt: Date | null },
  { clears }: { clears: boolean },
): Promise<void> {
  if (user.emailVerifiedAt) return;
  await unit.tx.user.update({ where: { id: user.id }, data: { emailVerifiedAt: unit.now } });
  await auditPerson(unit, user.id, "sign_in.address_proven", { cleared: clears });
  if (!clears) return;
  await clearWaysIn(unit, user.id);
  await queueMail(unit, {
    to: user,
    kind: "address_proven",
    values: { ...placeOf(world), name: user.name },
    dedupeKey: `address_proven/${user.id}`,
  });
}

/**
 * Removes password, second step, passkeys and sessions, and everything else that can act for the person's own accounts.
 */
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
  const keys = await unit.tx.apiKey.findMany({ where: { storeId } });
  await unit.tx.apiKey.deleteMany({ where: { storeId } });
  for (const { id, storeId, name, livemode, last4 } of keys)
    await unit.audit(
      { storeId, actor: `user:${userId}` },
      { action: "api_key.deleted", target: `api_key:${id}`, details: { name, livemode, last4 } },
    );
  const gone = { where: { storeId, deletedAt: null }, data: { deletedAt: unit.now } };
  await unit.tx.webhookEndpoint.updateMany(gone);
  await unit.tx.payoutDestination.updateMany(gone);
}

/** Removes all passkeys of a person. Returns how many there were. */
export async function removePasskeys(unit: Unit, userId: number): Promise<number> {
  const { count } = await unit.tx.passkey.deleteMany({ where: { userId } });
  if (count > 0) await auditPerson(unit, userId, "passkey.all_removed", { count });
  return count;
}
