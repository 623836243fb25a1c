import { type CivilDate, instantAt } from "./civil-date";
import { type Language, languages } from "./languages";

/** An exact amount: whole minor units (cents, or whole shillings where there are no cents) of one currency. */
export interface Money {
  minor: bigint;
  /** ISO 4217 code in capitals. */
  currency: string;
}

/** Whether a value of a text is an amount, which its reader sees in their language. */
export function isMoney(value: unknown): value is Money {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}

/** The largest amount accepted, 10^13 minor units: every amount stays exact as a JSON number. */
export const maxMinor = 10n ** 13n;

/** The active currencies of ISO 4217 by their number of decimals, without funds and metals: nobody pays in them. */
const codes: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
    CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
    KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
    NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
    TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
};

const exponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codes).flatMap(([exponent, list]) =>
    list.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
);

/** Every currency code, in alphabetical order. */
export const currencies: readonly string[] = [...exponents.keys()].sort();

export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/** How many decimals the currency has: 0, 2 or 3. Throws on an unknown code. */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`Unknown currency ${currency}.`);
  return exponent;
}

export type AmountProblem = "not_a_number" | "too_many_decimals" | "not_positive" | "too_large";
export type ParsedAmount = { ok: true; money: Money } | { ok: false; problem: AmountProblem };

/**
 * Reads an amount in major units, a JSON number or the text of a form field ("1500.5"), digit by digit, never as a
 * binary fraction. Trailing zeros are ignored, since JSON cannot tell 10.00 from 10. Of several problems, the first in
 * this order is returned: not a number, not positive, too large, too many decimals.
 */
export function parseAmount(value: number | string, currency: string): ParsedAmount {
  const decimal = typeof value === "number" ? fromNumber(value) : fromText(value);
  if (!decimal) return refuse("not_a_number");
  const { negative, whole, fraction } = decimal;
  if (negative || (whole === "" && fraction === "")) return refuse("not_positive");
  if (whole.length > String(maxMinor).length) return refuse("too_large");
  const exponent = exponentOf(currency);
  const minor = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, "0"));
  if (minor > maxMinor) return refuse("too_large");
  if (fraction.length > exponent) return refuse("too_many_decimals");
  return { ok: true, money: { minor, currency } };
}

/** The amount in major units as a JSON number. Exact for every amount that `parseAmount` accepts. */
export function toMajor(money: Money): number {
  return Number(toMajorText(money));
}

/** The amount in major units with all decimals of the currency: "1500.50", "1500" for UGX. */
export function toMajorText({ minor, currency }: Money): string {
  const exponent = exponentOf(currency);
  const sign = minor < 0n ? "-" : "";
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, "0");
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * For people, in the language that they read: "KES 1,500.50", "KES 1 500,50" in French. The code comes first, and no
 * decimals are written when whole. Three decimals are always written: "TND 1,500" would be two amounts.
 */
export function formatMoney(money: Money, language: Language): string {
  const [whole = "", fraction = ""] = toMajorText(money).split(".");
  const isShort = fraction.length < 3 && !/[1-9]/.test(fraction);
  return `${money.currency} ${inDigits(whole, isShort ? "" : fraction, language)}`;
}

/** The amount as a form field holds it, without thousands: "1500.50", "1500,50" in French. */
export function fieldAmount(money: Money, language: Language): string {
  const text = toMajorText(money).replace(/\.0+$/, "");
  return text.replace(".", languages[language].decimal);
}

/** A count, or a decimal such as "2.5", in the signs of the language. */
export function formatNumber(value: number | string, language: Language): string {
  const [whole = "", fraction = ""] = String(value).split(".");
  return inDigits(whole, fraction, language);
}

/** A share of one as whole per cent: "44%", in French "44 %". */
export function formatPercent(share: number, language: Language): string {
  return `${Math.round(share * 100)}${language === "fr" ? "\u00a0" : ""}%`;
}

function inDigits(whole: string, fraction: string, language: Language): string {
  const { thousands, decimal } = languages[language];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return fraction === "" ? grouped : grouped + decimal + fraction;
}

/** Digits before and after the point, without leading and trailing zeros; both empty for zero. */
interface Decimal {
  negative: boolean;
  whole: string;
  fraction: string;
}

/** JavaScript writes a number as the shortest decimal that reads back to it, which is what the sender wrote. */
function fromNumber(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null;
  const [mantissa = "", power] = String(value).split("e");
  return power === undefined ? fromText(mantissa) : fromText(movePoint(mantissa, Number(power)));
}

/** "1.5" moved by 21 places is "1500000000000000000000"; moved by -7 it is "0.00000015". At most 324 places. */
function movePoint(mantissa: string, places: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.slice(sign.length).split(".");
  if (places >= 0) return sign + whole + fraction.padEnd(places, "0");
  return `${sign}0.${"0".repeat(-places - whole.length)}${whole}${fraction}`;
}

function fromText(text: string): Decimal | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = "", fraction = ""] = match;
  return { negative: sign === "-", whole: whole.replace(/^0+/, ""), fraction: withoutEndZeros(fraction) };
}

/** A loop, because the pattern /0+$/ takes quadratic time on a long text of zeros. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

function refuse(problem: AmountProblem): ParsedAmount {
  return { ok: false, problem };
}

/**
 * Reads an amount as a person types it in their language: "1500", "1,500", "1 500,50", "KES 1,500.50". An ambiguous
 * text is not a number, because money must not be guessed: two languages never read one text as two amounts.
 */
