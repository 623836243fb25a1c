import type { World } from "@/lib/services/core/world";
import type { SigningFacts } from "./sign";

/** Longer than the longest attempt with its database work: a lease expires only when its worker died. */
const leaseMs = 60_000;

/** The most attempts that a process has open. They are only waiting sockets. */
export const placesMax = 512;
/** The most of these places for endpoints that failed last time or were slow, all together. */
const laggingMax = placesMax / 2;
/** While more attempts than this are open, no endpoint gets a second one: the rest is for first ones. */
const secondsMax = placesMax / 2;
/** The same two limits for the endpoints of one account: each store may have ten, and an account twenty stores. */
export const accountMax = placesMax / 8;
const accountSecondsMax = accountMax / 2;
export const endpointMax = 4;
/** An endpoint that failed last time gets one attempt at a time. */
const failingMax = 1;

/** How many waiting deliveries of one endpoint a claim reads to find those whose turn it is. */
const headMax = 64;

/** Which work to look at: everything, or that of one store. */
export interface Scope {
  storeId?: number;
}

/** A delivery that only this worker may attempt until its lease ends, with the data for the attempt. */
export interface Claimed extends SigningFacts {
  deliveryId: bigint;
  leasedUntil: Date;
  storeId: number;
  accountId: number;
  livemode: boolean;
  endpointId: number;
  url: string;
  eventId: string;
  type: string;
  payload: string;
  /** The request that the event came of. */
  requestId: string | null;
  attemptsMade: number;
  firstAttemptAt: Date | null;
  failingSince: Date | null;
  failuresInRow: number;
  /** Why it must not be sent: the endpoint or the store was switched off while the event was written. */
  obstacle: string | null;
}

/**
 * Leases due deliveries whose turn it is, of all endpoints or of `only` some. Endpoints take turns, so that one with
 * many deliveries does not delay the others: the first delivery of every endpoint comes before the second of any,
 * endpoints that failed or were slow come last, and no account gets more than its share of the places.
 */
export async function claimDue(world: World, scope: Scope, only: number[] | null): Promise<Claimed[]> {
  // What is being recorded counts as well: a slow database must not gather more and more of it.
  const room = placesMax - world.courier.unrecorded;
  if (room <= 0) return [];
  const now = world.clock.now();
  const { open } = world.courier;
  // Without a name: for a named statement PostgreSQL would reuse a plan from when the tables were small.
  const { rows } = await world.pool.query<ClaimedRow>(claimSql, [
    now,
    new Date(now.getTime() + leaseMs),
    scope.storeId ?? null,
    only,
    [...open.keys()],
    [...open.values()],
    room,
  ]);
  return rows.map((row) => ({ ...row, deliveryId: BigInt(row.deliveryId) }));
}

/** bigint columns arrive as texts. */
type ClaimedRow = Omit<Claimed, "deliveryId"> & { deliveryId: string };

