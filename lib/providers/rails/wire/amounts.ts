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

/** Major units times a hundred, for every currency; 0-decimal currencies end in 00. Null for three decimals. */
export function toHundredths({ minor, currency }: Money): number | null {
  const exponent = exponentOf(currency);
  return exponent > 2 ? null : Number(minor * 10n ** BigInt(2 - exponent));
}

/** Null when it is not a whole amount of that currency: nothing is rounded. */
export function fromHundredths(value: number, currency: string): Money | null {
  if (!isCurrency(currency) || !Number.isSafeInteger(value) || value < 0) return null;
  const step = 10n ** BigInt(2 - exponentOf(currency));
  const hundredths = BigInt(value);
  return hundredths % step === 0n ? { minor: hundredths / step, currency } : null;
}
