import { Prisma } from "@/lib/db/client";
import { paymentsCounted, type Quota, quotaOf, spreadDays, textsPerPhone } from "@/lib/domain/limits";
import { outsideRail } from "@/lib/domain/outside";
import { Refusal } from "@/lib/domain/refusal";
import type { NewMessage, Unit, World } from "./world";

type Moment = Pick<Unit, "tx" | "now">;
type Counted = Pick<NewMessage, "channel" | "recipient">;

/** What `reserve` counted and the messages of this transaction did not use yet. */
const reserved = new WeakMap<Moment["tx"], Map<string, number>>();

/**
 * The one gate out: every message passes it in the transaction that queues it, and its `why` decides. Returns how many
 * days it waits beyond its time, or null if it must not be written. Throws the Refusals of `reserve` for what a seller asks for.
 */
export async function passGate(world: World, unit: Moment, given: NewMessage): Promise<number | null> {
  const { why, accountId } = given;
  if (why === "paid" || why === "own" || accountId === null || given.channel === "push") return 0;
  if (!isSent(world, given.channel)) return 0;
  // It takes the place of an SMS, and so does the SMS that may follow it: both are one.
  const channel = given.channel === "whatsapp" ? "sms" : given.channel;
  const message = { ...given, channel };
  if (why === "asked") {
    if (!useReserved(unit, message)) await count(world, unit, accountId, [message]);
    return 0;
  }
  lockCounters(world, unit, accountId, channel === "sms" ? [message.recipient] : []);
  const quota = (await quotaOfAccount(unit, accountId))[channel];
  const subject = `account/${accountId}/${channel}`;
  // What a seller asks for by hand has the other half of each day, so an import never stops their invoices.
  if (why === "told")
    return firstDay(world, unit, message, { subject, max: quota / 2, days: spreadDays.told });
  return firstDay(world, unit, message, { subject: `${subject}/${why}`, max: quota, days: spreadDays[why] });
}

/**
 * Waits for the counters of an account and of phones, always in this order, so that two at once cannot wait for each
 * other. Whoever writes to several phones in one transaction calls it with all of them first.
 */
