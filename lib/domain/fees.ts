import type { Language } from "./languages";
import { formatMoney, formatNumber, type Money } from "./money";

const million = 1_000_000n;

/** What an order costs its payer and how that is split, in minor units of one currency: fee + net = total. */
export interface Charges {
  /** What the payer pays. */
  totalMinor: bigint;
  /** The service's fee. */
  feeMinor: bigint;
  /** What the seller keeps. */
  netMinor: bigint;
  /** The part of the total that was added because the payer bears the fee; zero where the seller bears it. */
  addedMinor: bigint;
}

/** What a plan adds to its percentages in one currency, in minor units. */
export interface FixedFees {
  /** Added to the percentage of each payment. */
  fixedMinor: bigint;
  /** The least and the most that a payment costs. */
  minMinor: bigint;
  maxMinor: bigint | null;
  /** Added to the percentage of each payout. */
  payoutFixedMinor: bigint;
}

/** The fees of a plan: percentages, and by currency what `FixedFees` has, as they are stored. */
export interface PlanFees {
  feePpm: number;
  payoutFeePpm: number;
  fixedFees?: unknown;
}

export type StoredFixedFees = Record<
  string,
  { fixed: string; min: string; max: string | null; payoutFixed: string }
>;

export const noFixedFees: FixedFees = { fixedMinor: 0n, minMinor: 0n, maxMinor: null, payoutFixedMinor: 0n };

/** The fixed amounts of a plan in this currency; zero where it has none. */
export function fixedFeesIn({ fixedFees }: { fixedFees?: unknown }, currency: string): FixedFees {
  // Safe: only what `storedFixedFees` makes is written there.
  const stored = ((fixedFees ?? {}) as StoredFixedFees)[currency];
  if (!stored) return noFixedFees;
  return {
    fixedMinor: BigInt(stored.fixed),
    minMinor: BigInt(stored.min),
    maxMinor: stored.max === null ? null : BigInt(stored.max),
    payoutFixedMinor: BigInt(stored.payoutFixed),
  };
}

/** The plan's amounts with those of one currency changed. A currency without any is left out. */
export function storedFixedFees(
  plan: { fixedFees?: unknown },
  currency: string,
  fees: FixedFees,
): StoredFixedFees {
  const { [currency]: _before, ...others } = (plan.fixedFees ?? {}) as StoredFixedFees;
  const { fixedMinor, minMinor, maxMinor, payoutFixedMinor } = fees;
  if (fixedMinor === 0n && minMinor === 0n && maxMinor === null && payoutFixedMinor === 0n) return others;
  const max = maxMinor === null ? null : String(maxMinor);
  const stored = { fixed: String(fixedMinor), min: String(minMinor), max };
  return { ...others, [currency]: { ...stored, payoutFixed: String(payoutFixedMinor) } };
}

/** The currencies in which a plan has fixed amounts. */
export function fixedCurrencies({ fixedFees }: { fixedFees?: unknown }): string[] {
  return Object.keys((fixedFees ?? {}) as StoredFixedFees).sort();
}

/**
 * The fee on an order of `priceMinor` (its subtotal less discount, plus shipping) under a plan (spec, Order: fee and
 * net; Store: buyer_pays_charges): its share and its fixed amount, between its least and its most. It is rounded once,
 * half up, and is never more than the total. Where the buyer pays the charges it is added on top and the seller keeps
 * the price; else it comes out of the price.
 *
 * An added fee is a line of its own in the order ("Charges"), so that subtotal − discount + shipping stays the total.
 * `stepMinor` is the smallest amount the payer's network can move (100 for whole shillings): an added fee is rounded
 * to it, because the network would refuse the fraction.
 */
export function chargesOf(order: {
  priceMinor: bigint;
  feePpm: number;
  fixed?: FixedFees;
  buyerPaysCharges: boolean;
  stepMinor?: bigint;
}): Charges {
  const { priceMinor, buyerPaysCharges, stepMinor = 1n } = order;
  if (!buyerPaysCharges) {
    const feeMinor = smaller(feeOf(order, 1n), priceMinor);
    return { totalMinor: priceMinor, feeMinor, netMinor: priceMinor - feeMinor, addedMinor: 0n };
  }
  const addedMinor = feeOf(order, stepMinor);
  const totalMinor = priceMinor + addedMinor;
  return { totalMinor, feeMinor: addedMinor, netMinor: totalMinor - addedMinor, addedMinor };
}

/** What costs nothing has no fee. */
function feeOf(
  { priceMinor, feePpm, fixed = noFixedFees }: { priceMinor: bigint; feePpm: number; fixed?: FixedFees },
  stepMinor: bigint,
): bigint {
  if (priceMinor === 0n) return 0n;
  const { fixedMinor, minMinor, maxMinor } = fixed;
  const share = larger(priceMinor * BigInt(feePpm) + fixedMinor * million, minMinor * million);
  const exact = maxMinor === null ? share : smaller(share, maxMinor * million);
  const rounded = divideHalfUp(exact, million * stepMinor) * stepMinor;
  // Rounding up to a step may not pass the most.
  return maxMinor !== null && rounded > maxMinor ? rounded - stepMinor : rounded;
}

/** `ratePpm` parts per million of the amount, rounded once, half up: 7.5 % is 75,000. */
export function shareInPpm(amountMinor: bigint, ratePpm: number): bigint {
  return divideHalfUp(amountMinor * BigInt(ratePpm), million);
}

/** The nearest whole number, halves upwards. For amounts, so neither may be negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError("Only amounts can be divided half up.");
  return (2n * numerator + denominator) / (2n * denominator);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Whether a plan takes nothing of payments in this currency. */
export function takesNothing(plan: { feePpm: number; fixedFees?: unknown }, currency: string): boolean {
  const { fixedMinor, minMinor } = fixedFeesIn(plan, currency);
  return plan.feePpm === 0 && fixedMinor === 0n && minMinor === 0n;
}

/** The fee on a payment, the same in all languages but for the numbers: "1.5 % + KES 10, min. KES 20, max. KES 500". */
export function feeText(
  plan: { feePpm: number; fixedFees?: unknown },
  currency: string,
  language: Language,
): string {
  const { fixedMinor, minMinor, maxMinor } = fixedFeesIn(plan, currency);
  const money = (minor: bigint) => formatMoney({ minor, currency }, language);
  return [
    sumText(plan.feePpm, { minor: fixedMinor, currency }, language),
    ...(minMinor > 0n ? [`min. ${money(minMinor)}`] : []),
    ...(maxMinor === null ? [] : [`max. ${money(maxMinor)}`]),
  ].join(", ");
}

/** The fee on a payout: "1 % + KES 30". */
export function payoutFeeText(
  plan: { payoutFeePpm: number; fixedFees?: unknown },
  currency: string,
  language: Language,
): string {
  const { payoutFixedMinor } = fixedFeesIn(plan, currency);
  return sumText(plan.payoutFeePpm, { minor: payoutFixedMinor, currency }, language);
}

function sumText(ppm: number, fixed: Money, language: Language): string {
  if (fixed.minor === 0n) return percent(ppm, language);
  const money = formatMoney(fixed, language);
  return ppm === 0 ? money : `${percent(ppm, language)} + ${money}`;
}

/** Parts per million as people write them: 15000 is "1.5 %", in French "1,5 %". The sign stays on the line of its number. */
export function percent(ppm: number, language: Language): string {
  return `${formatNumber(ppm / 10_000, language)}\u00a0%`;
}
