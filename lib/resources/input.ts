import { z } from "zod";
import { isCivilDate } from "@/lib/domain/civil-date";
import { type AmountProblem, parseAmount } from "@/lib/domain/money";
import { issueOf, missingOr, type Problem, type Problems, say } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail, refMaxCodePoints, textProblem } from "@/lib/domain/text";

/** The largest id that the database can store; no object has a larger one. */
export const idMax = 2_147_483_647;
export const perPageDefault = 25;
export const perPageMax = 100;

/** The integer id of a path. Any other text names no object, so the whole request is answered with 404. */
export const numericId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= idMax)
  .meta({ override: { type: "integer", minimum: 1, maximum: idMax, pattern: undefined }, example: 42 });

export const subscriptionId = z
  .string()
  .regex(/^sub_[0-9A-Za-z]{1,60}$/)
  .meta({ example: "sub_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ" });

/** The paths that end with such an id. */
export const idPath = z.object({ id: numericId });
export const subscriptionPath = z.object({ id: subscriptionId });

/** Text that can be stored and compared exactly. */
export function text(maxCodePoints: number) {
  return z
    .string({
      error: missingOr("not_string"),
    })
    .superRefine((value, context) => {
      const problem = textProblem(value, maxCodePoints);
      if (problem) context.addIssue(issueOf(problem));
    })
    .meta({ maxLength: maxCodePoints });
}

/** A name, title or question: one line, trimmed. Empty is refused where it is required. */
export function line(maxCodePoints: number, options: { required?: boolean } = {}) {
  return text(maxCodePoints)
    .superRefine((value, context) => {
      // `text` refuses other control characters, with its own problem.
      const isOneLine = !/[\t\n\u2028\u2029]/.test(value.trim());
      if (!isOneLine) context.addIssue(issueOf(say("one_line")));
    })
    .transform((value) => value.trim())
    .refine((value) => !options.required || value !== "", issueOf(say("required")));
}

/** A text that may be left out or empty: an empty one is null, which takes away what is there. */
export function orNull<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.transform((value) => value.trim() || null).nullish();
}

/** In a change: what was not sent stays, and null takes it away. */
export function or<Value>(kept: Value | null, sent: Value | null | undefined): Value | null {
  return sent === undefined ? kept : sent;
}

/** A whole number of a body. */
export function count(max: number, min = 1) {
  const range = issueOf(
    min === 0 ? say("whole_from_zero", { max: String(max) }) : say("whole_from_one", { max: String(max) }),
  );
  return z
    .number({ error: missingOr("not_whole") })
    .refine((one) => Number.isInteger(one) && one >= min && one <= max, range)
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

export const flag = z.boolean({
  error: missingOr("not_boolean"),
});

export const refText = text(refMaxCodePoints).meta({
  description: "The seller's own id for the user. Compared exactly.",
  maxLength: refMaxCodePoints,
  example: "user_1",
});

/** For lookups. A text that is not an address finds nobody. */
export const emailFilter = text(254)
  .transform(normalizeEmail)
  .meta({ description: "Compared after trimming and lower-casing.", example: "amina@example.com" });

/** For storing: it must be an address mail could be sent to. */
export const emailAddress = text(254)
  .transform(normalizeEmail)
  .refine((value) => value === "" || isEmail(value), issueOf(say("email")))
  .meta({ format: "email", example: "amina@example.com" });

/** In a query everything is text. An impossible product id gets the same refusal as one of another store. */
export const productIdFilter = z
  .string()
  .transform((value, context) => {
    if (!/^\d{1,30}$/.test(value)) {
      context.addIssue(issueOf(say("not_whole")));
      return z.NEVER;
    }
    const id = Number(value);
    if (id >= 1 && id <= idMax) return id;
    context.addIssue(issueOf(say("not_product")));
    return z.NEVER;
  })
  .meta({ override: { type: "integer" }, description: "A product of your store.", example: 42 });

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, {
    error: missingOr("use_one_of"),
  });
}

const page = z
  .string()
  .optional()
  .transform((value, context) => {
    if (value === undefined) return 1;
    if (/^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= idMax) return Number(value);
    context.addIssue(issueOf(say("whole_from_one", { max: String(idMax) })));
    return z.NEVER;
  })
  .meta({
    override: { type: "integer", minimum: 1, default: 1 },
    description: "Which page, from 1. A page past the end is empty.",
  });

