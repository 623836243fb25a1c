import { divideHalfUp } from "./fees";

const whole = 1_000_000n;

/** What of an amount is the tax in it: round(amount × r / (1 + r)), half up. */
export function taxWithin(minor: bigint, ratePpm: number): bigint {
  return divideHalfUp(minor * BigInt(ratePpm), whole + BigInt(ratePpm));
}

/**
 * What of the tax went back: as much of it as of the total, half up. A refund names no lines. Once all went back, all of
 * the tax did, whatever the parts were.
 */
export function taxGoneBack(order: { taxMinor: bigint; refundedMinor: bigint; totalMinor: bigint }): bigint {
  if (order.totalMinor === 0n) return 0n;
  return divideHalfUp(order.taxMinor * order.refundedMinor, order.totalMinor);
}

/**
 * How much of each line is a price with the tax in it, after its share of the discount. The shares are whole and come to
 * the discount exactly. Charges are no price, and take no part of a discount.
 */
export function taxedParts(
  lines: readonly { totalMinor: bigint; isTaxed: boolean; isCharge: boolean }[],
  discountMinor: bigint,
): bigint[] {
  const pricesMinor = lines.reduce((sum, line) => (line.isCharge ? sum : sum + line.totalMinor), 0n);
  let seenMinor = 0n;
  return lines.map(({ totalMinor, isTaxed, isCharge }) => {
    if (isCharge || pricesMinor === 0n) return 0n;
    const before = (discountMinor * seenMinor) / pricesMinor;
    seenMinor += totalMinor;
    const share = (discountMinor * seenMinor) / pricesMinor - before;
    return isTaxed ? totalMinor - share : 0n;
  });
}

/**
 * The countries in which a seller gives a fiscal receipt of their own, and what it is called there. Ours is none, and says
 * so.
 */
const fiscalSystems: Readonly<Record<string, string>> = {
  KE: "KRA eTIMS",
  UG: "URA EFRIS",
  TZ: "TRA EFD",
  RW: "RRA EBM",
  NG: "NRS",
  GH: "GRA E-VAT",
  ZM: "ZRA Smart Invoice",
};

export function fiscalSystemOf(country: string): string | null {
  return fiscalSystems[country] ?? null;
}
