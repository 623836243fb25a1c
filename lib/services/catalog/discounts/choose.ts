import { Prisma, type Tx } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import type { DiscountRow } from "@/lib/db/rows";
import {
  carriedDiscount,
  type Discountable,
  type DiscountProblem,
  discountOf,
  discountProblem,
  isCode,
  isFirstPayment,
  normalCode,
  periodsOf,
  plainEmail,
  type Renewed,
} from "@/lib/domain/discount";
import type { World } from "@/lib/services/core/world";

/** By what one person is known again: their customer, their e-mail without what follows a plus, their phone. */
export interface Redeemer {
  accountId: number;
  /** Null for somebody who is no customer yet. */
  customerId: number | null;
  /** Trimmed and lower-cased. */
  email: string | null;
  /** E.164. */
  phone: string | null;
}

/** The keyed hashes that are stored with a redemption. */
export function hashesOf(world: Pick<World, "secrets">, storeId: number, who: Redeemer): Uint8Array[] {
  return textsOf(storeId, who).map((text) => world.secrets.mac("redeemer", text));
}

function textsOf(storeId: number, { email, phone }: Redeemer): string[] {
  return [
    ...(email === null ? [] : [`${storeId}/email/${plainEmail(email)}`]),
    ...(phone === null ? [] : [`${storeId}/phone/${phone}`]),
  ];
}

/** With the keys of before too. As hex, because it is one parameter of a statement. */
function lookedFor(world: Pick<World, "secrets">, storeId: number, who: Redeemer): string[] {
  return textsOf(storeId, who).flatMap((text) =>
    world.secrets.macs("redeemer", text).map((mac) => Buffer.from(mac).toString("hex")),
  );
}

/** On discount_redemptions r and its order o: it is this person's. */
function isTheirs(world: Pick<World, "secrets">, storeId: number, who: Redeemer): Prisma.Sql {
  const hashes = lookedFor(world, storeId, who);
  const theirs = Prisma.sql`r.who && (SELECT coalesce(array_agg(decode(h, 'hex')), '{}') FROM unnest(${hashes}::text[]) h)`;
  return who.customerId === null
    ? theirs
    : Prisma.sql`(${theirs} OR EXISTS (SELECT 1 FROM orders o WHERE o.id = r.order_id AND o.customer_id = ${who.customerId}))`;
}

/**
 * Whether this person ever paid in the store, and how often they redeemed each of these, payments under way included.
 * `except`: an order that is not looked at.
 */
export async function usesOf(
  world: Pick<World, "secrets">,
  tx: Pick<Tx, "$queryRaw">,
  storeId: number,
  discounts: readonly { id: number }[],
  who: Redeemer | null,
  except: number | null = null,
): Promise<{ hasPaid: boolean; of: ReadonlyMap<number, number> }> {
  if (who === null || discounts.length === 0) return { hasPaid: false, of: new Map() };
  const ids = discounts.map(({ id }) => id);
  const rows = await tx.$queryRaw<{ id: number | null; uses: number; paid: boolean }[]>`
    SELECT r.discount_id AS id, count(*)::int AS uses, false AS paid FROM discount_redemptions r
    WHERE r.store_id = ${storeId} AND r.discount_id = ANY (${ids}::int[]) AND r.counts AND r.state <> 'returned'
      AND (${except}::int IS NULL OR r.order_id IS DISTINCT FROM ${except}::int) AND ${isTheirs(world, storeId, who)}
    GROUP BY r.discount_id
    UNION ALL SELECT NULL, 0, EXISTS (SELECT 1 FROM orders o
      WHERE o.store_id = ${storeId} AND o.paid_at IS NOT NULL AND o.customer_id IN (${sameCustomers(who)}))`;
  const of = new Map(rows.flatMap(({ id, uses }) => (id === null ? [] : [[id, uses] as const])));
  return { hasPaid: rows.some(({ paid }) => paid), of };
}

