import { civilDateIn, instantAt, isCivilDate } from "@/lib/domain/civil-date";
import { type Language, languages } from "@/lib/domain/languages";
import { plainAmount } from "@/lib/domain/money";
import { type Problem, type Problems, say } from "@/lib/domain/refusal";
import { timestamp } from "./event";

const amountField = /(^|_|\.)(amount|unit_price|discount|min_part_payment)$/;

/**
 * The problems of a body under the field names of our own forms: `minAmount` for `min_amount`. The problem of an
 * unreadable amount contains an example, because the writer of 1.500 takes it for a number.
 */
export function formProblems(errors: Readonly<Problems>, currency: string): Problems {
  const said = (field: string, problem: Problem) =>
    problem.code === "not_number" && amountField.test(field) ? say("not_amount", { currency }) : problem;
  return Object.fromEntries(
    Object.entries(errors).map(([field, problems]) => [
      field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      problems.map((problem) => said(field, problem)),
    ]),
  );
}

/**
 * A typed amount as the value of a JSON body, read as a payer's amount is. An ambiguous text stays text, and is refused
 * instead of guessed. An empty text is null.
 */
export function typedAmount(text: string, currency: string, language: Language): number | string | null {
  if (text.trim() === "") return null;
  const plain = plainAmount(text, currency, language);
  return plain === null ? text.trim() : numberOf(plain);
}

/**
 * A typed count or rate as a JSON value. Groups of three digits are thousands; any other comma is a decimal comma. In a
 * language with a decimal comma, "1,500" and "1.500" stay text, because either could be meant.
 */
export function typedNumber(text: string, language: Language): number | string | null {
  const plain = text.trim().replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1");
  if (plain === "") return null;
  if (languages[language].decimal === "," && /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return plain;
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain)) return numberOf(plain.replaceAll(",", ""));
  return numberOf(/^-?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : plain);
}

/** The JSON number, or the text when it is not a number. */
function numberOf(plain: string): number | string {
  // Longer than any amount or count, so it is refused as too large; the exact number does not matter.
  const huge = /^(-?)0*[1-9]\d{15,}(\.\d+)?$/.exec(plain);
  if (huge) return huge[1] === "-" ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  // With at most 15 digits, a number reads back as typed. A negative number is refused later.
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) && plain.replace(/[-.]/g, "").length <= 15
    ? Number(plain)
    : plain;
}

/** The fields of a sent form, each name once or several times. */
export type SentForm = Readonly<Record<string, string | string[] | undefined>>;

export function sentText(form: SentForm, name: string): string {
  const value = form[name];
  return (typeof value === "string" ? value : (value?.[0] ?? "")).trim();
}

export function sentHas(form: SentForm, name: string, choice: string): boolean {
  const value = form[name];
  return typeof value === "string" ? value === choice : (value?.includes(choice) ?? false);
}

/** The seller's link form as an API body, to be read with NewPaymentLink. */
export function linkBody(
  form: SentForm,
  store: { timeZone: string; currency: string; language: Language },
  before: { expiresAt: Date | null } | null = null,
): Record<string, unknown> {
  return {
    title: sentText(form, "title"),
    description: sentText(form, "description") || null,
    amount_type: sentText(form, "amountType"),
    amount: typedAmount(sentText(form, "amount"), store.currency, store.language),
    min_amount: typedAmount(sentText(form, "minAmount"), store.currency, store.language),
    is_reusable: sentText(form, "isReusable") !== "one",
    max_payments: typedNumber(sentText(form, "maxPayments"), store.language),
    expires_at: typedInstant(sentText(form, "expiresAt"), store.timeZone, before?.expiresAt ?? null),
    collect_email: sentHas(form, "options", "collectEmail"),
    shows_places: sentHas(form, "options", "showsPlaces"),
    custom_question: sentText(form, "customQuestion") || null,
    thank_you_message: sentText(form, "thankYouMessage") || null,
    redirect_url: sentText(form, "redirectUrl") || null,
  };
}

/** A time of the store's clocks as a form field holds it: "2026-12-31T18:00". */
export function localTime(instant: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return `${civilDateIn(instant, timeZone)}T${clock.format(instant)}`;
}

/** An unchanged time keeps its seconds; the form field holds only minutes. */
export function typedInstant(typed: string, timeZone: string, before: Date | null): string | null {
  if (typed === "") return null;
  if (before && typed === localTime(before, timeZone)) return timestamp(before);
  const [, date = "", hour, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(typed) ?? [];
  if (!isCivilDate(date)) return typed;
  return timestamp(new Date(instantAt(date, Number(hour), timeZone).getTime() + Number(minute) * 60_000));
}
