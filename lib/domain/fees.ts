const million = 1_000_000n;

/** What an order costs its payer and what becomes of it, in minor units of one currency: fee + net = total. */
export interface Charges {
  /** What the payer pays. */
  totalMinor: bigint;
  /** The service's fee. */
  feeMinor: bigint;
  /** What the seller keeps. */
  netMinor: bigint;
  /** The part of the total that was added for the payer to bear; zero where the seller bears the fee. */
  addedMinor: bigint;
}

/**
 * The fee on an order of `priceMinor` (its subtotal less discount, plus shipping) under a plan's `feePpm` (spec, Order:
 * fee and net; Store: buyer_pays_charges). The fee is rounded once, half up, and is never more than the total. Where
 * the buyer pays the charges it is added on top and the seller keeps the price; else it comes out of the price.
 *
 * An added fee is a line of its own in the order ("Charges"), so that subtotal − discount + shipping stays the total.
 * `stepMinor` is the smallest amount the payer's network can move (100 for whole shillings): an added fee is rounded
 * to it, because the network would refuse the fraction.
 */
export function chargesOf(order: {
  priceMinor: bigint;
  feePpm: number;
  buyerPaysCharges: boolean;
  stepMinor?: bigint;
}): Charges {
  const { priceMinor, buyerPaysCharges, stepMinor = 1n } = order;
  if (!buyerPaysCharges) {
    const feeMinor = smaller(shareInPpm(priceMinor, order.feePpm), priceMinor);
    return { totalMinor: priceMinor, feeMinor, netMinor: priceMinor - feeMinor, addedMinor: 0n };
  }
  const addedMinor = divideHalfUp(priceMinor * BigInt(order.feePpm), million * stepMinor) * stepMinor;
  const totalMinor = priceMinor + addedMinor;
  return { totalMinor, feeMinor: addedMinor, netMinor: totalMinor - addedMinor, addedMinor };
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

/**
 * Splits an amount by weights so that the parts add up to it exactly: everyone gets the whole units of their share, and
 * the units left over go one each to the largest remainders, the earlier of equal ones first.
 */
export function splitByWeights(amountMinor: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (amountMinor < 0n || sum <= 0n || weights.some((weight) => weight < 0n)) {
    throw new RangeError("An amount is split by weights of which none is negative and one is above zero.");
  }
  const shares = weights.map((weight, index) => {
    const exact = amountMinor * weight;
    return { index, whole: exact / sum, remainder: exact % sum };
  });
  const left = amountMinor - shares.reduce((total, share) => total + share.whole, 0n);
  const byRemainder = [...shares].sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  const lucky = new Set(byRemainder.slice(0, Number(left)).map((share) => share.index));
  return shares.map((share) => share.whole + (lucky.has(share.index) ? 1n : 0n));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Parts per million as people write them: 15000 is "1.5 %". */
export function percent(ppm: number): string {
  return `${ppm / 10_000} %`;
}
