import type { Retained } from "@/lib/domain/retention";
import { takeoutDays } from "../takeout/takeouts";

/** Rows that go once they are old enough. */
export interface Rule {
  table: string;
  /** Tables whose rows go with them. */
  also?: readonly string[];
  /** A setting of the operator, or a number of days that nothing is gained by changing. */
  days: Retained | number;
  /** The column that tells the age, and from when on it counts. */
  aged: string;
  from: "made" | "changed" | "ended";
  /** Of all rows of the table only these ever go. */
  only?: string;
  /** Of old rows these stay for now. */
  unless?: string;
  key: string;
  /** The age is measured by the database's own clock, by which these rows were written. */
  clock?: "database";
  /** How many go in one statement: few of what is long, more of what is short. */
  batch: number;
}

const few = 1_000;
const many = 10_000;

/**
 * Everything that grows and is not kept for good. Rows of money are never here (data-map.ts). Where nothing else is said,
 * a row is deleted once `aged` is `days` ago.
 */
export const rules = {
  events: {
    ...{ table: "events", also: ["webhook_deliveries", "webhook_attempts"], days: "events", from: "made" },
    ...{ aged: "created_at", key: "id", batch: few },
    unless:
      "EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = events.id AND d.status = 'pending')",
  },
  messages: {
    ...{ table: "messages", days: "messages", aged: "created_at", from: "made", key: "id", batch: few },
    unless: "status = 'queued'",
  },
  alerts: {
    ...{ table: "alerts", days: "alerts", aged: "created_at", from: "made", key: "id", batch: few },
    unless: "due_at IS NOT NULL",
  },
  callbacks: {
    ...{ table: "rail_callbacks", days: "callbacks", aged: "received_at", from: "made", key: "id" },
    batch: few,
  },
  requests: {
    ...{ table: "request_log_entries", days: "requests", aged: "created_at", from: "made", key: "id" },
    batch: many,
  },
  requestDetails: {
    ...{ table: "request_log_details", days: "requests", aged: "created_at", from: "made", key: "id" },
    batch: few,
  },
  answers: {
    ...{ table: "idempotency_records", days: 0, aged: "expires_at", from: "ended", batch: many },
    key: "store_id, livemode, key",
  },
  deliveries: {
    ...{ table: "order_deliveries", days: "places", aged: "updated_at", from: "changed", key: "order_id" },
    only: "EXISTS (SELECT 1 FROM orders o WHERE o.id = order_deliveries.order_id AND o.paid_at IS NULL)",
    batch: few,
  },
  uploads: {
    ...{ table: "stored_files", days: 1, aged: "created_at", from: "made", key: "id", batch: few },
    only: "completed_at IS NULL",
  },
  formDrafts: {
    ...{ table: "form_drafts", days: "drafts", aged: "updated_at", from: "changed", batch: few },
    key: "store_id, user_id, page",
  },
  formPresses: {
    ...{
      table: "form_presses",
      days: 1,
      aged: "pressed_at",
      from: "made",
      key: "user_id, token",
      batch: many,
    },
  },
  phoneCodes: {
    ...{ table: "phone_codes", days: 1, aged: "expires_at", from: "ended", key: "id", batch: few },
  },
  proofs: {
    ...{ table: "proofs", days: 1, aged: "expires_at", from: "ended", key: "id", batch: few },
  },
  ussdShown: {
    ...{ table: "ussd_acts", days: 1, aged: "shown_at", from: "made", key: "id", batch: few },
    only: "agreed_at IS NULL",
  },
  contactCodes: {
    ...{ table: "contact_codes", days: 1, aged: "expires_at", from: "ended", key: "id", batch: few },
  },
  contactUndos: {
    ...{ table: "contact_undos", days: "contact_changes", aged: "expires_at", from: "ended" },
    ...{ key: "token_hash", batch: few },
  },
  tokens: {
    ...{ table: "user_tokens", days: 1, aged: "expires_at", from: "ended", key: "token_hash", batch: few },
  },
  sessions: {
    ...{ table: "sessions", days: "sessions", aged: "created_at", from: "made", key: "id", batch: few },
  },
  invitations: {
    ...{
      table: "invitations",
      days: "invitations",
      aged: "expires_at",
      from: "ended",
      key: "id",
      batch: few,
    },
  },
  throttles: {
    ...{ table: "sign_in_throttles", days: 1, aged: "updated_at", from: "changed", key: "subject" },
    batch: many,
  },
  sendings: {
    ...{ table: "sending_counts", days: 1, aged: "day", from: "made", key: "subject, day", batch: many },
  },
  signIns: {
    ...{ table: "audit_entries", days: "sign_ins", aged: "created_at", from: "made", key: "id", batch: few },
    // They contain locations; the database refuses to delete any other line of the log, and these for a year.
    only: "action LIKE 'sign\\_in.%'",
    clock: "database",
  },
  keys: {
    ...{ table: "api_keys", days: 1, aged: "expires_at", from: "ended", key: "id", batch: few },
    only: "expires_at IS NOT NULL",
  },
  moves: {
    ...{ table: "moves", also: ["move_lines"], days: 30, aged: "created_at", from: "made", key: "id" },
    batch: few,
    unless: "state IN ('running', 'undoing')",
  },
  takeouts: {
    ...{ table: "takeouts", also: ["takeout_pieces"], days: takeoutDays, aged: "created_at", from: "made" },
    ...{ key: "id", batch: few },
  },
  limits: {
    ...{ table: "rate_limits", days: 1, from: "changed", key: "subject", batch: many },
    clock: "database",
    aged: "(SELECT max(hit) FROM unnest(hits) AS hit)",
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

// Safe: the keys of a literal are exactly those of its type.
export const ruleNames = Object.keys(rules) as RuleName[];