export function parseTypedAmount(typed: string, currency: string, language: Language): ParsedAmount {
  return parseAmount(plainAmount(typed, currency, language) ?? "not a number", currency);
}

/**
 * A typed amount for a verb, which reads amounts in English: digits with at most a point. What cannot be read in this
 * language is a sign that no language reads.
 */
export function typedInEnglish(typed: string, currency: string, language: Language): string {
  return typed.trim() === "" ? typed : (plainAmount(typed, currency, language) ?? "?");
}

/** An amount as it is typed into a form in this language, which reads it again. */
export function typedAmount(money: Money, language: Language): string {
  return toMajorText(money).replace(".", languages[language].decimal);
}

/** The typed amount as digits with at most a point; null when it is no amount or ambiguous. */
export function plainAmount(typed: string, currency: string, language: Language): string | null {
  const text = typed
    .normalize("NFKC")
    .trim()
    .replace(new RegExp(`^${currency}\\b|\\b${currency}$`, "i"), "")
    .trim();
  if (/^-?\d+$/.test(text)) return text;
  const [, whole = "", sign, rest = ""] = /^(-?\d+)([.,])(\d+)$/.exec(text) ?? [];
  if (sign === ".") return withPoint(whole, rest, currency, language);
  if (sign === ",") return withComma(whole, rest, currency, language);
  return inGroups(text, currency, language);
}

/** "1500.5". Three digits after the point could be thousands, where the currency or the language says nothing else. */
function withPoint(whole: string, rest: string, currency: string, language: Language): string | null {
  const { thousands, decimal } = languages[language];
  if (rest.length !== 3) return `${whole}.${rest}`;
  if (exponentOf(currency) < 3 && /^\d{1,3}$/.test(whole))
    return thousands === "." && isGroup(whole) ? whole + rest : null;
  return decimal === "." ? `${whole}.${rest}` : null;
}

/** "1500,5", which every language reads; "1,500" is thousands in some and decimals in others. */
function withComma(whole: string, rest: string, currency: string, language: Language): string | null {
  const { thousands, decimal } = languages[language];
  if (whole.startsWith("-") || rest.length > 3) return null;
  if (rest.length < 3) return `${whole}.${rest}`;
  if (exponentOf(currency) === 3) return decimal === "," ? `${whole}.${rest}` : null;
  return thousands === "," && isGroup(whole) ? whole + rest : null;
}

/** "1 500,50": one sign between all groups of three digits, and another one before the decimals. */
function inGroups(text: string, currency: string, language: Language): string | null {
  const found = /^([1-9]\d{0,2}([ ,.'])\d{3}(?:\2\d{3})*)(?:(?!\2)([.,])(\d+))?$/.exec(text);
  if (!found) return null;
  const [, whole = "", between = "", sign, rest = ""] = found;
  const { thousands, decimal } = languages[language];
  if (between === "." && thousands !== ".") return null;
  const digits = whole.replaceAll(between, "");
  if (sign === undefined) return exponentOf(currency) === 3 && /[.,]/.test(between) ? null : digits;
  const mayBeThousands = rest.length === 3 && !/[.,]/.test(between);
  if (mayBeThousands && (sign !== decimal || exponentOf(currency) < 3)) return null;
  return `${digits}.${rest}`;
}

function isGroup(whole: string): boolean {
  return /^[1-9]\d{0,2}$/.test(whole);
}

/**
 * Reads a number or a typed text as an integer of 10^-decimals, digit by digit: 1.5 with 3 decimals is 1500. Null for a
 * text that is not a plain decimal, is negative, or has too many decimals or more than 9 digits before the point.
 */
export function parseDecimal(value: number | string, decimals: number): bigint | null {
  const match = /^0*(\d{1,9})(?:\.(\d{1,20}))?$/.exec(String(value).trim());
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  // Zeros at the end are not decimals: JSON cannot tell 1.50 from 1.5.
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** For people, without trailing zeros: 1500 with 3 decimals is "1.5". */
export function decimalText(parts: bigint, decimals: number): string {
  const digits = String(parts).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** A month of a calendar: "2026-03". Such texts sort like the months. */
export type CivilMonth = string;

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7);
}

export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const [year = 0, ofYear = 1] = month.split("-").map(Number);
  const all = year * 12 + ofYear - 1 + months;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, "0")}`;
}

export function firstOf(month: CivilMonth): CivilDate {
  return `${month}-01`;
}

/** The instant at which the month begins in the zone. */
export function startOfMonth(month: CivilMonth, timeZone: string): Date {
  return instantAt(firstOf(month), 0, timeZone);
}

/** What a year brings, by the month: a twelfth, rounded once to a minor unit, halves away from zero. */
export function monthly(yearlyMinor: bigint): bigint {
  const doubled = (yearlyMinor < 0n ? -yearlyMinor : yearlyMinor) * 2n + 12n;
  const rounded = doubled / 24n;
  return yearlyMinor < 0n ? -rounded : rounded;
}

/** Tenths of a percent, rounded, halves up; null of nothing. Neither is negative. */
export function share(part: bigint | number, whole: bigint | number): number | null {
  const all = BigInt(whole);
  if (all === 0n) return null;
  return Number((BigInt(part) * 2_000n + all) / (all * 2n));
}
