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

/**
 * ASCII letters, digits and spaces, at most `max`: every phone shows these. Accents are removed, their letters stay. A
 * result shorter than `min` becomes `instead`.
 */
export function plainText(text: string, limits: { min: number; max: number; instead: string }): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 ]+/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, limits.max)
    .trim();
  return plain.length < limits.min ? limits.instead : plain;
}

/** Without the plus: how most rails want E.164. */
export function digitsOf(phone: string): string {
  return phone.replace(/^\+/, "");
}

/** Only the class of a network error, because messages may contain addresses and other private data. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  // Errors are wrapped; the innermost one is the most exact.
  const chain: unknown[] = [];
  for (let one: unknown = error; one && chain.length < 4; one = causeOf(one)) chain.push(one);
  return chain.reverse().map(codeOf).find(Boolean) ?? error.name;
}

/** Whether the other side could not prove its identity. Nothing was sent to it then. */
export function isUntrusted(name: string): boolean {
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|EPROTO/.test(name);
}

function causeOf(of: unknown): unknown {
  return of && typeof of === "object" && "cause" in of ? of.cause : null;
}

function codeOf(of: unknown): string {
  return of && typeof of === "object" && "code" in of && typeof of.code === "string" ? of.code : "";
}

/** As lists of providers take a day. */
export function dayOf(at: Date | number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Our id in the note of a refund, for a provider that stores no id of ours. */
export function noteOf(refundId: string): string {
  return `Refund ${refundId}`;
}

/** The id in such a note; empty where there is none. */
export function notedIn(note: string | null | undefined): string {
  return /Refund ([0-9a-f-]{36})/i.exec(note ?? "")?.[1] ?? "";
}
