import { fingerprint } from "@/lib/providers/secrets";
import type { AccessRow } from "@/lib/resources/access";
import { type Batched, batch } from "@/lib/services/core/batch";
import type { World } from "@/lib/services/core/world";
import { holderOf, type KeyHolder, markUsed } from "@/lib/services/people/keys/authenticate";
import { type Rate, rateLimit, rateOf, windowText } from "@/lib/services/people/keys/rate-limit";
import { type AskedRow, byEmail, byRef } from "./ask-statement";
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
 * one after the other; a property test holds it to them. What is asked while others wait for their answers shares a
 * statement. Null when the key is wrong, deleted or past its overlap.
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
  markUsed(world, row, at);
  return {
    at,
    holder: holderOf(row),
    rate: rateOf(row, rateLimit.requests),
    isProductKnown: row.product_known,
    shown: row.sub_id === null ? null : shownOf(row, row.sub_id),
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
      // A statement takes one turn of a key.
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

function shownOf(row: AskedRow, id: string): ShownSubscription {
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
