import { divideHalfUp } from "./fees";
import { discountShares, orderTotals } from "./order";

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

/** A part of an invoice that was paid, and when it was taken back, so that it is owed again. */
export interface InvoicePart {
  minor: bigint;
  paidAt: Date;
  undoneAt: Date | null;
}

/**
 * The tax in each part of an invoice, in the order in which they were paid. With each, the parts that stand have as much of
 * the tax as of the total, half up: once all is paid, all of the tax. A later part changes no earlier one.
 */
export function taxOfParts<Part extends InvoicePart>(
  invoice: { taxMinor: bigint; totalMinor: bigint },
  parts: readonly Part[],
): (Part & { taxMinor: bigint })[] {
  const taxed: (Part & { taxMinor: bigint })[] = [];
  for (const part of parts) {
    const standing = taxed.filter(({ undoneAt }) => undoneAt === null || undoneAt > part.paidAt);
    const sum = (of: "minor" | "taxMinor") => standing.reduce((all, one) => all + one[of], 0n);
    const upTo = taxGoneBack({ ...invoice, refundedMinor: sum("minor") + part.minor });
    const left = upTo - sum("taxMinor");
    taxed.push({ ...part, taxMinor: left > 0n ? left : 0n });
  }
  return taxed;
}

/** How much of each line is a price with the tax in it, after its share of the discount. Charges are no price. */
export function taxedParts(
  lines: readonly { totalMinor: bigint; isTaxed: boolean; isCharge: boolean }[],
  discountMinor: bigint,
): bigint[] {
  const shares = discountShares(lines, discountMinor);
  return lines.map(({ totalMinor, isTaxed, isCharge }, index) =>
    isTaxed && !isCharge ? totalMinor - (shares[index] ?? 0n) : 0n,
  );
}

/**
 * What the lines of an order come to after its discount: its totals, the tax in them, and each line's share. They are one:
 * whoever changes a line or the discount changes all of it.
 */
export function orderAmounts(
  lines: readonly { quantity: number; unitPriceMinor: bigint; isTaxed: boolean; isCharge: boolean }[],
  discountMinor: bigint,
  { taxLabel, taxRatePpm }: { taxLabel: string | null; taxRatePpm: number },
) {
  const priced = lines.map((line) => ({
    ...line,
    totalMinor: line.unitPriceMinor * BigInt(line.quantity),
  }));
  const shares = discountShares(priced, discountMinor);
  const taxed = taxedParts(priced, discountMinor);
  const taxedMinor = taxed.reduce((sum, one) => sum + one, 0n);
  const tax =
    taxedMinor > 0n
      ? { taxLabel, taxRatePpm, taxMinor: taxWithin(taxedMinor, taxRatePpm) }
      : { taxLabel: null, taxRatePpm: 0, taxMinor: 0n };
  return {
    totals: { ...orderTotals({ items: lines, discountMinor }), ...tax },
    parts: priced.map(({ totalMinor }, index) => ({
      ...{ totalMinor, discountMinor: shares[index] ?? 0n, taxedMinor: taxed[index] ?? 0n },
    })),
  };
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
