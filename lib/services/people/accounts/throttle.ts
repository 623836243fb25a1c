import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";

const minuteMs = 60_000;
const forgottenAfterMs = 24 * 60 * minuteMs;

/**
 * `freeTries` tries in a row have no pause; after that each wrong one is followed by a pause of 5, 10, then 15 minutes.
 */
export interface Limit {
  /** Names what is counted. Stored as a MAC, so the table contains no addresses. */
  subject: string;
  freeTries: number;
}

/** A try that was counted, and the pause that began with it. */
export interface CountedTry {
  subject: string;
  failures: number;
  lockedUntil: Date | null;
}

/**
 * Counts a try before it is made, in one statement, so that concurrent tries are all counted. Throws Invalid on `field`
 * while a pause lasts; tries during a pause are not counted, so it always ends.
 */
export async function countTry(world: World, limit: Limit, field: string): Promise<CountedTry> {
  const now = world.clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const key = keyOf(world, limit.subject);
  const forgotten = after(-forgottenAfterMs);
  const [counted] = await world.db.$queryRaw<{ failures: number; locked_until: Date | null }[]>`
    INSERT INTO sign_in_throttles AS t (subject, failures, locked_until, updated_at)
    VALUES (${key}, 1, NULL, ${now}::timestamptz)
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.updated_at < ${forgotten}::timestamptz THEN 1 ELSE t.failures + 1 END,
      locked_until = CASE
        WHEN t.updated_at < ${forgotten}::timestamptz OR t.failures + 1 < ${limit.freeTries}::int THEN NULL
        WHEN t.failures + 1 = ${limit.freeTries}::int THEN ${after(5 * minuteMs)}::timestamptz
        WHEN t.failures = ${limit.freeTries}::int THEN ${after(10 * minuteMs)}::timestamptz
        ELSE ${after(15 * minuteMs)}::timestamptz END,
      updated_at = ${now}::timestamptz
    WHERE t.locked_until IS NULL OR t.locked_until <= ${now}::timestamptz
    RETURNING failures, locked_until`;
  if (counted)
    return { subject: limit.subject, failures: counted.failures, lockedUntil: counted.locked_until };
  const row = await world.db.signInThrottle.findUnique({ where: { subject: key } });
  const waitMs = row?.lockedUntil ? row.lockedUntil.getTime() - now.getTime() : minuteMs;
  throw new Invalid({ [field]: [pauseProblem(waitMs)] });
}

/** Resets the count after a success: only for a success that nobody else can cause. */
export async function forgetTries(world: World, subject: string): Promise<void> {
  await world.db.signInThrottle.deleteMany({ where: { subject: keyOf(world, subject) } });
}

/**
 * Undoes the count of one successful try, and the pause that it began, but nothing else: in a count shared by
 * strangers, the success of one must not clear the failures of the others.
 */
export async function giveBackTry(world: World, { subject, lockedUntil }: CountedTry): Promise<void> {
  await world.db.$executeRaw`
    UPDATE sign_in_throttles SET failures = greatest(failures - 1, 0),
      locked_until = CASE WHEN locked_until = ${lockedUntil}::timestamptz THEN NULL ELSE locked_until END
    WHERE subject = ${keyOf(world, subject)}`;
}

function pauseProblem(waitMs: number): Problem {
  const minutes = Math.max(1, Math.ceil(waitMs / minuteMs));
  return minutes === 1 ? say("pause_minute") : say("pause_minutes", { minutes });
}

function keyOf(world: World, subject: string): string {
  return Buffer.from(world.secrets.mac("throttle", subject)).toString("base64url");
}
