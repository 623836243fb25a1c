import { exponentOf, isCurrency, type Money, parseAmount, toMajorText } from "@/lib/domain/money";

/** In major units as most rails write it: without trailing zeros ("15.5", "5000"). */
export function shortMajor(money: Money): string {
  const text = toMajorText(money);
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/** Whether the amount has no more than this many decimals in major units. Nothing is ever rounded. */
export function fitsDecimals({ minor, currency }: Money, decimals: number): boolean {
  const smallest = 10n ** BigInt(Math.max(0, exponentOf(currency) - decimals));
  return minor > 0n && minor % smallest === 0n;
}

/** A rail's amount in major units, as a number or text; null when it is not an exact amount of that currency. */
export function fromMajor(value: number | string, currency: string): Money | null {
  if (!isCurrency(currency)) return null;
  const parsed = parseAmount(value, currency);
  return parsed.ok ? parsed.money : null;
}

/** The same, with zero allowed: for fees and balances. A negative amount counts as zero. */
export function feeFromMajor(value: number | string, currency: string): Money | null {
  if (!isCurrency(currency)) return null;
  const parsed = parseAmount(value, currency);
  if (parsed.ok) return parsed.money;
  return parsed.problem === "not_positive" ? { minor: 0n, currency } : null;
}