export function lockCounters(
  world: World,
  { tx }: Moment,
  accountId: number,
  phones: readonly string[],
): void {
  const keys = [`account/${accountId}`, ...phones.map((phone) => phoneOf(world, phone).subject).sort()];
  tx.$send(
    Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${keys}::text[]) key`,
  );
}

/**
 * Counts messages that a seller asks for, all or none, before anything else is written; then they pass the gate. It
 * requires that an owner's address is confirmed, and that the account and the phone have quota left for today. Throws
 * the Refusals `email_unverified` and `sending_limit`.
 */
export async function reserve(
  world: World,
  unit: Moment,
  accountId: number,
  wishes: readonly Counted[],
): Promise<void> {
  const going = wishes.filter(({ channel }) => isSent(world, channel));
  if (going.length === 0) return;
  await requireConfirmed(unit, accountId);
  await count(world, unit, accountId, going);
  const mine = reserved.get(unit.tx) ?? new Map<string, number>();
  for (const wish of going) mine.set(keyOf(wish), (mine.get(keyOf(wish)) ?? 0) + 1);
  reserved.set(unit.tx, mine);
}

function useReserved({ tx }: Moment, wish: Counted): boolean {
  const mine = reserved.get(tx);
  const left = mine?.get(keyOf(wish)) ?? 0;
  if (left > 0) mine?.set(keyOf(wish), left - 1);
  return left > 0;
}

function keyOf({ channel, recipient }: Counted): string {
  return `${channel}/${recipient}`;
}

async function count(
  world: World,
  unit: Moment,
  accountId: number,
  wishes: readonly Counted[],
): Promise<void> {
  const texts = wishes.filter(({ channel }) => channel === "sms");
  lockCounters(
    world,
    unit,
    accountId,
    texts.map(({ recipient }) => recipient),
  );
  const quota = await quotaOfAccount(unit, accountId);
  for (const channel of ["email", "sms"] as const) {
    const many = wishes.filter((wish) => wish.channel === channel).length;
    const of = { subject: `account/${accountId}/${channel}`, max: quota[channel] };
    if (many > 0 && !(await countOn(unit, of, { many }))) throw new Refusal("sending_limit");
  }
  for (const { recipient } of texts)
    if (!(await countOn(unit, phoneOf(world, recipient)))) throw new Refusal("sending_limit");
}

interface Limit {
  subject: string;
  max: number;
}

/**
 * How many days after its time the account and the phone have room; counted on that day. Null: none has. What was
 * written before is not counted again.
 */
async function firstDay(
  world: World,
  { tx, now }: Moment,
  { channel, recipient, dedupeKey, notBefore }: NewMessage,
  { days, ...account }: Limit & { days: number },
): Promise<number | null> {
  const limits = [account, ...(channel === "sms" ? [phoneOf(world, recipient)] : [])];
  const subjects = limits.map(({ subject }) => subject);
  const maxima = limits.map(({ max }) => max);
  const unit = { tx, now: laterOf(now, notBefore) };
  const free = await tx.$queryRaw<{ day: number; isKnown: boolean }[]>`
    SELECT n AS day, known AS "isKnown" FROM generate_series(0, ${days}::int) AS n,
      (SELECT EXISTS (SELECT 1 FROM messages WHERE dedupe_key = ${dedupeKey}) AS known) m
    WHERE known OR NOT EXISTS (
      SELECT 1 FROM unnest(${subjects}::text[], ${maxima}::int[]) AS l(subject, max)
      JOIN sending_counts c ON c.subject = l.subject AND c.sent >= l.max
        AND c.day = (${unit.now}::timestamptz AT TIME ZONE 'UTC')::date + n) ORDER BY n`;
  for (const { day, isKnown } of free) {
    if (isKnown) return 0;
    if (!(await countOn(unit, account, { day }))) continue;
    const phone = limits[1];
    if (!phone || (await countOn(unit, phone, { day }))) return day;
  }
  return null;
}

/**
 * One statement, so that concurrent requests are all counted. False, and nothing counted, where the limit would be
 * exceeded. `day`: so many days from today, in UTC.
 */
export async function countOn(
  unit: Moment,
  { subject, max }: Limit,
  { many = 1, day = 0 }: { many?: number; day?: number } = {},
): Promise<boolean> {
  if (many > max) return false;
  const counted = await unit.tx.$queryRaw<unknown[]>`
    INSERT INTO sending_counts AS c (subject, day, sent)
    VALUES (${subject}, (${unit.now}::timestamptz AT TIME ZONE 'UTC')::date + ${day}::int, ${many})
    ON CONFLICT (subject, day) DO UPDATE SET sent = c.sent + ${many} WHERE c.sent + ${many} <= ${max}
    RETURNING 1`;
  return counted.length > 0;
}

function phoneOf(world: World, phone: string): Limit {
  const mac = Buffer.from(world.secrets.mac("throttle", `phone\n${phone}`)).toString("base64url");
  return { subject: `phone/${mac}`, max: textsPerPhone };
}

/** When a message goes at the earliest: that is the day on which it counts. */
export function laterOf(now: Date, notBefore: Date | undefined): Date {
  return notBefore && notBefore > now ? notBefore : now;
}

/** Push messages need no provider of the operator's: browsers bring their own. WhatsApp is chosen where there is a number. */
export function isSent(world: World, channel: NewMessage["channel"]): boolean {
  if (channel === "push" || channel === "whatsapp") return true;
  return channel === "sms" ? world.sms !== null : world.mailer !== null;
}

/** Throws the Refusal `email_unverified`. */
export async function requireConfirmed(unit: Moment, accountId: number): Promise<void> {
  const owner = await unit.tx.member.findFirst({
    where: { accountId, role: "owner", user: { emailVerifiedAt: { not: null } } },
    select: { userId: true },
  });
  if (!owner) throw new Refusal("email_unverified");
}

async function quotaOfAccount(unit: Moment, accountId: number): Promise<Quota> {
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
