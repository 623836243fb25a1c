import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { type Problem, say } from "@/lib/domain/refusal";

export type PhoneProblem =
  | "missing"
  | "not_digits"
  | "too_short"
  | "too_long"
  | "invalid"
  | "not_mobile"
  | "other_country";

export type ParsedPhone =
  | { ok: true /** E.164. */; phone: string; country: string }
  | {
      ok: false;
      problem: PhoneProblem;
      message: Problem;
      /** An example of a number in that country; empty where none is known. */
      example: string;
    };

/**
 * Reads a mobile number as people type and paste it: "0772 123456", "256772123456", "+256 (772) 123-456",
 * "00256772123456", with digits of any script. `country` (ISO alpha-2) applies when no calling code is written. Mobile
 * money belongs to one country, so a number of another country is refused, unless `anyCountry` is set (a customer's
 * contact number).
 */
export function parsePhone(
  text: string,
  country: string,
  options: { anyCountry?: boolean } = {},
): ParsedPhone {
  const here = countryCode(country);
  const typed = text.normalize("NFKC").replace(invisible, "").trim();
  if (typed === "") return refuse("missing", here);
  if (!/^[\p{Nd}\s+().\-–/]{1,40}$/u.test(typed)) return refuse("not_digits", here);
  const best = read(typed, here);
  if (!best?.isValid()) return refuse(lengthProblem(best?.number ?? typed, here), here);
  // In some countries, such as the United States, a number does not tell whether it is mobile.
  const type = best.getType();
  if (type !== "MOBILE" && type !== "FIXED_LINE_OR_MOBILE") return refuse("not_mobile", here);
  const found = best.country ?? here;
  if (found !== here && !options.anyCountry) return refuse("other_country", here);
  return { ok: true, phone: best.number, country: found };
}

/** For pages: the national format with the middle hidden: "0772 •••456". Throws when `phone` is not E.164. */
export function maskedPhone(phone: string): string {
  const national = known(phone).formatNational();
  const digits = national.replace(/\D/g, "").length;
  let seen = 0;
  return national.replace(/\d/g, (digit) => {
    seen += 1;
    return seen > 4 && seen <= digits - 3 ? "•" : digit;
  });
}

/** For people: the national format, "0772 123456". Throws when `phone` is not E.164. */
export function formatPhone(phone: string): string {
  return known(phone).formatNational();
}

/** The calling code shown before the phone field: "+256". Throws on a country without telephones. */
export function callingCode(country: string): string {
  return `+${getCountryCallingCode(countryCode(country))}`;
}

/** One number as it is stored and sent. */
export const e164 = /^\+[1-9]\d{5,14}$/;

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Digits that start with the calling code and form a whole number with it are international, even without the plus. */
function read(typed: string, here: CountryCode): PhoneNumber | undefined {
  const local = parsePhoneNumberFromString(typed.replace(/^00/, "+"), here);
  if (local?.isValid() || typed.startsWith("+")) return local;
  const digits = typed.replace(/[^\p{Nd}]/gu, "");
  const international = parsePhoneNumberFromString(`+${digits}`);
  return international?.isValid() ? international : local;
}

function lengthProblem(number: string, here: CountryCode): PhoneProblem {
  const length = validatePhoneNumberLength(number, here);
  if (length === "TOO_SHORT") return "too_short";
  return length === "TOO_LONG" ? "too_long" : "invalid";
}

function refuse(problem: PhoneProblem, here: CountryCode): ParsedPhone {
  const example = getExampleNumber(here, examples)?.formatNational() ?? "";
  const place = { country: here };
  // For a country without an example, the message does not show an empty one.
  const like = { example: example || "none" };
  const messages: Record<PhoneProblem, Problem> = {
    missing: say("phone_missing", like),
    not_digits: say("phone_not_digits", like),
    too_short: say("phone_too_short", like),
    too_long: say("phone_too_long", like),
    invalid: say("phone_invalid", { place, ...like }),
    not_mobile: say("phone_not_mobile", like),
    other_country: say("phone_other_country", { place, ...like }),
  };
  return { ok: false, problem, message: messages[problem], example };
}

function countryCode(country: string): CountryCode {
  if (!isSupportedCountry(country)) throw new RangeError(`Unknown country ${country}.`);
  return country;
}

function known(phone: string): PhoneNumber {
  const found = parsePhoneNumberFromString(phone);
  // The number itself stays out of the message: it would reach the logs.
  if (!found) throw new RangeError("Not an E.164 phone number.");
  return found;
}
