import type { World } from "../world";
import { type Attempt, attemptRow } from "./attempt";
import type { Claimed } from "./claim";

/**
 * Stores a successful attempt of the plan: the attempt, the end of its delivery, and that the endpoint is well again;
 * one answer of 2xx forgives everything before it. In one statement, since nearly all deliveries come here. False when
 * our lease is over: then the attempt is kept, for it happened, and somebody else has decided about the delivery.
 */
export async function recordDelivered(world: World, claimed: Claimed, attempt: Attempt): Promise<boolean> {
  const row = attemptRow(claimed.deliveryId, attempt, null);
  const { rowCount } = await world.pool.query({
    name: "record-delivered-webhook",
    text: deliveredSql,
    values: [
      claimed.endpointId,
      String(claimed.deliveryId),
      claimed.leasedUntil,
      row.startedAt,
      attempt.endedAt,
      row.durationMs,
      row.url,
      JSON.stringify(row.requestHeaders),
      row.statusCode,
      attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
      row.responseBody,
    ],
  });
  return rowCount === 1;
}

// The endpoint is locked before its delivery, as everywhere; MATERIALIZED and the join keep it so.
const deliveredSql = `
WITH endpoint AS MATERIALIZED (
  SELECT id FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE
), delivery AS MATERIALIZED (
  SELECT d.id, d.leased_until IS NOT DISTINCT FROM $3 AS is_ours
  FROM endpoint JOIN webhook_deliveries d ON d.endpoint_id = endpoint.id
  WHERE d.id = $2 FOR UPDATE OF d
), attempt AS (
  INSERT INTO webhook_attempts
    (delivery_id, started_at, duration_ms, url, request_headers, status_code, response_headers, response_body)
  SELECT id, $4, $6, $7, $8, $9, $10, $11 FROM delivery
), ended AS (
  UPDATE webhook_deliveries d
  SET status = 'succeeded', attempts_made = d.attempts_made + 1, first_attempt_at = coalesce(d.first_attempt_at, $4),
    last_attempt_at = $4, completed_at = $5, next_attempt_at = NULL, leased_until = NULL
  FROM delivery WHERE d.id = delivery.id AND delivery.is_ours
  RETURNING d.endpoint_id
)
UPDATE webhook_endpoints w SET failing_since = NULL, failures_in_row = 0, last_success_at = $5
FROM ended WHERE w.id = ended.endpoint_id RETURNING w.id`;
