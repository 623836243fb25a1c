import { type Batched, batch } from "@/lib/services/core/batch";
import type { World } from "@/lib/services/core/world";
import type { Claimed } from "./claim";
import { attemptRow, type DeliveryAttempt, isSlow } from "./delivery-attempt";

interface Delivered {
  claimed: Claimed;
  attempt: DeliveryAttempt;
}

type Recorded = "delivered" | "lost";

const lines = new WeakMap<World, Batched<Delivered, Recorded | Error>>();

/**
 * Stores an attempt with a 2xx answer, and the end of its delivery. Attempts that end while others are being recorded
 * share a statement. `lost` when our lease had expired: the attempt is stored, the delivery is not changed.
 */
export async function recordDelivered(
  world: World,
  claimed: Claimed,
  attempt: DeliveryAttempt,
): Promise<Recorded> {
  let line = lines.get(world);
  if (!line) {
    const keyOf = ({ claimed }: Delivered) => String(claimed.deliveryId);
    line = batch((all: Delivered[]) => recordAll(world, all), keyOf, { atOnce: 2 });
    lines.set(world, line);
  }
  const recorded = await line({ claimed, attempt });
  if (recorded instanceof Error) throw recorded;
  return recorded;
}

/** If the database refuses one record, the others must not be lost: then each is recorded alone. */
async function recordAll(world: World, all: Delivered[]): Promise<(Recorded | Error)[]> {
  try {
    // Without a name: for a named statement PostgreSQL would reuse a plan from when the tables were small.
    const { rows } = await world.pool.query<{ id: string }>(deliveredSql, [
      JSON.stringify(all.map(rowOf)),
      all.map(({ claimed }) => String(claimed.deliveryId)),
    ]);
    const ours = new Set(rows.map(({ id }) => id));
    return all.map(({ claimed }) => (ours.has(String(claimed.deliveryId)) ? "delivered" : "lost"));
  } catch (error) {
    if (all.length === 1) return [error instanceof Error ? error : new Error(String(error))];
    return (await Promise.all(all.map((one) => recordAll(world, [one])))).flat();
  }
}

function rowOf({ claimed, attempt }: Delivered) {
  const row = attemptRow(claimed.deliveryId, attempt, null);
  return {
    endpoint_id: claimed.endpointId,
    delivery_id: String(claimed.deliveryId),
    leased_until: claimed.leasedUntil,
    started_at: row.startedAt,
    ended_at: attempt.endedAt,
    duration_ms: row.durationMs,
    url: row.url,
    request_headers: row.requestHeaders,
    status_code: row.statusCode,
    response_headers: attempt.responseHeaders,
    response_body: row.responseBody,
    is_slow: isSlow(attempt),
  };
}

// One 2xx answer resets all earlier failures of the endpoint. A healthy endpoint is updated only once a minute, so that
// concurrent records do not wait for each other. Lock order for endpoints and deliveries: endpoints first, and each in
// the order of their ids; MATERIALIZED and the join ensure it.
const deliveredSql = `
WITH given AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS given (endpoint_id int, delivery_id bigint, leased_until timestamptz,
    started_at timestamptz, ended_at timestamptz, duration_ms int, url text, request_headers jsonb, status_code int,
    response_headers jsonb, response_body text, is_slow boolean)
), endpoint AS MATERIALIZED (
  SELECT w.id FROM webhook_endpoints w
  WHERE w.id IN (SELECT endpoint_id FROM given WHERE w.failures_in_row > 0 OR w.failing_since IS NOT NULL
    OR w.answers_slowly <> given.is_slow OR w.last_success_at IS NULL
    OR w.last_success_at < given.ended_at - interval '1 minute')
  ORDER BY w.id FOR NO KEY UPDATE OF w
), delivery AS MATERIALIZED (
  SELECT d.id, d.leased_until IS NOT DISTINCT FROM given.leased_until AS is_ours
  FROM given JOIN webhook_deliveries d ON d.id = given.delivery_id LEFT JOIN endpoint ON endpoint.id = d.endpoint_id
  -- The ids once more, as an array: PostgreSQL can count those, and steps along the index for so few.
  WHERE d.id = ANY ($2::bigint[])
  ORDER BY d.id FOR UPDATE OF d
), attempt AS (
  INSERT INTO webhook_attempts
    (delivery_id, started_at, duration_ms, url, request_headers, status_code, response_headers, response_body)
  SELECT id, started_at, duration_ms, url, request_headers, status_code, response_headers, response_body
  FROM given JOIN delivery ON delivery.id = given.delivery_id
), last AS (
  SELECT DISTINCT ON (given.endpoint_id) given.* FROM given JOIN delivery ON delivery.id = given.delivery_id AND is_ours
  ORDER BY given.endpoint_id, given.ended_at DESC
), forgiven AS (
  UPDATE webhook_endpoints w
  SET failing_since = NULL, failures_in_row = 0, last_success_at = last.ended_at, answers_slowly = last.is_slow
  FROM endpoint JOIN last ON last.endpoint_id = endpoint.id WHERE w.id = endpoint.id
)
UPDATE webhook_deliveries d
SET status = 'succeeded', attempts_made = d.attempts_made + 1,
  first_attempt_at = coalesce(d.first_attempt_at, given.started_at), last_attempt_at = given.started_at,
  completed_at = given.ended_at, next_attempt_at = NULL, leased_until = NULL
FROM delivery JOIN given ON given.delivery_id = delivery.id WHERE d.id = delivery.id AND delivery.is_ours
  AND d.id = ANY ($2::bigint[])
RETURNING d.id`;
