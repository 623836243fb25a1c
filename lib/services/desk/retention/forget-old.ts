import { type Retained, type RetentionVariable, retentionVariable } from "@/lib/domain/retention";
import type { World } from "@/lib/services/core/world";
import { dataMap, type Reason, reasons } from "../data-map";
import { type Operator, requireOperator } from "../operator/operator";
import { sumFees } from "../operator/revenue";
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

/** A rule as most are: a row is deleted once it was made `days` ago. */
function rule(table: string, days: Rule["days"], more: Partial<Rule> = {}): Rule {
  return { table, days, aged: "created_at", from: "made", key: "id", batch: few, ...more };
}

/** Of rows that run out: so many days after that. */
function expiring(table: string, days: Rule["days"], more: Partial<Rule> = {}): Rule {
  return rule(table, days, { aged: "expires_at", from: "ended", ...more });
}

/** Of rows that are written again: so many days after the last time. */
function changing(table: string, days: Rule["days"], more: Partial<Rule> = {}): Rule {
  return rule(table, days, { aged: "updated_at", from: "changed", ...more });
}

/** Everything that grows and is not kept for good. Rows of money are never here (data-map.ts). */
export const rules = {
  events: rule("events", "events", {
    also: ["webhook_deliveries", "webhook_attempts"],
    unless:
      "EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = events.id AND d.status = 'pending')",
  }),
  messages: rule("messages", "messages", { also: ["whatsapp_messages"], unless: "status = 'queued'" }),
  alerts: rule("alerts", "alerts", { unless: "due_at IS NOT NULL" }),
  callbacks: rule("rail_callbacks", "callbacks", { aged: "received_at" }),
  whatsapp: rule("whatsapp_events", "callbacks", { aged: "received_at" }),
  phones: rule("phone_messages", 400, { aged: "heard_at", only: "is_behind" }),
  phoneClaims: rule("phone_claims", 1, { key: "rail, receipt, attempt_id" }),
  requests: rule("request_log_entries", "requests", { batch: many }),
  requestDetails: rule("request_log_details", "requests"),
  answers: expiring("idempotency_records", 0, { key: "store_id, livemode, key", batch: many }),
  deliveries: changing("order_deliveries", "places", {
    key: "order_id",
    only: "EXISTS (SELECT 1 FROM orders o WHERE o.id = order_deliveries.order_id AND o.paid_at IS NULL)",
  }),
  uploads: rule("stored_files", 1, { only: "completed_at IS NULL" }),
  formDrafts: changing("form_drafts", "drafts", { key: "store_id, user_id, page" }),
  formPresses: rule("form_presses", 1, { aged: "pressed_at", key: "user_id, token", batch: many }),
  phoneCodes: expiring("phone_codes", 1),
  proofs: expiring("proofs", 1),
  ussdShown: rule("ussd_acts", 1, { aged: "shown_at", only: "agreed_at IS NULL" }),
  contactCodes: expiring("contact_codes", 1),
  contactUndos: expiring("contact_undos", "contact_changes", { key: "token_hash" }),
  tokens: expiring("user_tokens", 1, { key: "token_hash" }),
  sessions: rule("sessions", "sessions"),
  invitations: expiring("invitations", "invitations"),
  throttles: changing("sign_in_throttles", 1, { key: "subject", batch: many }),
  sendings: rule("sending_counts", 1, { aged: "day", key: "subject, day", batch: many }),
  // They contain locations; the database refuses to delete any other line of the log, and these for a year.
  signIns: rule("audit_entries", "sign_ins", { only: "action LIKE 'sign\\_in.%'", clock: "database" }),
  keys: expiring("api_keys", 1, { only: "expires_at IS NOT NULL" }),
  moves: rule("moves", 30, { also: ["move_lines"], unless: "state IN ('running', 'undoing')" }),
  takeouts: rule("takeouts", takeoutDays, { also: ["takeout_pieces"] }),
  limits: changing("rate_limits", 1, {
    ...{ key: "subject", batch: many, clock: "database" },
    aged: "(SELECT max(hit) FROM unnest(hits) AS hit)",
  }),
};

export type RuleName = keyof typeof rules;

// Safe: the keys of a literal are exactly those of its type.
export const ruleNames = Object.keys(rules) as RuleName[];

const dayMs = 24 * 60 * 60 * 1000;
const roundsMax = 20;

/** How many rows of each kind were deleted; of fees, how many were summed. */
export type Forgotten = Record<RuleName | "fees", number>;

/**
 * Deletes what is retained only for a time. Each statement deletes one small
 * batch, so no lock is long. Every kind has its turn in each round, so a large backlog of one does not hold up the others;
 * what is left after the last round goes with the next call. Safe to repeat.
 */
