import { graceMs } from "@/lib/domain/subscription";
import { fingerprint } from "@/lib/providers/secrets";
import type { AccessRow } from "@/lib/resources/access";
import { holderOf, type KeyHolder, type KeyRow, keyColumns, keyJoins, markUsed } from "../keys/authenticate";
import { type Rate, type RateRow, rateLimit, rateOf, turnInSql, windowText } from "../keys/rate-limit";
import type { World } from "../world";
import type { AccessSubject } from "./check";

/** The subscription that an answer shows, and what the address of its manage page needs. */
export type ShownSubscription = AccessRow & { manageVersion: number };

export interface AccessAnswer {
  /** The one instant at which all of this was asked. */
  at: Date;
  holder: KeyHolder;
  rate: Rate;
  /** False: the product that was asked about is not this store's. */
  isProductKnown: boolean;
  shown: ShownSubscription | null;
}

/**
 * Everything that `GET /access` needs, in one prepared statement and one round trip: the key, its store and plan, the
 * exact rate limit, and the subscription to show. It says what `authenticateKey`, `countRequest` and `checkAccess` say
 * one after the other; a property test holds it to them. Null when the key is wrong, deleted or past its overlap.
 */
export async function askInOne(
  world: World,
  key: string,
  subject: AccessSubject,
  productId: number | null,
): Promise<AccessAnswer | null> {
  const now = world.clock.now();
  const hash = Buffer.from(fingerprint(key));
  const [statement, who] = "ref" in subject ? [byRef, subject.ref] : [byEmail, subject.email];
  const values = [hash, rateLimit.requests, windowText, now, productId, who];
  const { rows } = await world.pool.query<Row>({ ...statement, values });
  const row = rows[0];
  if (!row) return null;
  markUsed(world, row, now);
  return {
    at: now,
    holder: holderOf(row),
    rate: rateOf(row, rateLimit.requests),
    isProductKnown: row.product_known,
    shown: row.sub_id === null ? null : shownOf(row, row.sub_id),
  };
}

interface Row extends KeyRow, RateRow {
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

function shownOf(row: Row, id: string): ShownSubscription {
  return {
    id,
    ref: row.sub_ref,
    status: row.sub_status,
    interval: row.sub_interval,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    anchorAt: row.anchor_at,
    anchorPeriods: row.anchor_periods,
    startedAt: row.started_at,
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
    cancelledAt: row.cancelled_at,
    endedAt: row.ended_at,
    manageVersion: row.manage_version,
    product: { id: row.product_id, name: row.product_name },
  };
}

// The rule of `pickShown` and `accessEndsAt`, in SQL: of those that give access the one that lasts longest, else the
// latest. The order of ids is that of their bytes, as in JavaScript.
const shownWhere = (who: string) => `
  SELECT s.*, p.name AS product_name,
    coalesce(s.ended_at, CASE s.status WHEN 'cancelled' THEN s.current_period_end
      ELSE s.current_period_end + interval '${graceMs} milliseconds' END) AS access_ends
  FROM subscriptions s JOIN products p ON p.store_id = s.store_id AND p.id = s.product_id
  WHERE s.store_id = key.store_id AND s.livemode = key.livemode
    AND ($5::int IS NULL OR s.product_id = $5) AND ${who}`;

const statementFor = (name: string, who: string) => ({
  name,
  text: `
    WITH key AS (
      SELECT ${keyColumns}, 'key:' || k.id AS subject FROM ${keyJoins}
      WHERE k.hash = $1 AND (k.expires_at IS NULL OR k.expires_at > $4)
    ), ${turnInSql("SELECT subject FROM key")}
    SELECT key.*, turn.allowed, turn.used, turn.oldest, turn.now,
      ($5::int IS NULL OR EXISTS (SELECT 1 FROM products WHERE store_id = key.store_id AND id = $5)) AS product_known,
      shown.id AS sub_id, shown.ref AS sub_ref, shown.status AS sub_status, shown.interval AS sub_interval,
      shown.currency, shown.amount_minor, shown.anchor_at, shown.anchor_periods, shown.started_at,
      shown.current_period_start, shown.current_period_end, shown.cancelled_at, shown.ended_at,
      shown.manage_version, shown.product_id, shown.product_name
    FROM key CROSS JOIN turn LEFT JOIN LATERAL (
      SELECT * FROM (${shownWhere(who)}) AS candidate
      ORDER BY access_ends > $4 DESC, CASE WHEN access_ends > $4 THEN access_ends END DESC NULLS LAST,
        created_at DESC, id COLLATE "C" DESC
      LIMIT 1
    ) AS shown ON true`,
});

const byRef = statementFor("access-by-ref", "s.ref = $6");
const byEmail = statementFor(
  "access-by-email",
  `s.customer_id IN (SELECT c.id FROM customers c
     WHERE c.account_id = key.account_id AND c.livemode = key.livemode AND c.email = $6)`,
);