const claimSql = `
WITH RECURSIVE open AS (
  SELECT o.endpoint_id, o.count, s.account_id, w.failures_in_row > 0 OR w.answers_slowly AS lags
  FROM unnest($5::int[], $6::int[]) AS o (endpoint_id, count)
  JOIN webhook_endpoints w ON w.id = o.endpoint_id JOIN stores s ON s.id = w.store_id
), waiting (endpoint_id) AS (
  -- From endpoint to endpoint, one step along the index each, however much waits for one of them.
  (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'pending' AND $4::int[] IS NULL
   ORDER BY endpoint_id, next_attempt_at, id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.status = 'pending' AND d.endpoint_id > waiting.endpoint_id
    ORDER BY d.endpoint_id, d.next_attempt_at, d.id LIMIT 1)
  FROM waiting WHERE waiting.endpoint_id IS NOT NULL
), endpoint AS MATERIALIZED (
  SELECT w.id, s.account_id, w.failures_in_row > 0 OR w.answers_slowly AS lags, coalesce(open.count, 0) AS open,
    CASE WHEN w.failures_in_row > 0 THEN ${failingMax} ELSE ${endpointMax} END - coalesce(open.count, 0) AS room
  FROM (SELECT endpoint_id FROM waiting WHERE endpoint_id IS NOT NULL UNION ALL SELECT unnest($4::int[])) looked_at
  JOIN webhook_endpoints w ON w.id = looked_at.endpoint_id JOIN stores s ON s.id = w.store_id
  LEFT JOIN open ON open.endpoint_id = w.id
  WHERE ($3::int IS NULL OR w.store_id = $3)
), ready AS (
  SELECT d.id, d.next_attempt_at, endpoint.account_id, endpoint.lags,
    endpoint.open + row_number() OVER (PARTITION BY endpoint.id ORDER BY d.next_attempt_at, d.id) AS place
  FROM endpoint CROSS JOIN LATERAL (
    SELECT head.id, head.next_attempt_at FROM (
      SELECT id, next_attempt_at, leased_until, attempts_made, line FROM webhook_deliveries
      WHERE endpoint_id = endpoint.id AND status = 'pending' AND next_attempt_at <= $1
      ORDER BY next_attempt_at, id LIMIT ${headMax}
    ) head
    WHERE (head.leased_until IS NULL OR head.leased_until <= $1)
      AND (head.attempts_made > 0 OR NOT EXISTS (
        SELECT 1 FROM webhook_deliveries earlier
        WHERE earlier.endpoint_id = endpoint.id AND earlier.status = 'pending' AND earlier.attempts_made = 0
          AND (earlier.next_attempt_at, earlier.id) < (head.next_attempt_at, head.id) AND earlier.line = head.line
        -- Keeps it a look along the index for each, instead of a join with all that waits.
        OFFSET 0))
    ORDER BY head.next_attempt_at, head.id
    -- With more endpoints than places there are no second ones.
    LIMIT CASE WHEN (SELECT count(*) FROM endpoint) > $7 THEN 1 ELSE greatest(endpoint.room, 0) END
  ) d
  WHERE endpoint.room > 0
), in_account AS (
  SELECT ready.*, row_number() OVER (PARTITION BY account_id ORDER BY lags, place, next_attempt_at, id)
    + (SELECT coalesce(sum(count), 0) FROM open WHERE open.account_id = ready.account_id) AS of_account
  FROM ready
), in_lane AS (
  SELECT in_account.*, row_number() OVER (PARTITION BY lags ORDER BY place, next_attempt_at, id)
    + (SELECT coalesce(sum(count), 0) FROM open WHERE open.lags) AS of_lagging
  FROM in_account WHERE of_account <= CASE WHEN place = 1 THEN ${accountMax} ELSE ${accountSecondsMax} END
), chosen AS (
  SELECT id FROM (
    SELECT in_lane.*, row_number() OVER (ORDER BY lags, place, next_attempt_at, id)
      + (SELECT coalesce(sum(count), 0) FROM open) AS of_all
    FROM in_lane WHERE NOT lags OR of_lagging <= ${laggingMax}
  ) fair
  WHERE of_all <= CASE WHEN place = 1 THEN ${placesMax} ELSE ${secondsMax} END
), mine AS MATERIALIZED (
  -- Only what is taken is locked; what another worker took since it was looked at is left to it.
  SELECT d.id FROM webhook_deliveries d JOIN chosen USING (id)
  WHERE d.status = 'pending' AND (d.leased_until IS NULL OR d.leased_until <= $1)
  FOR UPDATE OF d SKIP LOCKED
)
UPDATE webhook_deliveries d SET leased_until = $2
FROM mine, events e, webhook_endpoints w, stores s, plans p
WHERE d.id = mine.id AND e.id = d.event_id AND w.id = d.endpoint_id AND s.id = d.store_id AND p.code = s.plan_code
RETURNING d.id AS "deliveryId", d.leased_until AS "leasedUntil", d.store_id AS "storeId",
  s.account_id AS "accountId", d.livemode, d.endpoint_id AS "endpointId", w.url, e.id AS "eventId", e.type, e.payload,
  e.request_id AS "requestId",
  d.attempts_made AS "attemptsMade", d.first_attempt_at AS "firstAttemptAt",
  w.failing_since AS "failingSince", w.failures_in_row AS "failuresInRow",
  w.secret_sealed AS "secretSealed", w.old_secret_sealed AS "oldSecretSealed",
  w.old_secret_until AS "oldSecretUntil", w.switched_at AS "switchedAt",
  CASE WHEN w.deleted_at IS NOT NULL THEN 'endpoint_deleted'
    WHEN w.disabled_at IS NOT NULL THEN 'endpoint_disabled'
    WHEN s.status = 'suspended' THEN 'store_suspended'
    WHEN s.developer_access_blocked_at IS NOT NULL THEN 'developer_access_blocked'
    WHEN NOT p.includes_api THEN 'plan_required' END AS obstacle`;

/**
 * The time of the next planned attempt, or of the next end of a lease whose worker may have died. Null when nothing
 * waits.
 */
export async function nextDueAt(world: World, scope: Scope): Promise<Date | null> {
  const now = world.clock.now();
  const pending = pendingOf(scope);
  const [free, leased] = await Promise.all([
    world.db.webhookDelivery.findFirst({
      where: { ...pending, OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
      orderBy: { nextAttemptAt: "asc" },
      select: { nextAttemptAt: true },
    }),
    world.db.webhookDelivery.findFirst({
      where: { ...pending, nextAttemptAt: { lte: now }, leasedUntil: { gt: now } },
      orderBy: { leasedUntil: "asc" },
      select: { leasedUntil: true },
    }),
  ]);
  const times = [free?.nextAttemptAt, leased?.leasedUntil].filter((time) => time instanceof Date);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

/** The next planned attempt after now: a running pass handles what is due already. */
export async function nextPlannedAt(world: World, scope: Scope): Promise<Date | null> {
  const next = await world.db.webhookDelivery.findFirst({
    where: { ...pendingOf(scope), nextAttemptAt: { gt: world.clock.now() } },
    orderBy: { nextAttemptAt: "asc" },
    select: { nextAttemptAt: true },
  });
  return next?.nextAttemptAt ?? null;
}

function pendingOf({ storeId }: Scope) {
  return { status: "pending" as const, ...(storeId === undefined ? {} : { storeId }) };
}
