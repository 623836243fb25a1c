import { nextAttemptAt } from "@/lib/domain/retry-schedule";
import { type Batched, batch } from "@/lib/services/core/batch";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import type { Claimed } from "./claim";
import { attemptRow, type DeliveryAttempt, isSlow, isSuccess, retryAfterMs } from "./delivery-attempt";
import { endsIt, switchOff, warnOwners } from "./endpoint-health";

export type Outcome = "delivered" | "retried" | "failed" | "skipped" | "lost";

/**
 * Stores a planned attempt and its consequences. The attempt itself is always stored, because it happened; the delivery
 * changes only while our lease holds, because otherwise another worker has decided about it (`lost`). Successes share
 * statements (record-delivered.ts); a failure has its own statement, and a transaction where people are notified.
 */
export async function recordAttempt(
  world: World,
  claimed: Claimed,
  attempt: DeliveryAttempt,
): Promise<Outcome> {
  if (isSuccess(attempt)) return recordDelivered(world, claimed, attempt);
  const next = nextTry(world, claimed, attempt);
  const isLast = next === null;
  if (!isLast && !endsIt(claimed, attempt)) {
    const { rowCount } = await world.pool.query({
      name: "record-retried-webhook",
      text: retriedSql,
      values: [...factsOf(claimed, attempt), next],
    });
    return rowCount === 1 ? "retried" : "lost";
  }
  return transact<Outcome>(world, async (unit) => {
    if (!(await failed(unit, claimed, attempt, next))) return "lost";
    if (isLast) await warnOwners(unit, claimed, attempt);
    if (endsIt(claimed, attempt)) await switchOff(unit, claimed, attempt);
    return isLast ? "failed" : "retried";
  });
}

/** Ends a claimed delivery that must not be sent, as skipped. */
export async function recordObstacle(world: World, claimed: Claimed, obstacle: string): Promise<Outcome> {
  await world.db.webhookDelivery.updateMany({
    where: { id: claimed.deliveryId, leasedUntil: claimed.leasedUntil },
    data: {
      status: "skipped",
      skippedReason: obstacle,
      nextAttemptAt: null,
      leasedUntil: null,
      completedAt: world.clock.now(),
    },
  });
  return "skipped";
}

/** Locks the endpoint first, then its delivery: all code uses this order, to avoid deadlocks. */
export async function lockDelivery(unit: Unit, endpointId: number, deliveryId: bigint) {
  await unit.tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${endpointId} FOR NO KEY UPDATE`;
  await unit.tx.$queryRaw`SELECT 1 FROM webhook_deliveries WHERE id = ${deliveryId} FOR UPDATE`;
  return unit.tx.webhookDelivery.findUnique({ where: { id: deliveryId } });
}

/** Runs `retriedSql`, and ends the delivery where no attempt is left. False when our lease had expired. */
async function failed(
  unit: Unit,
  claimed: Claimed,
  attempt: DeliveryAttempt,
  next: Date | null,
): Promise<boolean> {
  const count = await unit.tx.$executeRawUnsafe(retriedSql, ...factsOf(claimed, attempt), next);
  if (count === 0) return false;
  if (next) return true;
  await unit.tx.webhookDelivery.update({
    where: { id: claimed.deliveryId },
    data: { status: "failed", completedAt: attempt.endedAt },
  });
  return true;
}

/**
 * The time of the next attempt. 410 means that the receiver is gone: the delivery ends. Everything else follows the
 * plan.
 */
function nextTry(world: World, claimed: Claimed, attempt: DeliveryAttempt): Date | null {
  if (attempt.statusCode === 410) return null;
  return nextAttemptAt({
    firstAt: claimed.firstAttemptAt ?? attempt.startedAt,
    attemptsMade: claimed.attemptsMade + 1,
    now: attempt.endedAt,
    jitter: Buffer.from(world.random.bytes(4)).readUInt32BE() / 2 ** 32,
    retryAfterMs: retryAfterMs(attempt),
    slowDown: attempt.statusCode === 429 || attempt.errorClass === "timeout",
  });
}

/** $1 to $12 of the statement. */
function factsOf(claimed: Claimed, attempt: DeliveryAttempt) {
  const row = attemptRow(claimed.deliveryId, attempt, null);
  return [
    claimed.endpointId,
    String(claimed.deliveryId),
    claimed.leasedUntil,
    row.startedAt,
    row.durationMs,
    row.url,
    JSON.stringify(row.requestHeaders),
    row.statusCode,
    row.errorClass,
    attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
    row.responseBody,
    isSlow(attempt),
  ];
}

// Lock order: the endpoint first, then its delivery; MATERIALIZED and the join ensure it.
const retriedSql = `
WITH endpoint AS MATERIALIZED (
  SELECT id FROM webhook_endpoints WHERE id = $1::int FOR NO KEY UPDATE
), delivery AS MATERIALIZED (
  SELECT d.id, d.leased_until IS NOT DISTINCT FROM $3::timestamptz AS is_ours
  FROM endpoint JOIN webhook_deliveries d ON d.endpoint_id = endpoint.id
  WHERE d.id = $2::bigint FOR UPDATE OF d
), attempt AS (
  INSERT INTO webhook_attempts
    (delivery_id, started_at, duration_ms, url, request_headers, status_code, error_class, response_headers, response_body)
  SELECT id, $4::timestamptz, $5::int, $6::text, $7::jsonb, $8::int, $9::text, $10::jsonb, $11::text FROM delivery
), counted AS (
  UPDATE webhook_endpoints w SET failing_since = coalesce(w.failing_since, $4::timestamptz),
    failures_in_row = w.failures_in_row + 1, answers_slowly = $12::boolean
  FROM delivery WHERE w.id = $1::int AND delivery.is_ours
)
UPDATE webhook_deliveries d
SET attempts_made = d.attempts_made + 1, first_attempt_at = coalesce(d.first_attempt_at, $4::timestamptz),
  last_attempt_at = $4::timestamptz, next_attempt_at = $13::timestamptz, leased_until = NULL
FROM delivery WHERE d.id = delivery.id AND delivery.is_ours`;

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
