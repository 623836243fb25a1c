import { divideHalfUp } from "./fees";
import { priceStep } from "./network";

/** What is taken off a price: a share in hundredths of a per cent, or an amount. The other one is null. */
export interface DiscountTerms {
  percentHundredths: number | null;
  amountMinor: bigint | null;
}

/** 100 %, in hundredths of a per cent. */
export const wholePercent = 10_000;
export const durationPeriodsMax = 60;

/**
 * What a discount takes off a price: the only place that computes it. A share is rounded once, half up, to whole units
 * where a network of the currency takes nothing smaller, because a reduced price of KES 424.15 could be paid by card
 * alone. Never more than the price.
 */
export function discountOf(priceMinor: bigint, currency: string, terms: DiscountTerms): bigint {
  const { percentHundredths, amountMinor } = terms;
  if (amountMinor !== null) return amountMinor < priceMinor ? amountMinor : priceMinor;
  const whole = priceStep(currency);
  // A price with a fraction is paid by card; there is nothing to round for.
  const step = priceMinor % whole === 0n ? whole : 1n;
  return divideHalfUp(priceMinor * BigInt(percentHundredths ?? 0), BigInt(wholePercent) * step) * step;
}

export const discountStatuses = ["active", "scheduled", "paused", "expired", "used_up"] as const;
export type DiscountStatus = (typeof discountStatuses)[number];

/** The stored fields that decide whether it can be redeemed. */
export interface DiscountFacts extends DiscountTerms {
  currency: string;
  productIds: readonly number[];
  minAmountMinor: bigint | null;
  /** Null is no limit, 0 is none. */
  maxRedemptions: number | null;
  startsAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
  /** Redemptions under way and done, and done. */
  placesTaken: number;
  redemptionsCount: number;
  deletedAt: Date | null;
}

/** The first of these that is true at `now`. A higher limit or another date makes it active again. */
export function discountStatus(discount: DiscountFacts, now: Date): DiscountStatus {
  const { maxRedemptions, redemptionsCount, expiresAt, startsAt, isActive } = discount;
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return "used_up";
  if (expiresAt && expiresAt <= now) return "expired";
  if (!isActive) return "paused";
  return startsAt && startsAt > now ? "scheduled" : "active";
}

/** Why a discount is refused, as the API and the pages of payers name it. */
export const discountProblems = [
  "discount_not_found",
  "discount_used_up",
  "discount_expired",
  "discount_not_for_product",
  "discount_below_minimum",
  "discount_first_time_only",
  "discount_used_by_customer",
] as const;
export type DiscountProblem = (typeof discountProblems)[number];

/** What is bought, as far as a discount looks at it. */
export interface Discountable {
  /** Null for what is no product: a payment link. */
  productId: number | null;
  priceMinor: bigint;
  currency: string;
}

/**
 * Why a discount does not apply to this price at `now`, whoever pays; null where it does. Paused and not yet begun read
 * like unknown: its seller has not published it.
 */
export function discountProblem(
  discount: DiscountFacts,
  thing: Discountable,
  now: Date,
): DiscountProblem | null {
  if (discount.deletedAt) return "discount_not_found";
  switch (discountStatus(discount, now)) {
    case "paused":
    case "scheduled":
      return "discount_not_found";
    case "expired":
      return "discount_expired";
    case "used_up":
      return "discount_used_up";
    case "active":
  }
  if (discount.productIds.length > 0 && !discount.productIds.includes(thing.productId ?? 0))
    return "discount_not_for_product";
  const needsCurrency = discount.amountMinor !== null || discount.minAmountMinor !== null;
  if (needsCurrency && discount.currency !== thing.currency) return "discount_not_for_product";
  if (discount.minAmountMinor !== null && thing.priceMinor < discount.minAmountMinor)
    return "discount_below_minimum";
  return null;
}

/** How many periods it reduces: null is every one. */
export function periodsOf(discount: {
  duration: "once" | "periods" | "forever";
  durationPeriods: number | null;
}): number | null {
  if (discount.duration === "once") return 1;
  return discount.duration === "periods" ? discount.durationPeriods : null;
}

