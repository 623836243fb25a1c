import { part, snake } from "@/lib/db/columns";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { pickShown } from "@/lib/domain/access";
import { planAt } from "@/lib/domain/plan-change";
import { fingerprint } from "@/lib/providers/secrets";
import type { AccessRow } from "@/lib/resources/access";
import { type Batched, batch } from "@/lib/services/core/batch";
import type { Caller, World } from "@/lib/services/core/world";
import { type Identified, identified, type KeyRow, keysInSql } from "@/lib/services/people/keys/identify";
import { type RateRow, rateLimit, windowText } from "@/lib/services/people/keys/rate-limit";
import { requireProduct } from "../subscriptions/list";

/** The subscription shown in an answer, with the data for the URL of its manage page. */
export type ShownSubscription = AccessRow & { manageVersion: number };

export interface AccessAnswer extends Identified {
  /** The single instant at which all of this was read. */
  at: Date;
  /** False: the product in the query is not this store's. */
  isProductKnown: boolean;
  shown: ShownSubscription | null;
}

/**
 * Everything that `GET /access` needs, in one prepared statement and one round trip: the key, its store and plan, the
 * exact rate limit, and the subscription to show. The result equals that of `authenticateKey`, `countRequest` and
 * `checkAccess` in sequence; a property test verifies this. Queries that wait at the same time share a statement. Null
 * when the key is wrong, deleted or past its overlap.
 */
export async function checkAccessInOne(
  world: World,
  key: string,
  subject: AccessSubject,
  productId: number | null,
): Promise<AccessAnswer | null> {
  const { byRefs, byEmails } = linesOf(world);
  const hash = Buffer.from(fingerprint(key));
  const found = await ("ref" in subject
    ? byRefs({ hash, productId, who: subject.ref })
    : byEmails({ hash, productId, who: subject.email }));
  if (!found) return null;
  const { row, at } = found;
  return {
    at,
    ...identified(world, row, at),
    isProductKnown: row.product_known,
    shown: row["sub.id"] === null ? null : shownOf(row),
  };
}

interface Question {
  hash: Buffer;
  productId: number | null;
  /** The ref or the e-mail address. */
  who: string;
}

interface Found {
  row: AskedRow;
  at: Date;
}

interface Lines {
  byRefs: Batched<Question, Found | null>;
  byEmails: Batched<Question, Found | null>;
}

const lines = new WeakMap<World, Lines>();

function linesOf(world: World): Lines {
  const known = lines.get(world);
  if (known) return known;
  const line = (statement: typeof byRef) =>
    batch(
      (questions: Question[]) => askAll(world, statement, questions),
      // One statement can count only one request of a key.
      ({ hash }) => hash.toString("latin1"),
    );
  const made = { byRefs: line(byRef), byEmails: line(byEmail) };
  lines.set(world, made);
  return made;
}

async function askAll(
  world: World,
  statement: typeof byRef,
  questions: Question[],
): Promise<(Found | null)[]> {
  const at = world.clock.now();
  const { rows } = await world.pool.query<AskedRow>({
    ...statement,
    values: [
      questions.map(({ hash }) => hash),
      rateLimit.requests,
      windowText,
      at,
      questions.map(({ productId }) => productId),
      questions.map(({ who }) => who),
    ],
  });
  const answers: (Found | null)[] = questions.map(() => null);
  for (const row of rows) answers[Number(row.n) - 1] = { row, at };
  return answers;
}

function shownOf(row: AskedRow): ShownSubscription {
  const { amountMinor, discountAmountMinor, ...facts } = part<ShownSubscription>(row, "sub");
  return {
    ...facts,
    // Big numbers come as texts.
    amountMinor: BigInt(amountMinor),
    discountAmountMinor: discountAmountMinor === null ? null : BigInt(discountAmountMinor),
    // The statement has chosen the plan that runs.
    product: { id: row.product_id, name: row.product_name },
  };
}

/** The user in the query: by the seller's ref, or by e-mail where the seller uses no refs. */
export type AccessSubject = { ref: string } | { email: string };

/**
 * The subscription that answers "may this user in?": the one that lasts longest among those giving access, else the
 * latest, else null (spec, GET /access, rules 1–3).
 */
