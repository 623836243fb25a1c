import { exponentOf, isCurrency, type Money } from "@/lib/domain/money";

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
