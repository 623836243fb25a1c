import { z } from "zod";
import type { DiscountRow } from "@/lib/db/rows";
import { discountStatuses, durationPeriodsMax, isCode, normalCode } from "@/lib/domain/discount";
import type { Language } from "@/lib/domain/languages";
import { Invalid, issueOf, type ProblemCode, type Problems, say } from "@/lib/domain/refusal";
import { discountDurations, discountTypes } from "./discount";
import {
  formProblems,
  type SentForm,
  sentHas,
  sentText,
  typedAmount,
  typedInstant,
  typedNumber,
} from "./form-fields";
import {
  addProblem,
  amountNumber,
  count,
  flag,
  idMax,
  instantText,
  isMovedToPast,
  line,
  oneOf,
  or,
  orNull,
  pageShape,
  readAmount,
  text,
} from "./input";

export const codesMax = 1_000;

/** The filters of the list. `search`: part of the name or of its own code. */
export const DiscountQuery = z.object({
  status: oneOf(discountStatuses).optional(),
  code: text(255)
    .optional()
    .meta({ description: "The discount that has this code, its own or one of a batch." }),
  search: text(255).optional().meta({ description: "Part of the name or of its own code." }),
  ...pageShape,
});

const typedCode = text(255)
  .transform(normalCode)
  .refine((code) => code === "" || isCode(code), issueOf(say("discount_code_shape")))
  .meta({ description: "3 to 40 of A–Z, 0–9 and -, in any case.", example: "SAVE20", maxLength: 40 });

const optional = {
  code: orNull(typedCode),
  is_automatic: flag.nullish().meta({
    description: "True: it applies by itself and has no code. By default it does not.",
  }),
  amount: amountNumber.nullish(),
  percent: z
    .number({ error: "not_number" satisfies ProblemCode })
    .refine((share) => share > 0 && share <= 100 && Number.isInteger(hundredths(share)), {
      ...issueOf(say("discount_percent")),
    })
    .meta({ override: { type: "number", exclusiveMinimum: 0, maximum: 100 }, example: 20 })
    .nullish(),
  duration: oneOf(discountDurations).nullish().meta({ description: "Default once." }),
  duration_periods: count(durationPeriodsMax).nullish(),
  product_ids: z
    .array(count(idMax), { error: "not_list" satisfies ProblemCode })
    .max(100, issueOf(say("products_most", { max: 100 })))
    .nullish(),
  min_amount: amountNumber.nullish(),
  first_time_only: flag.nullish(),
  max_redemptions: count(idMax, 0).nullish(),
  max_redemptions_per_customer: count(idMax).nullish(),
  starts_at: instantText.nullish(),
  expires_at: instantText.nullish(),
  is_active: flag.nullish().meta({ description: "False pauses it." }),
};

/** POST /discounts. Null counts as not sent. */
export const NewDiscount = z
  .object({ name: line(255, { required: true }), type: oneOf(discountTypes), ...optional })
  .meta({
    id: "NewDiscount",
    example: { name: "Launch offer", code: "SAVE20", type: "percent", percent: 20 },
  });

/** PATCH /discounts/{id}: any field. An absent field stays; null clears a field that may be empty. */
export const DiscountChanges = z
  .object({
    name: line(255, { required: true }).optional(),
    type: oneOf(discountTypes).optional(),
    ...optional,
  })
  .meta({ id: "DiscountChanges", example: { max_redemptions: 500 } });

/** POST /discounts/{id}/codes. */
export const NewCodes = z
  .object({
    count: count(codesMax).meta({ description: "How many codes." }),
    prefix: text(255)
      .transform(normalCode)
      .refine((prefix) => /^[A-Z0-9-]{0,20}$/.test(prefix), issueOf(say("discount_prefix_shape")))
      .nullish()
      .meta({ description: "What each begins with; at most 20 of A–Z, 0–9 and -.", example: "GYM" }),
    max_redemptions: count(idMax)
      .nullish()
      .meta({ description: "How often each can be redeemed. Default 1." }),
  })
  .meta({ id: "NewDiscountCodes", example: { count: 100, prefix: "GYM" } });

/** POST /subscriptions/{id}/discount. */
export const GiveDiscount = z
  .object({
    code: text(255).nullish().meta({ description: "A code, as its payer would type it.", example: "SAVE20" }),
    discount_id: count(idMax).nullish().meta({ description: "Or the discount itself." }),
  })
  .superRefine(({ code, discount_id: id }, context) => {
    if (code || id) return;
    context.addIssue({ ...issueOf(say("discount_which")), path: ["code"] });
  })
  .meta({ id: "GiveDiscount", example: { code: "SAVE20" } });

/** Binary fractions near whole numbers are those: 19.99 × 100. */
function hundredths(share: number): number {
  const exact = share * 100;
  return Math.abs(exact - Math.round(exact)) < 1e-6 ? Math.round(exact) : exact;
}

/** The fields of a discount that its seller sets, as stored. */
export const newDiscountTerms = {
  name: "",
  code: null,
  isAutomatic: false,
  type: "percent",
  percentHundredths: null,
  amountMinor: null,
  duration: "once",
  durationPeriods: null,
  productIds: [],
  minAmountMinor: null,
  firstTimeOnly: false,
  maxRedemptions: null,
  maxPerCustomer: null,
  startsAt: null,
  expiresAt: null,
  isActive: true,
} as const satisfies Partial<DiscountRow>;

