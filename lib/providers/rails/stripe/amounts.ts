import { exponentOf, isCurrency, type Money } from "@/lib/domain/money";

/** Stripe's number of decimals, where it differs from ISO 4217. */
const own: Record<string, number> = { UGX: 2, ISK: 2, MGA: 0 };

/**
 * In Stripe's smallest unit, which is not always the currency's own. Null when the amount cannot be charged exactly.
 */
export function toStripe({ minor, currency }: Money): number | null {
  const shift = shiftOf(currency);
  const amount = shift >= 0 ? minor * 10n ** BigInt(shift) : exactly(minor, 10n ** BigInt(-shift));
  if (amount === null || amount <= 0n) return null;
  // With three decimals, the last one must be 0.
  return exponentOf(currency) === 3 && amount % 10n !== 0n ? null : Number(amount);
}

/** Null when it is not a whole amount of that currency. */
export function fromStripe(amount: number, stripeCurrency: string): Money | null {
  const currency = stripeCurrency.toUpperCase();
  if (!isCurrency(currency) || !Number.isSafeInteger(amount)) return null;
  const shift = shiftOf(currency);
  const minor =
    shift >= 0 ? exactly(BigInt(amount), 10n ** BigInt(shift)) : BigInt(amount) * 10n ** BigInt(-shift);
  return minor === null ? null : { minor, currency };
}

function shiftOf(currency: string): number {
  const exponent = exponentOf(currency);
  return (own[currency] ?? exponent) - exponent;
}

function exactly(value: bigint, step: bigint): bigint | null {
  return value % step === 0n ? value / step : null;
}
