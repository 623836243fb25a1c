import type { Tx } from "@/lib/db/client";
import type { Limit } from "@/lib/domain/limits";

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
