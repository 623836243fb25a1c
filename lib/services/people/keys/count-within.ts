import type { Tx } from "@/lib/db/client";
import type { Network } from "@/lib/domain/address-block";
import { type Limit, limits } from "@/lib/domain/limits";
import type { World } from "@/lib/services/core/world";

type Window = Pick<Limit, "windowMs" | "max">;

/**
 * Counts one act of a subject if all limits allow it, and returns whether they did. Uses the world's clock and the
 * caller's transaction, whose rollback undoes the count. Times older than the longest window are deleted.
 */
export async function countWithin(
  tx: Pick<Tx, "$executeRaw">,
  subject: string,
  limits: readonly Window[],
  now: Date,
): Promise<boolean> {
  return (await countEach(tx, [{ subject, limits }], now)) > 0;
}

/** The same for several subjects in one statement. Returns for how many it was counted. */
export async function countEach(
  tx: Pick<Tx, "$executeRaw">,
  counts: readonly { subject: string; limits: readonly Window[] }[],
  now: Date,
): Promise<number> {
  const all = counts.flatMap(({ subject, limits }) => limits.map((limit) => ({ subject, ...limit })));
  const starts = all.map(({ windowMs }) => new Date(now.getTime() - windowMs));
  return tx.$executeRaw`
    WITH limits AS (
      SELECT * FROM unnest(${all.map(({ subject }) => subject)}::text[], ${starts}::timestamptz[],
        ${all.map(({ max }) => max)}::int[]) AS one(subject, start, most))
    INSERT INTO rate_limits AS log (subject, hits)
    SELECT subject, ARRAY[${now}::timestamptz] FROM unnest(${counts.map(({ subject }) => subject)}::text[]) subject
    ON CONFLICT (subject) DO UPDATE
      SET hits = ARRAY(SELECT hit FROM unnest(log.hits) AS hit
        WHERE hit > (SELECT min(start) FROM limits WHERE limits.subject = log.subject)) || ${now}::timestamptz
      WHERE NOT EXISTS (
        SELECT 1 FROM limits WHERE limits.subject = log.subject
          AND (SELECT count(*) FROM unnest(log.hits) AS hit WHERE hit > limits.start) >= limits.most)`;
}

/** Whether a subject has reached the limit. Counts nothing. */
export async function isOver(
  tx: Pick<Tx, "$queryRaw">,
  subject: string,
  { windowMs, max }: Window,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ over: boolean }[]>`
    SELECT count(*) >= ${max} AS over FROM rate_limits, unnest(hits) AS hit
    WHERE subject = ${subject} AND hit > ${new Date(now.getTime() - windowMs)}`;
  return row?.over ?? false;
}

/** Who tries codes, and where. Both are counted: one caller cannot try them all, nor can a crowd. */
export type Guesser =
  /** `page`: its name among all that take money. */
  | { network: Network; page: string }
  /** By USSD. */
  | { phone: string; storeId: number };

/** Whether so many wrong codes came from there that no code is looked at now. */
export async function codesRest(world: World, guesser: Guesser): Promise<boolean> {
  const now = world.clock.now();
  const counts = countsOf(world, guesser);
  const over = await Promise.all(counts.map(([subject, limit]) => isOver(world.db, subject, limit, now)));
  return over.includes(true);
}

/**
 * Counts a code that nobody has, or that is not for who typed it. By USSD the same `code` again within the hour is no
 * guess: a session says all that was typed with each entry.
 */
export async function countWrongCode(world: World, guesser: Guesser, code: string): Promise<void> {
  const now = world.clock.now();
  if ("phone" in guesser) {
    const said = `ussd-wrong-said:${macOf(world, `${guesser.storeId}\n${guesser.phone}\n${code}`)}`;
    if (!(await countWithin(world.db, said, [{ ...limits.codesOfPhone, max: 1 }], now))) return;
  }
  for (const [subject, limit] of countsOf(world, guesser)) await countWithin(world.db, subject, [limit], now);
}

function countsOf(world: World, guesser: Guesser): [string, Limit][] {
  if ("network" in guesser)
    return [
      [`code:${guesser.network}`, limits.codesOfNetwork],
      [`code-page:${guesser.page}`, limits.codesOfPage],
    ];
  return [
    [`ussd-wrong:${macOf(world, guesser.phone)}`, limits.codesOfPhone],
    [`ussd-wrong-store:${guesser.storeId}`, limits.codesOfStore],
  ];
}

function macOf({ secrets }: World, text: string): string {
  return Buffer.from(secrets.mac("ussd-wrong", text)).toString("base64url");
}