export async function forgetOld(world: World, rounds = roundsMax): Promise<Forgotten> {
  // Safe: every name gets its number.
  const gone = Object.fromEntries(ruleNames.map((name) => [name, 0])) as Record<RuleName, number>;
  let open = ruleNames;
  for (let round = 0; round < rounds && open.length > 0; round += 1) {
    const full: RuleName[] = [];
    for (const name of open) {
      const count = await forgetBatch(world, rules[name]);
      gone[name] += count;
      if (count >= rules[name].batch) full.push(name);
    }
    open = full;
  }
  return {
    ...gone,
    fees: await sumFees(world),
  };
}

/** The number of days that a kind is kept now. */
export function daysOf(world: World, { days }: Rule): number {
  return typeof days === "number" ? days : world.config.retention[days];
}

async function forgetBatch(world: World, rule: Rule): Promise<number> {
  const days = daysOf(world, rule);
  const before = new Date(world.clock.now().getTime() - days * dayMs);
  const { rowCount } = await world.pool.query(deletion(rule), [rule.clock ? days : before]);
  return rowCount ?? 0;
}

/** A day is compared as a day, so that what is counted today stays whole. */
const kindOf: Record<string, string> = { day: "date" };

function deletion({ table, aged, key, only, unless, batch, clock }: Rule): string {
  const before = clock
    ? "clock_timestamp() - make_interval(days => $1)"
    : `$1::${kindOf[aged] ?? "timestamptz"}`;
  const old = [`${aged} < ${before}`, only, unless && `NOT (${unless})`];
  const chosen = `SELECT ${key} FROM ${table} WHERE ${old.filter(Boolean).join(" AND ")} LIMIT ${batch}`;
  // What belongs to a row of another table goes with it by its foreign key.
  if (table !== "events") return `DELETE FROM ${table} WHERE (${key}) IN (${chosen})`;
  // Deliveries are deleted first because they refer to their event; attempts are deleted with their delivery.
  return `WITH old AS MATERIALIZED (${chosen}), gone AS (
      DELETE FROM webhook_deliveries d USING old WHERE d.event_id = old.id RETURNING d.event_id
    )
    DELETE FROM events USING old WHERE events.id = old.id AND (SELECT count(*) FROM gone) >= 0`;
}

/** What is stored of one kind. */
interface Stored {
  /** Null where the table is so large that the database only estimates. */
  rows: number | null;
  about: number;
}

/** One kind of rows that go with time. */
export interface RetainedLine extends Stored {
  name: RuleName;
  days: number;
  from: Rule["from"];
  /** Null where the time is fixed. */
  variable: RetentionVariable | null;
  oldest: Date | null;
}

/** A table whose rows stay. */
export interface KeptLine extends Stored {
  table: string;
  why: Reason;
}

/** Counting more than that takes long and tells nobody more. */
const countedMax = 100_000;

/** Everything that is stored: what goes with time and what stays. Throws NotAllowed. */
export async function readRetention(
  world: World,
  operator: Operator,
): Promise<{ retained: RetainedLine[]; kept: KeptLine[] }> {
  await requireOperator(world.db, operator);
  const retained: RetainedLine[] = [];
  for (const name of ruleNames) retained.push(await readRule(world, name));
  const kept: KeptLine[] = [];
  for (const why of reasons)
    for (const table of Object.keys(dataMap[why]))
      kept.push({ table, why, ...(await countRows(world, table)) });
  return { retained, kept };
}

async function readRule(world: World, name: RuleName): Promise<RetainedLine> {
  const rule: Rule = rules[name];
  const counted = await countRows(world, rule.table, rule.only);
  const { rows } = await world.pool.query<{ oldest: Date | null }>(oldestOf(rule));
  return {
    ...{ name, days: daysOf(world, rule), from: rule.from, ...counted },
    variable: typeof rule.days === "string" ? retentionVariable(rule.days) : null,
    oldest: rows[0]?.oldest ?? null,
  };
}

/** Of events the ids are in the order of their time, and have an index. */
function oldestOf({ table, aged, only }: Rule): string {
  if (table === "events") return "SELECT created_at AS oldest FROM events ORDER BY id LIMIT 1";
  return `SELECT min(${aged})::timestamptz AS oldest FROM ${table}${only ? ` WHERE ${only}` : ""}`;
}

async function countRows(world: World, table: string, only?: string): Promise<Stored> {
  const limited = `SELECT 1 FROM ${table}${only ? ` WHERE ${only}` : ""} LIMIT ${countedMax + 1}`;
  const { rows } = await world.pool.query<{ counted: number; about: number }>(
    `SELECT (SELECT count(*)::int FROM (${limited}) AS first) AS counted,
       greatest(reltuples, 0)::float8 AS about FROM pg_class WHERE oid = $1::regclass`,
    [table],
  );
  const { counted = 0, about = 0 } = rows[0] ?? {};
  return { rows: counted > countedMax ? null : counted, about: Math.max(about, counted) };
}