export type DiscountFields = Pick<DiscountRow, keyof typeof newDiscountTerms>;

/** What cannot be changed once it was redeemed, because somebody has it. */
export const frozenFields = [
  ...(["isAutomatic", "type", "percentHundredths", "amountMinor", "duration", "durationPeriods"] as const),
] satisfies (keyof DiscountFields)[];

/** The fields after a body. Throws Invalid on what does not go together. */
export function changedDiscount(
  before: DiscountFields,
  body: z.output<typeof DiscountChanges>,
  { currency, now, placesTaken }: { currency: string; now: Date; placesTaken: number },
): DiscountFields {
  const problems: Problems = {};
  const amount = (field: "amount" | "min_amount", kept: bigint | null) =>
    body[field] === undefined ? kept : readAmount(body[field], field, currency, problems);
  const type = body.type ?? before.type;
  const duration = body.duration ?? before.duration;
  const share =
    body.percent === undefined ? before.percentHundredths : body.percent && hundredths(body.percent);
  const after: DiscountFields = {
    name: body.name ?? before.name,
    code: or(before.code, body.code),
    isAutomatic: body.is_automatic ?? before.isAutomatic,
    type,
    percentHundredths: type === "percent" ? share : null,
    amountMinor: type === "amount" ? amount("amount", before.amountMinor) : null,
    duration,
    durationPeriods: duration === "periods" ? or(before.durationPeriods, body.duration_periods) : null,
    productIds: body.product_ids === undefined ? before.productIds : [...new Set(body.product_ids ?? [])],
    minAmountMinor: amount("min_amount", before.minAmountMinor),
    firstTimeOnly: body.first_time_only ?? before.firstTimeOnly,
    maxRedemptions: or(before.maxRedemptions, body.max_redemptions),
    maxPerCustomer: or(before.maxPerCustomer, body.max_redemptions_per_customer),
    startsAt: or(before.startsAt, body.starts_at),
    expiresAt: or(before.expiresAt, body.expires_at),
    isActive: body.is_active ?? before.isActive,
  };
  const add = (field: string, wrong: boolean, code: Parameters<typeof addProblem>[2]) => {
    if (wrong && !problems[field]) addProblem(problems, field, code);
  };
  add("percent", type === "percent" && after.percentHundredths === null, say("required"));
  add("amount", type === "amount" && after.amountMinor === null, say("required"));
  add("duration_periods", duration === "periods" && after.durationPeriods === null, say("required"));
  add("code", after.isAutomatic && after.code !== null, say("discount_automatic_code"));
  const { startsAt, expiresAt, maxRedemptions } = after;
  add("expires_at", Boolean(startsAt && expiresAt && expiresAt <= startsAt), say("discount_ends_first"));
  add("expires_at", isMovedToPast(before.expiresAt, expiresAt, now), say("time_passed"));
  const isLow = maxRedemptions !== null && maxRedemptions < placesTaken;
  add("max_redemptions", isLow, say("discount_limit_low", { taken: placesTaken }));
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return after;
}

/** Whether somebody would notice: what was redeemed under these terms has them for good. */
export function changesTerms(before: DiscountFields, after: DiscountFields): boolean {
  return frozenFields.some((field) => before[field] !== after[field]);
}

/** How a discount applies, as the form asks it. */
export const appliesBy = ["code", "automatic", "batch"] as const;

/** The form of a discount as an API body, to be read with NewDiscount. */
export function discountBody(
  form: SentForm,
  store: { timeZone: string; currency: string; language: Language },
  before: { startsAt: Date | null; expiresAt: Date | null } | null = null,
): Record<string, unknown> {
  const { currency, language, timeZone } = store;
  const applies = sentText(form, "applies");
  const type = sentText(form, "type");
  const count = (name: string) => typedNumber(sentText(form, name), language);
  const value = sentText(form, "value");
  return {
    name: sentText(form, "name"),
    code: applies === "code" ? sentText(form, "code") || null : null,
    is_automatic: applies === "automatic",
    type,
    percent: type === "percent" ? typedNumber(value, language) : null,
    amount: type === "amount" ? typedAmount(value, currency, language) : null,
    duration: sentText(form, "duration"),
    duration_periods: count("durationPeriods"),
    product_ids: [form.productIds ?? []].flat().map(Number),
    min_amount: typedAmount(sentText(form, "minAmount"), currency, language),
    first_time_only: sentHas(form, "options", "firstTimeOnly"),
    max_redemptions: count("maxRedemptions"),
    max_redemptions_per_customer: count("maxRedemptionsPerCustomer"),
    starts_at: typedInstant(sentText(form, "startsAt"), timeZone, before?.startsAt ?? null),
    expires_at: typedInstant(sentText(form, "expiresAt"), timeZone, before?.expiresAt ?? null),
  };
}

/** The problems of such a body under the names of the form: both kinds of value are one field. */
export function discountFormProblems(errors: Readonly<Problems>, currency: string): Problems {
  const { percent, amount, ...others } = errors;
  const value = percent ?? amount;
  return formProblems({ ...others, ...(value ? { value } : {}) }, currency);
}
