import { compactTallies } from "@/lib/services/billing/orders/tallies";
import type { World } from "@/lib/services/core/world";
import { sumFees } from "@/lib/services/desk/operator/sum-fees";
import { compactOverviewTallies } from "@/lib/services/desk/overview/compact-sums";
import { requestLogDays } from "@/lib/services/hooks/request-log/list";
import { draftDays } from "@/lib/services/people/drafts/drafts";

const dayMs = 24 * 60 * 60 * 1000;
const retainedDays = 90;
/** Sign-in lines contain locations; the database refuses to delete any other line of the audit log. */
const signInDays = 366;
const batchMax = 5_000;
/** For the rows that every request leaves behind: short, and many. */
const requestsMax = 50_000;

/** How many rows of each kind were deleted; for tallies, how many were merged. */
export type Forgotten = Record<
  | "events"
  | "messages"
  | "alerts"
  | "formDrafts"
  | "tokens"
  | "phoneCodes"
  | "contactCodes"
  | "contactUndos"
  | "sessions"
  | "invitations"
  | "throttles"
  | "sendings"
  | "signIns"
  | "limits"
  | "keys"
  | "requests"
  | "requestDetails"
  | "answers"
  | "callbacks"
  | "deliveries"
  | "tallies"
  | "sums"
  | "fees",
  number
>;

/**
 * Deletes data that is retained only for a time: events with their deliveries and attempts, messages, alerts,
 * callbacks of rails, where to bring what was never paid, sessions and invitations after 90 days; what was typed into forms and not saved after 30 days; expired codes of phones and contacts; expired mailed links; unused
 * counters of sign-ins, messages and requests; sign-in lines after a year; keys whose overlap is over; lines of the
 * request log, with what was sent and answered, after 7 days; answers of
 * an Idempotency-Key after 24 hours. An event with a pending delivery stays. The rows of order counts are merged. Each
 * call deletes at most 5,000 rows of a large kind, and 50,000 of those of requests, so that no lock is long; safe to
 * repeat.
 */
export async function forgetOld(world: World): Promise<Forgotten> {
  const now = world.clock.now();
  const before = new Date(now.getTime() - retainedDays * dayMs);
  const yesterday = new Date(now.getTime() - dayMs);
  return {
    events: await forgetEvents(world, before),
    messages: await deleted(
      world,
      `DELETE FROM messages WHERE id IN (
         SELECT id FROM messages WHERE created_at < $1 AND status <> 'queued' ORDER BY created_at LIMIT ${batchMax})`,
      [before],
    ),
    alerts: await deleted(
      world,
      `DELETE FROM alerts WHERE id IN (
         SELECT id FROM alerts WHERE created_at < $1 AND due_at IS NULL ORDER BY created_at LIMIT ${batchMax})`,
      [before],
    ),
    formDrafts: await deleted(world, "DELETE FROM form_drafts WHERE updated_at < $1", [
      new Date(now.getTime() - draftDays * dayMs),
    ]),
    phoneCodes: await deleted(world, "DELETE FROM phone_codes WHERE expires_at < $1", [yesterday]),
    contactCodes: await deleted(world, "DELETE FROM contact_codes WHERE expires_at < $1", [yesterday]),
    contactUndos: await deleted(world, "DELETE FROM contact_undos WHERE expires_at < $1", [before]),
    tokens: await deleted(world, "DELETE FROM user_tokens WHERE expires_at < $1", [yesterday]),
    sessions: await deleted(world, "DELETE FROM sessions WHERE created_at < $1", [before]),
    invitations: await deleted(world, "DELETE FROM invitations WHERE expires_at < $1", [before]),
    throttles: await deleted(world, "DELETE FROM sign_in_throttles WHERE updated_at < $1", [yesterday]),
    sendings: await deleted(world, "DELETE FROM sending_counts WHERE day < $1::date", [yesterday]),
    signIns: await deleted(
      world,
      `DELETE FROM audit_entries WHERE id IN (
         SELECT id FROM audit_entries WHERE action LIKE 'sign\\_in.%'
           AND created_at < least($1, now() - interval '${signInDays} days') ORDER BY id LIMIT ${batchMax})`,
      [new Date(now.getTime() - signInDays * dayMs)],
    ),
    limits: await deleted(
      world,
      "DELETE FROM rate_limits WHERE NOT EXISTS (SELECT 1 FROM unnest(hits) AS hit WHERE hit > clock_timestamp() - interval '1 day')",
      [],
    ),
    keys: await deleted(world, "DELETE FROM api_keys WHERE expires_at < $1", [yesterday]),
    requests: await deleted(
      world,
      `DELETE FROM request_log_entries WHERE id IN (
         SELECT id FROM request_log_entries WHERE created_at < $1 ORDER BY created_at LIMIT ${requestsMax})`,
      [new Date(now.getTime() - requestLogDays * dayMs)],
    ),
    requestDetails: await deleted(
      world,
      `DELETE FROM request_log_details WHERE id IN (
         SELECT id FROM request_log_details WHERE created_at < $1 ORDER BY created_at LIMIT ${batchMax})`,
      [new Date(now.getTime() - requestLogDays * dayMs)],
    ),
    answers: await deleted(
      world,
      `DELETE FROM idempotency_records WHERE (store_id, livemode, key) IN (
         SELECT store_id, livemode, key FROM idempotency_records WHERE expires_at < $1 LIMIT ${requestsMax})`,
      [now],
    ),
    callbacks: await deleted(
      world,
      `DELETE FROM rail_callbacks WHERE id IN (
         SELECT id FROM rail_callbacks WHERE received_at < $1 ORDER BY received_at LIMIT ${batchMax})`,
      [before],
    ),
    deliveries: await deleted(
      world,
      `DELETE FROM order_deliveries WHERE order_id IN (
         SELECT d.order_id FROM order_deliveries d JOIN orders o ON o.id = d.order_id
         WHERE d.updated_at < $1 AND o.paid_at IS NULL LIMIT ${batchMax})`,
      [before],
    ),
    tallies: await compactTallies(world),
    sums: await compactOverviewTallies(world),
    fees: await sumFees(world),
  };
}

/** Deliveries are deleted first because they refer to their event; attempts are deleted with their delivery. */
async function forgetEvents(world: World, before: Date): Promise<number> {
  return deleted(
    world,
    `WITH old AS (
       SELECT e.id FROM events e
       WHERE e.created_at < $1
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND d.status = 'pending')
       ORDER BY e.created_at LIMIT ${batchMax}
     ), gone AS (
       DELETE FROM webhook_deliveries d USING old WHERE d.event_id = old.id RETURNING d.event_id
     )
     DELETE FROM events e USING old WHERE e.id = old.id AND (SELECT count(*) FROM gone) >= 0`,
    [before],
  );
}

async function deleted(world: World, sql: string, values: Date[]): Promise<number> {
  return (await world.pool.query(sql, values)).rowCount ?? 0;
}
