import { type Language, languages } from "./languages";
import {
  type AmountProblem,
  exponentOf,
  type Money,
  type ParsedAmount,
  parseAmount,
  toMajorText,
} from "./money";
import { type Problem, say } from "./refusal";

/**
 * Reads an amount as a person types it in their language: "1500", "1,500", "1 500,50", "KES 1,500.50". An ambiguous
 * text is not a number, because money must not be guessed: two languages never read one text as two amounts.
 */
export function parseTypedAmount(typed: string, currency: string, language: Language): ParsedAmount {
  return parseAmount(plainAmount(typed, currency, language) ?? "not a number", currency);
}

/** What a seller reads where such a text is no amount. */
export function amountProblem(problem: AmountProblem, currency: string): Problem {
  const said = {
    not_a_number: say("amount_like", { currency }),
    not_positive: say("amount_above_zero"),
    too_many_decimals: say("small_part", { currency }),
    too_large: say("amount_too_large"),
  };
  return said[problem];
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