/** Everybody in the account who may be this person. Other addresses behind a plus are found by the index of parts. */
function sameCustomers({ accountId, customerId, email, phone }: Redeemer): Prisma.Sql {
  const plain = email === null ? null : plainEmail(email);
  const [name = "", host = ""] = plain === null ? [] : plain.split("@");
  const tagged = plain === null ? null : `${escaped(name)}+%@${escaped(host)}`;
  return Prisma.sql`SELECT id FROM customers WHERE account_id = ${accountId} AND livemode
    AND (id = ${customerId}::int OR phone = ${phone} OR email = ${plain} OR email LIKE ${tagged})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** What is taken off one payment, and by what. */
export interface Reduction {
  discountId: number;
  /** The code that was typed; both null for an offer that applies by itself. */
  codeId: number | null;
  code: string | null;
  /** Always above 0. */
  amountMinor: bigint;
  /** It takes a place. What a subscription has already takes none. */
  counts: boolean;
  /** How many periods of a subscription it reduces, this one included. Null: all. */
  periods: number | null;
}

/** What is bought, and what may reduce its price. */
export interface Offered extends Discountable {
  /** The subscription that it renews, with what it has left of a discount; null for everything else. */
  renews: Renewed | null;
  /** As it was typed; empty for none. */
  typed: string;
  /** A discount that its seller names instead of a code. */
  only?: number;
  /** A price below this cannot be paid: an offer that leads there is passed over. */
  leastMinor: bigint;
}

/** The best reduction, and why the typed code is not it: refused, or null because what applies takes off as much. */
export interface Chosen {
  reduction: Reduction | null;
  /** Why the typed code is refused. */
  problem: DiscountProblem | null;
  /** The typed code is good, and something else takes off as much. */
  isOutdone: boolean;
}

type Candidate = DiscountRow & {
  codeId: number | null;
  typedCode: string | null;
  codeMax: number | null;
  codeTaken: number | null;
};

/**
 * What reduces this price: of what the subscription has, the typed code and the offers that apply by themselves the one
 * that takes off most; never two. Offers apply by themselves to products and to subscriptions that begin, also after free days. `who` is null
 * before the payer is known: then what depends on the payer is taken as good, and asked when they pay.
 */
export async function chooseReduction(
  world: Pick<World, "secrets">,
  tx: Pick<Tx, "$queryRaw">,
  storeId: number,
  offered: Offered,
  who: Redeemer | null,
  now: Date,
): Promise<Chosen> {
  const code = normalCode(offered.typed);
  const hasOffers = isFirstPayment(offered.renews) && offered.productId !== null;
  const has = ofSubscription(offered.renews);
  const none = { problem: null, isOutdone: false };
  const isNamed = code !== "" || offered.only !== undefined;
  if (!isNamed && !hasOffers) return { reduction: has, ...none };
  const found = await candidates(tx, storeId, isCode(code) ? code : null, hasOffers, offered.only ?? null);
  const uses = await usesOf(world, tx, storeId, found.filter(asksWho), who);
  const good: Reduction[] = has ? [has] : [];
  let problem: DiscountProblem | null = isNamed ? "discount_not_found" : null;
  let isOutdone = false;
  for (const one of found) {
    const isTyped = one.codeId !== null || one.id === offered.only;
    const why = problemOf(one, offered, uses, now);
    const reduction = why === null ? reductionOf(one, offered) : null;
    const isPayable = reduction !== null && isTaken(offered.priceMinor - reduction.amountMinor, offered);
    if (isTyped) problem = why;
    if (isTyped && why === null && has?.discountId === one.id) isOutdone = true;
    // A typed code that leads to too little is refused with the network's name; see quoteOf.
    else if (reduction && (isTyped || isPayable)) good.push(reduction);
  }
  const best = bestOf(good);
  const typedIsGood = code !== "" && problem === null;
  return { reduction: best, problem, isOutdone: isOutdone || (typedIsGood && best?.codeId === null) };
}

/** The first of those that take off most: what is there before what is typed, so that no code is used for nothing. */
function bestOf(good: readonly Reduction[]): Reduction | null {
  const typedLast = [...good].sort((a, b) => Number(a.codeId !== null) - Number(b.codeId !== null));
  return typedLast.reduce<Reduction | null>(
    (best, one) => (best === null || one.amountMinor > best.amountMinor ? one : best),
    null,
  );
}

function ofSubscription(renews: Offered["renews"]): Reduction | null {
  const amountMinor = renews ? carriedDiscount(renews) : 0n;
  if (!renews?.discountId || amountMinor === 0n) return null;
  const { discountId, discountCode: code, discountPeriodsLeft: periods } = renews;
  return { discountId, codeId: null, code, amountMinor, counts: false, periods };
}

function isTaken(leftMinor: bigint, { leastMinor }: Offered): boolean {
  return leftMinor === 0n || leftMinor >= leastMinor;
}

/** Those of the store that could apply: at most one by its code. */
async function candidates(
  tx: Pick<Tx, "$queryRaw">,
  storeId: number,
  code: string | null,
  hasOffers: boolean,
  only: number | null,
): Promise<Candidate[]> {
  const rows = await tx.$queryRaw<(Omit<Candidate, keyof DiscountRow> & Record<string, unknown>)[]>`
    SELECT ${columns("d", Prisma.DiscountScalarFieldEnum, "discount")}, c.id AS "codeId", c.code AS "typedCode", c.max_redemptions AS "codeMax", c.places_taken AS "codeTaken"
    FROM discounts d LEFT JOIN discount_codes c ON c.discount_id = d.id AND c.code = ${code}
    WHERE d.store_id = ${storeId} AND d.deleted_at IS NULL
      AND (c.id IS NOT NULL OR d.id = ${only}::int OR ${hasOffers} AND d.is_automatic AND d.is_active)
    ORDER BY d.id`;
  return rows.map(({ codeId, typedCode, codeMax, codeTaken, ...row }) => ({
    ...part<DiscountRow>(row, "discount"),
    ...{ codeId, typedCode, codeMax, codeTaken },
  }));
}

function asksWho(discount: DiscountRow): boolean {
  return discount.firstTimeOnly || discount.maxPerCustomer !== null;
}

function problemOf(
  discount: Candidate,
  offered: Offered,
  uses: { hasPaid: boolean; of: ReadonlyMap<number, number> },
  now: Date,
): DiscountProblem | null {
  const why = discountProblem(discount, offered, now);
  if (why) return why;
  if (isFull(discount.placesTaken, discount.maxRedemptions)) return "discount_used_up";
  if (isFull(discount.codeTaken ?? 0, discount.codeMax)) return "discount_used_up";
  const used = uses.of.get(discount.id) ?? 0;
  if (discount.firstTimeOnly && (uses.hasPaid || used > 0)) return "discount_first_time_only";
  return isFull(used, discount.maxPerCustomer) ? "discount_used_by_customer" : null;
}

function isFull(taken: number, max: number | null): boolean {
  return max !== null && taken >= max;
}

/** Null where the share of so small a price is rounded to nothing. */
function reductionOf(discount: Candidate, { priceMinor, currency }: Offered): Reduction | null {
  const amountMinor = discountOf(priceMinor, currency, discount);
  if (amountMinor === 0n) return null;
  const { id: discountId, codeId, typedCode: code } = discount;
  return { discountId, codeId, code, amountMinor, counts: true, periods: periodsOf(discount) };
}
