import type { Language } from "./languages";
import { formatNumber } from "./money";

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

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Parts per million as people write them: 15000 is "1.5 %", in French "1,5 %". */
export function percent(ppm: number, language: Language): string {
  return `${formatNumber(ppm / 10_000, language)} %`;
}
