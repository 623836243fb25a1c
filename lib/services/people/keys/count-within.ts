import type { Tx } from "@/lib/db/client";

/** At most `max` in any time of `windowMs`. */
export interface Limit {
  windowMs: number;
  max: number;
}

/**
 * Counts one act of a subject if all limits leave room for it, and says whether they did; by the world's clock, in the
 * caller's transaction, which takes the count back with itself. What is older than the longest window is forgotten.
 */
export async function countWithin(
  tx: Pick<Tx, "$executeRaw">,
  subject: string,
  limits: readonly Limit[],
  now: Date,
): Promise<boolean> {
  const longest = new Date(now.getTime() - Math.max(...limits.map(({ windowMs }) => windowMs)));
  const starts = limits.map(({ windowMs }) => new Date(now.getTime() - windowMs));
  const most = limits.map(({ max }) => max);
  const counted = await tx.$executeRaw`
    INSERT INTO rate_limits AS log (subject, hits) VALUES (${subject}, ARRAY[${now}::timestamptz])
    ON CONFLICT (subject) DO UPDATE
      SET hits = ARRAY(SELECT hit FROM unnest(log.hits) AS hit WHERE hit > ${longest}::timestamptz) || ${now}::timestamptz
      WHERE NOT EXISTS (
        SELECT 1 FROM unnest(${starts}::timestamptz[], ${most}::int[]) AS one(start, most)
        WHERE (SELECT count(*) FROM unnest(log.hits) AS hit WHERE hit > one.start) >= one.most)`;
  return counted > 0;
}
