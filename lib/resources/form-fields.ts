import { type Problem, type Problems, say } from "@/lib/domain/problem";
import { plainAmount } from "@/lib/domain/typed-amount";

const amountField = /(^|_|\.)(amount|unit_price|discount|min_part_payment)$/;

/**
 * The problems of a body under the names that our own forms give its fields: `minAmount` for `min_amount`. An amount
 * that could not be read is told with an example: to who typed 1.500 it is a number.
 */
export function formProblems(errors: Readonly<Problems>, currency: string): Problems {
  const said = (field: string, problem: Problem) =>
    problem.code === "not_number" && amountField.test(field) ? say("not_amount", { currency }) : problem;
  return Object.fromEntries(
    Object.entries(errors).map(([field, problems]) => [
      formName(field),
      problems.map((problem) => said(field, problem)),
    ]),
  );
}

function formName(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A typed amount as a body holds it, read as a payer's is. What could be read in two ways stays text, and is refused
 * rather than guessed. Nothing typed is null.
 */
export function typedAmount(text: string, currency: string): number | string | null {
  if (text.trim() === "") return null;
  const plain = plainAmount(text, currency);
  return plain === null ? text.trim() : numberOf(plain);
}

/** A typed count or rate as a body holds it. Groups of three digits are thousands; any other comma is a decimal comma. */
export function typedNumber(text: string): number | string | null {
  const plain = text.trim().replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1");
  if (plain === "") return null;
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain)) return numberOf(plain.replaceAll(",", ""));
  return numberOf(/^-?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : plain);
}

/** As JSON has it, or the text that is none. */
function numberOf(plain: string): number | string {
  // Longer than any amount or count: refused as too large, so which number it was does not matter.
  const huge = /^(-?)0*[1-9]\d{15,}(\.\d+)?$/.exec(plain);
  if (huge) return huge[1] === "-" ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  // At most 15 digits: a number reads back as what was typed. One below zero is refused as that.
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) && plain.replace(/[-.]/g, "").length <= 15
    ? Number(plain)
    : plain;
}

/** What is sent of a form, each name once or several times. */
export type SentForm = Readonly<Record<string, string | string[] | undefined>>;

export function sentText(form: SentForm, name: string): string {
  const value = form[name];
  return (typeof value === "string" ? value : (value?.[0] ?? "")).trim();
}

export function sentHas(form: SentForm, name: string, choice: string): boolean {
  const value = form[name];
  return typeof value === "string" ? value === choice : (value?.includes(choice) ?? false);
}