/** What a subscription still has of a discount, as its columns. */
export interface CarriedDiscount {
  discountId: number | null;
  discountCode: string | null;
  discountPercent: number | null;
  discountAmountMinor: bigint | null;
  /** Null: for all periods. */
  discountPeriodsLeft: number | null;
}

/** A subscription that is renewed, as far as its price goes. */
export interface Renewed extends CarriedDiscount {
  amountMinor: bigint;
  currency: string;
  trialEndsAt: Date | null;
  paymentsCount: number;
}

/** Whether this payment is the first, which begins what is paid for: after free days the plan begins with it. */
export function isFirstPayment(renews: Renewed | null): boolean {
  return renews === null || (renews.trialEndsAt !== null && renews.paymentsCount === 0);
}

export const noDiscount: CarriedDiscount = {
  discountId: null,
  discountCode: null,
  discountPercent: null,
  discountAmountMinor: null,
  discountPeriodsLeft: null,
};

/** The columns of a subscription of which so many periods are still to be reduced; none left is no discount. */
export function carried(
  discount: DiscountTerms & { id: number },
  code: string | null,
  periodsLeft: number | null,
): CarriedDiscount {
  if (periodsLeft !== null && periodsLeft <= 0) return noDiscount;
  return {
    discountId: discount.id,
    discountCode: code,
    discountPercent: discount.percentHundredths,
    discountAmountMinor: discount.amountMinor,
    discountPeriodsLeft: periodsLeft,
  };
}

/** Those columns of a row. */
export function onlyCarried(row: CarriedDiscount): CarriedDiscount {
  const { discountId, discountCode, discountPercent, discountAmountMinor, discountPeriodsLeft } = row;
  return { discountId, discountCode, discountPercent, discountAmountMinor, discountPeriodsLeft };
}

/** A period was paid with the discount that the subscription has: one less is left. */
export function spent(row: CarriedDiscount): CarriedDiscount {
  const { discountPeriodsLeft: left } = row;
  if (left === null) return row;
  return left > 1 ? { ...row, discountPeriodsLeft: left - 1 } : noDiscount;
}

type Priced = CarriedDiscount & { amountMinor: bigint; currency: string };

/** What is taken off the next period of a subscription. */
export function carriedDiscount(row: Priced): bigint {
  if (row.discountId === null) return 0n;
  const terms = { percentHundredths: row.discountPercent, amountMinor: row.discountAmountMinor };
  return discountOf(row.amountMinor, row.currency, terms);
}

/** What the next period costs, before charges: of the plan that was chosen for it, if one was. */
export function nextAmountMinor(row: Priced & { pendingAmountMinor?: bigint | null }): bigint {
  return reduced({ ...row, amountMinor: row.pendingAmountMinor ?? row.amountMinor });
}

/** What a period costs for good: an offer that ends is left out, one that never ends is not. */
export function lastingAmountMinor(row: Priced): bigint {
  return row.discountPeriodsLeft === null ? reduced(row) : row.amountMinor;
}

function reduced(row: Priced): bigint {
  return row.amountMinor - carriedDiscount(row);
}

const codePattern = /^[A-Z0-9-]{3,40}$/;

/** A code as it is stored and compared. */
export function normalCode(typed: string): string {
  return typed.trim().toUpperCase();
}

export function isCode(code: string): boolean {
  return codePattern.test(code);
}

/** Letters and digits that nobody mistakes for each other on a printed card. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const randomLength = 10;
/** How many random bytes a code needs. */
export const codeBytes = randomLength;

/** A code that nobody guesses: the prefix, then 50 random bits in two groups, "GYM-7KQ4M-X2P9D". */
export function composeCode(prefix: string, bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, randomLength)].map((byte) => alphabet[byte % alphabet.length]);
  const groups = [letters.slice(0, 5).join(""), letters.slice(5).join("")];
  return [...(prefix === "" ? [] : [prefix]), ...groups].join("-");
}

/** An e-mail without what follows a plus: one person has many of those. */
export function plainEmail(email: string): string {
  return email.replace(/\+[^@]*@/, "@");
}
