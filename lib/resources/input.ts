import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail, refMaxCodePoints, textProblem } from "@/lib/domain/text";
import { issueOf, missingOr } from "../domain/refusal";

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
