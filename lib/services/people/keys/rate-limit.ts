import { limits } from "@/lib/domain/limits";
import type { World } from "@/lib/services/core/world";

/** spec, Limits: 120 requests per minute per key. */
export const rateLimit = { requests: limits.keyRequests.max, seconds: limits.keyRequests.windowMs / 1000 };

export interface Rate {
  allowed: boolean;
  /** How many more requests would be allowed right now. */
  remaining: number;
  /** Whole seconds until the oldest counted request leaves the window, at least 1. */
  resetSeconds: number;
  /** The same instant, in Unix seconds. */
  resetAt: number;
}

/** One row of `turn`. */
export interface RateRow {
  allowed: boolean;
  used: number;
  now: number;
  oldest: number | null;
}

/** The stored times are rounded to the millisecond: the window is that much longer, so that it is never too short. */
const roundingSeconds = 0.001;
/** The third parameter of `turnInSql`. */
export const windowText = `${rateLimit.seconds + roundingSeconds} seconds`;

// A log of the allowed requests of the last 60 seconds, so that no 60 seconds ever have more than 120. The row lock
// orders the requests of one key across all processes, and only the database's clock is used, read under the lock.
/**
 * The parts `taken`, `seen` and `turn` of a statement; `turn` has a RateRow for each subject. `subjects` selects them,
 * each once; $2 is the number of allowed requests and $3 the window. The same statement can query other data too.
 */
export const turnInSql = (subjects: string) => `
    taken AS (
      INSERT INTO rate_limits AS log (subject, hits)
        SELECT subject, ARRAY[clock_timestamp()] FROM (${subjects}) AS asked ORDER BY subject
      ON CONFLICT (subject) DO UPDATE
        SET hits = ARRAY(
          SELECT hit FROM unnest(log.hits) AS hit WHERE hit > clock_timestamp() - $3::interval ORDER BY hit
        ) || clock_timestamp()
        WHERE (SELECT count(*) FROM unnest(log.hits) AS hit WHERE hit > clock_timestamp() - $3::interval) < $2::int
      RETURNING subject, hits
    ), seen AS (
      SELECT subject, true AS allowed, hits FROM taken
      UNION ALL
      SELECT subject, false, hits FROM rate_limits
      WHERE subject IN (${subjects}) AND subject NOT IN (SELECT subject FROM taken)
    ), turn AS (
      SELECT seen.subject, seen.allowed, counted.used, counted.oldest, extract(epoch FROM clock_timestamp())::float8 AS now
      FROM seen, LATERAL (
        SELECT count(*)::int AS used, extract(epoch FROM min(hit))::float8 AS oldest
        FROM unnest(seen.hits) AS hit WHERE hit > clock_timestamp() - $3::interval
      ) AS counted
    )`;

const takeTurn = {
  name: "rate-limit",
  text: `WITH ${turnInSql("SELECT $1::text AS subject")} SELECT * FROM turn`,
};

/**
 * Counts one request of a subject such as `key:12` and returns whether it is allowed: 120 a minute, or `requests`.
 * Refused requests are not counted. When the log is unreachable the request is allowed: the limiter must not make an
 * access check fail.
 */
export async function countRequest(
  world: World,
  subject: string,
  requests: number = rateLimit.requests,
): Promise<Rate> {
  try {
    const { rows } = await world.pool.query<RateRow>({
      ...takeTurn,
      values: [subject, requests, windowText],
    });
    return rateOf(
      rows[0] ?? { allowed: false, used: requests, now: secondsOf(world), oldest: null },
      requests,
    );
  } catch (error) {
    world.log.warn(
      // The rest of the subject may be a payer's address or the key to a page.
      { err: error, subject: subject.split(":", 1)[0] },
      "The rate limit could not be checked; the request is let through.",
    );
    return rateOf({ allowed: true, used: 0, now: secondsOf(world), oldest: null }, requests);
  }
}

export function rateOf(row: RateRow, requests: number): Rate {
  const oldest = row.oldest ?? row.now;
  const untilFree = Math.ceil(oldest + rateLimit.seconds + roundingSeconds - row.now);
  const resetSeconds = Math.min(Math.max(1, untilFree), rateLimit.seconds);
  return {
    allowed: row.allowed,
    remaining: row.allowed ? Math.max(0, requests - row.used) : 0,
    resetSeconds,
    resetAt: Math.ceil(row.now + resetSeconds),
  };
}

function secondsOf(world: World): number {
  return world.clock.now().getTime() / 1000;
}
