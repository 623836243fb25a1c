// biome-ignore lint/style/noRestrictedImports: the folder is in lib/domain, which imports itself.
import { isCivilDate } from "../civil-date";
// biome-ignore lint/style/noRestrictedImports: the folder is in lib/domain, which imports itself.
import { exponentOf, parseDecimal } from "../money";
import type { PhoneNetwork } from "./networks";

// A shape is the text of a message with holes. `{amount}` is a hole, `[…]` may be missing, `(a|b)` is one of them, `…`
// stands for anything. Spaces and marks between words never matter, nor do accents and capitals: parts of a message
// are joined with and without a space. Every hole has a limit, and what stands between two is fixed, so that no text
// takes long.

/** The words for its money that a network writes before or behind a number. */
const moneyWords: Record<string, string> = {
  KES: "kshs?|kes",
  TZS: "tshs?|tzs",
  MZN: "mts?|mzn",
  UGX: "ugx|ushs?|shs",
  GHS: "ghs|ghc|gh¢|gh₵",
  RWF: "rwf|frw",
  XOF: "f ?cfa|xof|f",
  XAF: "f ?cfa|xaf|f",
};

const gap = "[ .,:;()-]{0,8}";
const group = (mark: string) => String.raw`\d{1,3}(?:${mark}\d{3}){1,4}(?!\d)`;
const number = String.raw`(?!0\d)(?:${group(",")}(?:[.]\d{1,2})?|${group("[.]")}(?:,\d{1,2})?|${group(" ")}(?:[.,]\d{1,2})?|\d{1,13}(?:[.]\d{1,2})?)(?![.,]?\d)`;
const clock = String.raw` ?(?:at|as|às|saa)? ?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: ?(?<half>[ap])m)?`;

const holes: Record<string, string> = {
  // A dot is within a code only where a figure follows it: "PP210401.1601.B46963.Thanks" ends before "Thanks".
  code: String.raw`(?<code>(?=[a-z.]*\d)[a-z\d]{4,24}(?:\.(?=[a-z]*\d)[a-z\d]{2,16}){0,3})`,
  phone: String.raw`(?<phone>(?<![\p{L}\d])\+?[\dx*•#](?:[ -]?[\dx*•#]){7,14})(?![\p{L}\d*•#])`,
  name: "(?<name>.{1,80}?)",
  some: ".{1,80}?",
  // As long as can be: what a payer writes may look like the rest of the message, and the true rest is the last.
  reference: "(?<reference>.{0,160})",
  word: String.raw`(?<reference>[\p{L}\d_-]{1,40})`,
  any: String.raw`[^\s.,:;()]{1,40}`,
  dmy: String.raw`(?<day>\d{1,2})/(?<month>\d{1,2})/(?<year>\d{4}|\d{2})${clock}`,
  iso: String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})${clock}`,
  dmonthy: String.raw`(?<day>\d{1,2})-(?<month>\p{L}{3,9})-(?<year>\d{4})${clock}`,
};
/** The holes for times: each network writes its own order. */
export const times = ["dmy", "iso", "dmonthy"];

const accents: Record<string, string> = { a: "aàáâã", c: "cç", e: "eèéê", i: "ií", o: "oóôõ", u: "uúùû" };
const part = /\{(\w+)\}|\\(.)|[ .,:;-]+|./gu;

/** The pattern of a hole by itself. */
export function holeOf(name: string, currency: string): string {
  const fixed = holes[name];
  if (fixed) return fixed;
  const words = `(?:${moneyWords[currency] ?? currency})`;
  const named = name === "money" ? number : `(?<${name}>${number})`;
  return String.raw`(?:${words}[ .]{0,2}){0,2}${named}(?: ?${words}(?![\p{L}\d]))?`;
}

const known = new Map<string, RegExp>();
const knownMax = 2_000;

/**
 * The pattern of a shape, at the beginning of a text; `isWhole`: and to its end. `isLong`: names are as long as can be, not as
 * short.
 */
export function patternOfShape(shape: string, currency: string, isWhole: boolean, isLong = false): RegExp {
  const key = `${currency}${isWhole}${isLong} ${shape}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size === knownMax) known.clear();
  const body = shape.replace(part, (text, hole?: string, escaped?: string) => {
    if (hole) return isLong && hole === "name" ? "(?<name>.{1,80})" : holeOf(hole, currency);
    if (escaped) return literal(escaped);
    if (/^[ .,:;-]/.test(text)) return gap;
    return signs[text] ?? literal(text);
  });
  const made = new RegExp(`^${gap}${body}${isWhole ? `${gap}$` : ""}`, "iu");
  known.set(key, made);
  return made;
}