export async function checkAccess(
  world: World,
  caller: Caller,
  subject: AccessSubject,
  productId: number | null,
): Promise<SubscriptionRow | null> {
  if (productId !== null) await requireProduct(world, caller, productId);
  const rows = await world.db.subscription.findMany({
    where: {
      storeId: caller.storeId,
      livemode: caller.livemode,
      ...("ref" in subject ? { ref: subject.ref } : { customer: { email: subject.email } }),
      ...(productId === null ? {} : { OR: [{ productId }, { previousProductId: productId }] }),
    },
    include: subscriptionInclude,
  });
  const now = world.clock.now();
  const theirs = rows.filter((row) => productId === null || planAt(row, now).product.id === productId);
  return pickShown(theirs, now);
}

/** The statement's row for one query whose key is valid. */
interface AskedRow extends KeyRow, RateRow {
  /** The number of the query that this answers, from 1. */
  n: string;
  product_known: boolean;
  /** The facts of the subscription by their names; null where there is none. */
  [fact: string]: unknown;
  product_id: number;
  product_name: string;
}

const facts = [
  ...["id", "ref", "status", "currency", "anchorAt", "anchorPeriods", "startedAt", "currentPeriodStart"],
  ...["currentPeriodEnd", "graceEndsAt", "trialEndsAt", "cancelledAt", "endedAt", "manageVersion"],
  ...["discountId", "discountCode", "discountPercent", "discountAmountMinor", "discountPeriodsLeft"],
];

// The rule of `pickShown` and `accessEndsAt`, in SQL: of those that give access the one that lasts longest, else the
// latest. The order of ids is that of their bytes, as in JavaScript. A plan that was paid for ahead begins at plan_from.
const running = (column: "product_id" | "amount_minor" | "interval") =>
  `CASE WHEN s.plan_from > $4 THEN s.previous_${column} ELSE s.${column} END`;
const shownWhere = (who: string) => `
  SELECT s.*, p.id AS running_id, p.name AS product_name, ${running("amount_minor")} AS running_amount,
    ${running("interval")} AS running_interval,
    coalesce(s.ended_at, CASE s.status WHEN 'cancelled' THEN s.current_period_end
      ELSE s.grace_ends_at END) AS access_ends
  FROM subscriptions s JOIN products p ON p.store_id = s.store_id AND p.id = ${running("product_id")}
  WHERE s.store_id = key.store_id AND s.livemode = key.livemode
    AND (key.asked_product IS NULL OR p.id = key.asked_product) AND ${who}`;

// The queries are the arrays $1, $5 and $6; each key occurs only once.
const statementFor = (name: string, who: string) => ({
  name,
  text: `
    WITH ${keysInSql(
      "unnest($1::bytea[], $5::int[], $6::text[]) WITH ORDINALITY AS asked(hash, product_id, who, n)",
      "asked.n, asked.product_id AS asked_product, asked.who",
    )}
    SELECT key.*, turn.allowed, turn.used, turn.oldest, turn.now,
      (asked_product IS NULL
        OR EXISTS (SELECT 1 FROM products WHERE store_id = key.store_id AND id = asked_product)) AS product_known,
      ${facts.map((fact) => `shown.${snake(fact)} AS "sub.${fact}"`).join(", ")},
      shown.running_interval AS "sub.interval", shown.running_amount AS "sub.amountMinor",
      shown.running_id AS product_id, shown.product_name
    FROM key JOIN turn USING (subject) LEFT JOIN LATERAL (
      SELECT * FROM (${shownWhere(who)}) AS candidate
      ORDER BY CASE WHEN access_ends > $4 THEN access_ends END DESC NULLS LAST, created_at DESC, id COLLATE "C" DESC
      LIMIT 1
    ) AS shown ON true`,
});

export const byRef = statementFor("access-by-ref", "s.ref = key.who");
export const byEmail = statementFor(
  "access-by-email",
  `s.customer_id IN (SELECT c.id FROM customers c
     WHERE c.account_id = key.account_id AND c.livemode = key.livemode AND c.email = key.who)`,
);
