import { graceMs } from "@/lib/domain/subscription";
import type { AccessRow } from "@/lib/resources/access";
import { type KeyRow, keyColumns, keyJoins } from "@/lib/services/people/keys/authenticate";
import { type RateRow, turnInSql } from "@/lib/services/people/keys/rate-limit";

/** What the statement says of one question whose key works. */
export interface AskedRow extends KeyRow, RateRow {
  /** Which of the questions this answers, from 1. */
  n: string;
  product_known: boolean;
  sub_id: string | null;
  sub_ref: string | null;
  sub_status: AccessRow["status"];
  sub_interval: AccessRow["interval"];
  currency: string;
  amount_minor: string;
  anchor_at: Date;
  anchor_periods: number;
  started_at: Date;
  current_period_start: Date;
  current_period_end: Date;
  cancelled_at: Date | null;
  ended_at: Date | null;
  manage_version: number;
  product_id: number;
  product_name: string;
}

// The rule of `pickShown` and `accessEndsAt`, in SQL: of those that give access the one that lasts longest, else the
// latest. The order of ids is that of their bytes, as in JavaScript.
const shownWhere = (who: string) => `
  SELECT s.*, p.name AS product_name,
    coalesce(s.ended_at, CASE s.status WHEN 'cancelled' THEN s.current_period_end
      ELSE s.current_period_end + interval '${graceMs} milliseconds' END) AS access_ends
  FROM subscriptions s JOIN products p ON p.store_id = s.store_id AND p.id = s.product_id
  WHERE s.store_id = key.store_id AND s.livemode = key.livemode
    AND (key.asked_product IS NULL OR s.product_id = key.asked_product) AND ${who}`;

// The questions are the arrays $1, $5 and $6; each key is asked about once. Their turns are taken in the order of their
// subjects, so that two such statements never wait for each other in a circle.
const statementFor = (name: string, who: string) => ({
  name,
  text: `
    WITH key AS (
      SELECT asked.n, asked.product_id AS asked_product, asked.who, ${keyColumns}, 'key:' || k.id AS subject
      FROM unnest($1::bytea[], $5::int[], $6::text[]) WITH ORDINALITY AS asked(hash, product_id, who, n), ${keyJoins}
      WHERE k.hash = asked.hash AND (k.expires_at IS NULL OR k.expires_at > $4)
    ), ${turnInSql("SELECT subject FROM key")}
    SELECT key.*, turn.allowed, turn.used, turn.oldest, turn.now,
      (asked_product IS NULL
        OR EXISTS (SELECT 1 FROM products WHERE store_id = key.store_id AND id = asked_product)) AS product_known,
      shown.id AS sub_id, shown.ref AS sub_ref, shown.status AS sub_status, shown.interval AS sub_interval,
      shown.currency, shown.amount_minor, shown.anchor_at, shown.anchor_periods, shown.started_at,
      shown.current_period_start, shown.current_period_end, shown.cancelled_at, shown.ended_at,
      shown.manage_version, shown.product_id, shown.product_name
    FROM key JOIN turn USING (subject) LEFT JOIN LATERAL (
      SELECT * FROM (${shownWhere(who)}) AS candidate
      ORDER BY access_ends > $4 DESC, CASE WHEN access_ends > $4 THEN access_ends END DESC NULLS LAST,
        created_at DESC, id COLLATE "C" DESC
      LIMIT 1
    ) AS shown ON true`,
});

export const byRef = statementFor("access-by-ref", "s.ref = key.who");
export const byEmail = statementFor(
  "access-by-email",
  `s.customer_id IN (SELECT c.id FROM customers c
     WHERE c.account_id = key.account_id AND c.livemode = key.livemode AND c.email = key.who)`,
);