const perPage = z
  .string()
  .optional()
  .transform((value, context) => {
    if (value === undefined) return perPageDefault;
    if (/^\d{1,400}$/.test(value) && /[1-9]/.test(value)) return Math.min(Number(value), perPageMax);
    context.addIssue(issueOf(say("whole_from_one", { max: "100" })));
    return z.NEVER;
  })
  .meta({
    override: { type: "integer", minimum: 1, default: perPageDefault },
    description: `How many on a page. More than ${perPageMax} is taken as ${perPageMax}.`,
  });

/** The two parameters of every list (spec, Limits). */
export const pageShape = { page, per_page: perPage };

/** The page as rows to skip and take. `skip` is at most `idMax`, so a huge page is simply empty. */
export function rowsOf(query: { page: number; per_page: number }): { skip: number; take: number } {
  return { skip: Math.min((query.page - 1) * query.per_page, idMax), take: query.per_page };
}

export function addProblem(problems: Problems, field: string, problem: Problem): void {
  problems[field] = [...(problems[field] ?? []), problem];
}

/** An amount in a body: major units, with at most the currency's decimals. `readAmount` reads it with the currency. */
export const amountNumber = z
  .number({
    error: missingOr("not_number"),
  })
  .meta({ description: "In major units of the store's currency." });

/** In minor units. Null when it was not sent or has a problem, which is then added under `field`. */
export function readAmount(
  value: number | null | undefined,
  field: string,
  currency: string,
  problems: Problems,
  options: { orZero?: boolean } = {},
): bigint | null {
  if (value === null || value === undefined) return null;
  if (options.orZero && value === 0) return 0n;
  const parsed = parseAmount(value, currency);
  if (parsed.ok) return parsed.money.minor;
  addProblem(problems, field, amountProblem(parsed.problem, currency, options.orZero ?? false));
  return null;
}

function amountProblem(problem: AmountProblem, currency: string, orZero: boolean): Problem {
  switch (problem) {
    case "not_a_number":
      return say("not_number");
    case "not_positive":
      return orZero ? say("below_zero") : say("not_positive");
    case "too_large":
      return say("too_large");
    case "too_many_decimals":
      return say("too_many_decimals", { currency });
  }
}

const shape =
  /^\d{4}-\d{2}-\d{2}[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** A timestamp in a body: ISO 8601 with its offset, as in our answers. */
export const instantText = text(64)
  .transform((value, context) => {
    const instant = readInstant(value);
    if (instant) return instant;
    context.addIssue(issueOf(say("time_shape")));
    return null;
  })
  .meta({ override: { type: "string", format: "date-time" }, example: "2026-01-31T09:30:00+00:00" });

/** A day in a body: YYYY-MM-DD. */
export const civilDateText = text(64)
  .refine(isCivilDate, issueOf(say("date_shape")))
  .meta({ override: { type: "string", format: "date" }, example: "2026-01-31" });

/** A filter by time: a date, which is the start of that day in UTC, or an ISO 8601 time with its offset. */
export const instantFilter = text(64)
  .transform((value, context) => {
    // In a query, an unescaped plus means a space.
    const instant = isCivilDate(value)
      ? new Date(`${value}T00:00:00Z`)
      : readInstant(value.replace(/ (?=\d{2}:?\d{2}$)/, "+"));
    if (instant) return instant;
    context.addIssue(issueOf(say("time_or_date")));
    return new Date(0);
  })
  .meta({ override: { type: "string" }, example: "2026-01-31" });

function readInstant(value: string): Date | null {
  if (!shape.test(value) || !isCivilDate(value.slice(0, 10))) return null;
  const instant = new Date(value.replace(" ", "T"));
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/**
 * Whether a change moves an end to where it is over already. Compared in whole seconds, as shown: a value that was sent
 * back unchanged may be past.
 */
export function isMovedToPast(before: Date | null, after: Date | null, now: Date): boolean {
  const secondsOf = (at: Date | null) => at && Math.floor(at.getTime() / 1_000);
  return after !== null && after <= now && secondsOf(after) !== secondsOf(before);
}