const signs: Record<string, string> = {
  ...{ "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", "…": ".{0,160}?", "'": "['’‘`]" },
};

function literal(sign: string): string {
  const plain = sign.toLowerCase();
  if (accents[plain]) return `[${accents[plain]}]`;
  return /[\\^$*+?.()[\]{}|/-]/.test(sign) ? `\\${sign}` : sign;
}

/** Whether a text speaks of an amount of this money, whatever it says of it. */
export function tellsMoney(text: string, currency: string): boolean {
  const words = `(?:${moneyWords[currency] ?? currency})`;
  const found = String.raw`(?<![\p{L}\d])${words}[ .]{0,2}\d|\d ?${words}(?![\p{L}\d])`;
  return new RegExp(found, "iu").test(text);
}

/** Without marks that nobody sees, each run of spaces and line breaks as one space. */
export function cleanText(text: string): string {
  const seen = text.normalize("NFC").replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, "");
  return seen.replace(/\s+/g, " ").trim();
}

/**
 * A number as a network writes it, as minor units; null where it could be two numbers ("1.234"). Some networks tell
 * cents of money that has none, in balances and charges: `isCut` leaves them out.
 */
export function minorOf(text: string, currency: string, isCut: boolean): bigint | null {
  const [, whole = "", mark, more = "", , cents = ""] =
    /^(\d{1,3})(?=[ .,]\d{3})([ .,])(\d{3}(?:\2\d{3})*)(?:(?!\2)([.,])(\d{1,2}))?$/.exec(text) ??
    /^(\d+)()()(?:([.])(\d{1,2}))?$/.exec(text) ??
    [];
  if (whole === "" || (mark === "." && more.length === 3 && cents === "")) return null;
  const exponent = exponentOf(currency);
  const fraction = isCut ? cents.slice(0, exponent) : cents;
  const digits = whole + more.replace(/\D/g, "");
  return parseDecimal(fraction === "" ? digits : `${digits}.${fraction}`, exponent);
}

type Found = Record<string, string | undefined>;

/** When it was by the message: null where it tells no time, undefined where it tells one that does not exist. */
export function timeOf(found: Found, zone: PhoneNetwork["zone"]): Date | null | undefined {
  const { year, month = "", day = "", hour = "", minute = "", second = "00", half } = found;
  if (year === undefined) return null;
  const date = `${year.padStart(4, "20")}-${monthOf(month)}-${day.padStart(2, "0")}`;
  const isHalf = half !== undefined;
  const shown = Number(hour);
  if (!isCivilDate(date) || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (isHalf ? shown < 1 || shown > 12 : shown > 23) return undefined;
  const hours = isHalf ? (shown % 12) + (half.toLowerCase() === "p" ? 12 : 0) : shown;
  return new Date(`${date}T${String(hours).padStart(2, "0")}:${minute}:${second}${zone}`);
}

const months = "janfebmaraprmayjunjulaugsepoctnovdec";

function monthOf(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, "0");
  const place = months.indexOf(text.slice(0, 3).toLowerCase());
  return place % 3 === 0 ? String(place / 3 + 1).padStart(2, "0") : "none";
}
