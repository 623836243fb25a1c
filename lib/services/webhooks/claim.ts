import type { World } from "../world";
import type { SigningFacts } from "./sign";

/** Longer than the longest attempt with its records: only a worker that died lets a lease run out. */
const leaseMs = 60_000;
const candidatesMax = 200;

export const perEndpointMax = 4;
export const atOnceMax = 64;

/** Which work to look at: everything, or that of one store. */
export interface Scope {
  storeId?: number;
}

/** A delivery that this worker alone may attempt until its lease ends, and what the attempt needs. */
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
  /** Why it must not be sent after all: the endpoint or the store was switched off while the event was written. */
  obstacle: string | null;
}

/**
 * Leases due deliveries, the longest due first, at most `room` of them. `running` counts the attempts that are open
 * for each endpoint, so that none gets more than four at once. `only` limits it to some endpoints, which spares a
 * look past the backlog of those that are full. First attempts about one object go out one after the
 * other, in the order of its events; waiting for one's turn uses up no attempt.
 */
export async function claimDue(
  world: World,
  scope: Scope,
  room: number,
  running: ReadonlyMap<number, number>,
  only: number[] | null,
): Promise<Claimed[]> {
  const now = world.clock.now();
  const full = [...running].filter(([, count]) => count >= perEndpointMax).map(([id]) => id);
  const { rows } = await world.pool.query<ClaimedRow>({
    name: "claim-webhooks",
    text: claimSql,
    values: [
      now,
      new Date(now.getTime() + leaseMs),
      full,
      scope.storeId ?? null,
      room,
      [...running.keys()],
      [...running.values()],
      only,
    ],
  });
  return rows.map((row) => ({ ...row, deliveryId: BigInt(row.deliveryId) }));
}

/** bigint columns arrive as texts. */
type ClaimedRow = Omit<Claimed, "deliveryId"> & { deliveryId: string };

const claimSql = `
WITH due AS MATERIALIZED (
  SELECT d.id, d.endpoint_id, d.next_attempt_at, d.event_id, d.attempts_made
  FROM webhook_deliveries d
  WHERE d.status = 'pending' AND d.next_attempt_at <= $1
    AND (d.leased_until IS NULL OR d.leased_until <= $1)
    AND d.endpoint_id <> ALL ($3::int[])
    AND ($4::int IS NULL OR d.store_id = $4)
    AND ($8::int[] IS NULL OR d.endpoint_id = ANY ($8::int[]))
  ORDER BY d.next_attempt_at
  LIMIT ${candidatesMax}
), ready AS (
  -- LIMIT 1 keeps the planner on the primary key, whatever it believes about how many are due.
  SELECT due.* FROM due
  JOIN LATERAL (SELECT store_id, object_id, sequence FROM events WHERE id = due.event_id LIMIT 1) e ON true
  WHERE due.attempts_made > 0 OR NOT EXISTS (
    SELECT 1 FROM events earlier JOIN webhook_deliveries turn
      ON turn.event_id = earlier.id AND turn.endpoint_id = due.endpoint_id
    WHERE earlier.store_id = e.store_id AND earlier.object_id = e.object_id AND earlier.sequence < e.sequence
      AND turn.status = 'pending' AND turn.attempts_made = 0
  )
), ranked AS (
  SELECT ready.id, ready.next_attempt_at, ready.endpoint_id,
    row_number() OVER (PARTITION BY ready.endpoint_id ORDER BY ready.next_attempt_at, ready.id) AS place
  FROM ready
), chosen AS (
  SELECT ranked.id FROM ranked
  LEFT JOIN unnest($6::int[], $7::int[]) AS open (endpoint_id, count) USING (endpoint_id)
  WHERE ranked.place + coalesce(open.count, 0) <= ${perEndpointMax}
  ORDER BY ranked.next_attempt_at, ranked.id
  LIMIT $5
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
  w.secret_sealed AS "secretSealed", w.old_secret_sealed AS "oldSecretSealed",
  w.old_secret_until AS "oldSecretUntil", w.switched_at AS "switchedAt",
  CASE WHEN w.deleted_at IS NOT NULL THEN 'endpoint_deleted'
    WHEN w.disabled_at IS NOT NULL THEN 'endpoint_disabled'
    WHEN s.status = 'suspended' THEN 'store_suspended'
    WHEN s.developer_access_blocked_at IS NOT NULL THEN 'developer_access_blocked'
    WHEN NOT p.includes_api THEN 'plan_required' END AS obstacle`;
