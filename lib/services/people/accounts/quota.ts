import { outsideRail } from "@/lib/domain/outside";
import { Refusal } from "@/lib/domain/refusal";
import { paymentsCounted, quotaOf, textsPerPhone } from "@/lib/domain/sending-quota";
import { transact } from "@/lib/services/core/unit";
import type { Channel, Unit, World } from "@/lib/services/core/world";

/** A message that a person requests for another recipient. */
export interface Wish {
  channel: Channel;
  recipient: string;
}

/**
 * Call it before messages go to others at the request of a seller or their app. It requires that an owner's address is
 * confirmed, and that the account and the phone have quota left for today. Counted in this transaction, so a rollback
 * undoes the count. If the server sends none of these channels, messages are only stored and nothing is counted. Throws
 * the Refusals `email_unverified` and `sending_limit`.
 */
export async function requireMaySend(
  world: World,
  unit: Unit,
  accountId: number,
  wishes: readonly Wish[],
): Promise<void> {
  const going = wishes.filter(({ channel }) => isSent(world, channel));
  if (going.length === 0) return;
  await requireConfirmed(unit, accountId);
  const quota = await quotaOfAccount(unit, accountId);
  for (const channel of ["email", "sms"] as const) {
    const many = going.filter((wish) => wish.channel === channel).length;
    await take(unit, `account/${accountId}/${channel}`, many, quota[channel]);
  }
  for (const { channel, recipient } of going)
    if (channel === "sms" && !(await phoneHasRoom(world, unit, recipient)))
      throw new Refusal("sending_limit");
}

/** Counts one SMS to a phone, for all accounts together. False, and nothing counted, when it reached today's limit. */
export async function phoneHasRoom(world: World, unit: Unit, phone: string): Promise<boolean> {
  if (!isSent(world, "sms")) return true;
  return count(unit, `phone/${macOf(world, phone)}`, 1, textsPerPhone);
}

/**
 * Checks only that an owner's address is confirmed, for objects that are created before they are sent. Throws Refusal
 * `email_unverified`.
 */
export async function mayConfirmedSend(
  world: World,
  accountId: number,
  channels: readonly Channel[],
): Promise<void> {
  if (channels.some((channel) => isSent(world, channel)))
    await transact(world, (unit) => requireConfirmed(unit, accountId));
}

/**
 * Runs a verb that sends messages. When the sending limit is reached, the audit log gets an entry once a day, for
 * operators.
 */
export async function noteLimit<T>(
  world: World,
  by: { accountId: number; storeId: number; actor: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "sending_limit") await note(world, by);
    throw error;
  }
}

async function note(
  world: World,
  { accountId, storeId, actor }: { accountId: number; storeId: number; actor: string },
): Promise<void> {
  const { unit: _, ...apart } = world;
  await transact(apart, async (unit) => {
    const first = await count(unit, `noted/${accountId}`, 1, 1);
    if (!first) return;
    const target = `account:${accountId}`;
    await unit.audit({ accountId, storeId, actor }, { action: "messages.limit_reached", target });
  });
}

function isSent(world: World, channel: Channel): boolean {
  return channel === "sms" ? world.sms !== null : world.mailer !== null;
}

async function requireConfirmed(unit: Unit, accountId: number): Promise<void> {
  const owner = await unit.tx.member.findFirst({
    where: { accountId, role: "owner", user: { emailVerifiedAt: { not: null } } },
    select: { userId: true },
  });
  if (!owner) throw new Refusal("email_unverified");
}

async function quotaOfAccount(unit: Unit, accountId: number) {
  const [facts] = await unit.tx.$queryRaw<[{ at: Date; verified: boolean; payments: number }]>`
    SELECT a.created_at AS at,
      EXISTS (SELECT 1 FROM stores s WHERE s.account_id = a.id AND s.verification_status = 'verified') AS verified,
      (SELECT count(*)::int FROM (
        SELECT 1 FROM payment_attempts p JOIN stores s ON s.id = p.store_id
        WHERE s.account_id = a.id AND p.status = 'succeeded' AND p.rail NOT IN ('sandbox', ${outsideRail}) LIMIT ${paymentsCounted}
      ) AS paid) AS payments
    FROM accounts a WHERE a.id = ${accountId}`;
  return quotaOf({
    ageMs: unit.now.getTime() - facts.at.getTime(),
    isVerified: facts.verified,
    payments: facts.payments,
  });
}

async function take(unit: Unit, subject: string, many: number, max: number): Promise<void> {
  if (many > 0 && !(await count(unit, subject, many, max))) throw new Refusal("sending_limit");
}

/**
 * One statement, so that concurrent requests are all counted. False, and nothing counted, where the limit would be
 * exceeded.
 */
async function count(unit: Unit, subject: string, many: number, max: number): Promise<boolean> {
  if (many > max) return false;
  const counted = await unit.tx.$queryRaw<unknown[]>`
    INSERT INTO sending_counts AS c (subject, day, sent) VALUES (${subject}, (${unit.now}::timestamptz AT TIME ZONE 'UTC')::date, ${many})
    ON CONFLICT (subject, day) DO UPDATE SET sent = c.sent + ${many} WHERE c.sent + ${many} <= ${max}
    RETURNING 1`;
  return counted.length > 0;
}

function macOf(world: World, phone: string): string {
  return Buffer.from(world.secrets.mac("throttle", `phone\n${phone}`)).toString("base64url");
}
