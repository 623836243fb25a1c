import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { auditPerson } from "./person";

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

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
export interface SignInTries {
  /** The password was right: the count of this try is undone. */
  wasRight(): Promise<void>;
  /** Whether this try starts the pause of all unknown browsers for this account. */
  beginsPause: boolean;
}

/**
 * Counts a password try before the password is checked. A browser that has signed this person in before has its own
 * count, so that strangers' guesses never lock out the owner. All others are counted three times: by e-mail and
 * network, by network, and by account. An unknown address is counted in the same way. Throws Invalid on `password`
 * while a pause lasts.
 */
export async function countSignIn(
  world: World,
  { email, ip, isKnown }: { email: string; ip: string; isKnown: boolean },
): Promise<SignInTries> {
  const now = world.clock.now().getTime();
  const block = addressBlock(ip);
  if (isKnown) {
    const subject = `sign-in known\n${email}`;
    await countTry(world, { subject, freeTries: limits.signInKnown.free }, "password");
    return { wasRight: () => forgetTries(world, subject), beginsPause: false };
  }
  const pair = `sign-in\n${email}\n${block}`;
  await countTry(world, { subject: pair, freeTries: limits.signIn.free }, "password");
  const network = `sign-in network\n${block}\n${Math.floor(now / hourMs)}`;
  const shared: CountedTry[] = [];
  shared.push(
    await countTry(world, { subject: network, freeTries: limits.signInOfNetwork.free }, "password"),
  );
  const account = `sign-in account\n${email}\n${Math.floor(now / dayMs)}`;
  const counted = await countTry(
    world,
    { subject: account, freeTries: limits.signInOfAccount.free },
    "password",
  );
  shared.push(counted);
  return {
    async wasRight() {
      await forgetTries(world, pair);
      for (const one of shared) await giveBackTry(world, one);
    },
    beginsPause: counted.failures === limits.signInOfAccount.free,
  };
}

/**
 * Logs a wrong password in the audit log under its person; an unknown address is logged too, so that both take the same
 * time. If the account's pause for strangers begins, the person is notified, once a day.
 */
export async function recordFailure(
  world: World,
  user: { id: number; email: string; name: string; language: string } | null,
  { ip, isPaused }: { ip: string; isPaused: boolean },
): Promise<void> {
  await transact(world, async (unit) => {
    await unit.audit(
      { actor: "visitor" },
      {
        action: "sign_in.failed",
        target: user ? `user:${user.id}` : "nobody",
        details: { by: "password", ip },
      },
    );
    if (!isPaused || !user) return;
    await auditPerson(unit, user.id, "sign_in.paused", { tries: limits.signInOfAccount.free });
    await queueMail(unit, {
      to: user,
      kind: "sign_in_tries",
      values: { ...placeOf(world), name: user.name, tries: limits.signInOfAccount.free },
      dedupeKey: `sign_in_tries/${user.id}/${unit.now.toISOString().slice(0, 10)}`,
    });
  });
}
