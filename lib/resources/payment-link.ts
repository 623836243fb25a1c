import { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { leastAmount, linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import { Invalid, issueOf, type Problem, type Problems, say } from "@/lib/domain/refusal";
import { redirectProblem } from "@/lib/domain/sites";
import { fieldsOf } from "./fields";
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

export const amountTypes = ["fixed", "custom"] as const satisfies PaymentLinkRow["amountType"][];

const of = fieldsOf<PaymentLinkRow, [now: Date, siteUrl: string]>();

/** spec, Payment link, at `now`: it expires automatically. */
export const { schema: PaymentLink, serialize: serializePaymentLink } = of.object("PaymentLink", {
  id: of.count("id", { example: 12 }),
  object: of.kind("payment_link"),
  title: of.text("title", { example: "Swimming lessons, November" }),
  description: of.textOrNull("description"),
  amount_type: of.column(
    "amountType",
    z.enum(amountTypes),
    "fixed: everyone pays `amount`; custom: the payer types it.",
  ),
  amount: of.amountOrNull("amountMinor", "What is asked for; of a custom link, a suggestion."),
  min_amount: of.made(
    z.number().nullable().meta({ description: "The least a payer can type. Null for a fixed link." }),
    (row) =>
      row.amountType === "fixed" ? null : toMajor({ minor: leastAmount(row), currency: row.currency }),
  ),
  currency: of.text("currency"),
  status: of.made(z.enum(linkStatuses), linkStatus),
  is_active: of.flag("isActive", "False: paused by the seller."),
  is_reusable: of.flag("isReusable", "False: it takes one payment."),
  max_payments: of.countOrNull("maxPayments", "Null: any number."),
  expires_at: of.timeOrNull("expiresAt"),
  collect_email: of.flag("collectEmail"),
  custom_question: of.textOrNull("customQuestion"),
  thank_you_message: of.textOrNull("thankYouMessage"),
  redirect_url: of.column("redirectUrl", z.string().nullable().meta({ format: "uri" })),
  shows_places: of.flag("showsPlaces", "Whether payers see how many places are taken."),
  payments_count: of.count("paymentsCount"),
  total_collected: of.amount("totalPaidMinor"),
  url: of.made(
    z.string().meta({ format: "uri", description: "The page where it is paid." }),
    ({ token }, _now, siteUrl) => `${siteUrl}/pay/${token}`,
  ),
  created_at: of.time("createdAt"),
  updated_at: of.time("updatedAt"),
});

/** `data` of a payment_link event: the object as it was at `at`. */
export function paymentLinkEventData(
  row: PaymentLinkRow,
  at: Date,
  siteUrl: string,
): Record<string, unknown> {
  return { ...serializePaymentLink(row, at, siteUrl), livemode: true };
}

/** The answer to DELETE. */
export const DeletedPaymentLink = z
  .object({ id: z.int(), object: z.literal("payment_link"), deleted: z.literal(true) })
  .meta({ id: "DeletedPaymentLink" });

/** Where a payer is redirected afterwards: https, or http on this machine for tests. */
const redirectUrl = text(2_048)
  .superRefine((value, context) => {
    const problem = value.trim() === "" ? null : urlProblem(value.trim());
    if (problem) context.addIssue(issueOf(problem));
  })
  .meta({ format: "uri", example: "https://example.com/thanks" });

function urlProblem(value: string): Problem | null {
  const problem = redirectProblem(value);
  return problem && say(urlWords[problem]);
}

const urlWords = { not_whole: "url_thanks", has_user: "url_user", not_https: "https_or_local" } as const;

/** spec, Payment links: the filters of the list. `search`: part of the title or description. */
export const PaymentLinkQuery = z.object({
  status: oneOf(linkStatuses).optional(),
  is_active: oneOf(["true", "false", "1", "0"])
    .transform((value) => value === "true" || value === "1")
    .meta({ override: { type: "boolean", enum: undefined } })
    .optional(),
  search: text(255).optional().meta({ description: "Part of the title or description." }),
  ...pageShape,
});

const optional = {
  amount_type: oneOf(amountTypes).nullish(),
  amount: amountNumber.nullish(),
  min_amount: amountNumber.nullish().meta({ description: "The least a payer can type, for custom." }),
  is_reusable: flag.nullish().meta({ description: "Default true: many payers. False: one payment." }),
  max_payments: count(idMax).nullish(),
  expires_at: instantText.nullish(),
  collect_email: flag.nullish().meta({ description: "Require an e-mail address." }),
  custom_question: orNull(line(255)),
  thank_you_message: orNull(text(2_000)).meta({ description: "Shown after paying." }),
  redirect_url: orNull(redirectUrl),
  description: orNull(text(5_000)).meta({ description: "Shown under the title." }),
  shows_places: flag.nullish().meta({ description: "Show payers how many places are taken." }),
  is_active: flag.nullish().meta({ description: "False pauses the link." }),
};

const amountNeeded = say("amount_of_link");

function hasAmount({ amount, amount_type: type }: { amount?: unknown; amount_type?: unknown }): boolean {
  const isFixed = type === undefined || type === null || type === "fixed";
  return !isFixed || (amount !== undefined && amount !== null);
}

/** spec, POST /payment-links. Null counts as not sent. */
export const NewPaymentLink = z
  .object({ title: line(255, { required: true }), ...optional })
  // Checked even when other fields are wrong, so that one answer reports everything that is missing.
  .refine(hasAmount, { ...issueOf(amountNeeded), path: ["amount"], when: () => true })
  .meta({ id: "NewPaymentLink", example: { title: "Swimming lessons, November", amount: 50000 } });

/** spec, PATCH /payment-links/{id}: any field. An absent field stays; null clears a field that may be empty. */
export const PaymentLinkChanges = z
  .object({ title: line(255, { required: true }).optional(), ...optional })
  .meta({ id: "PaymentLinkChanges", example: { is_active: false } });

/** The fields of a link that the seller sets, as stored, each with what it is when nothing is said. */
export const newLink = {
  title: "",
  description: null,
  amountType: "fixed",
  amountMinor: null,
  minAmountMinor: null,
  isActive: true,
  isReusable: true,
  maxPayments: null,
  expiresAt: null,
  collectEmail: false,
  customQuestion: null,
  thankYouMessage: null,
  redirectUrl: null,
  showsPlaces: false,
} as const satisfies Partial<PaymentLinkRow>;

export type LinkTerms = Pick<PaymentLinkRow, keyof typeof newLink>;

/** Throws Invalid on amounts that the currency does not allow, a fixed link without one, and a past `expires_at`. */
export function newPaymentLink(
  body: z.output<typeof NewPaymentLink>,
  context: { currency: string; now: Date },
): LinkTerms {
  return changedLink(newLink, body, context);
}

/**
 * The same for a change of a stored link. An unchanged `expires_at` may be past, because clients send whole objects
 * back.
 */
export function changedLink(
  before: LinkTerms,
  body: z.output<typeof PaymentLinkChanges>,
  { currency, now }: { currency: string; now: Date },
): LinkTerms {
  const problems: Problems = {};
  const amount = (field: "amount" | "min_amount", kept: bigint | null) =>
    body[field] === undefined ? kept : readAmount(body[field], field, currency, problems);
  const terms: LinkTerms = {
    ...switchesOf(before, body),
    title: body.title ?? before.title,
    description: or(before.description, body.description),
    amountType: body.amount_type ?? before.amountType,
    amountMinor: amount("amount", before.amountMinor),
    minAmountMinor: amount("min_amount", before.minAmountMinor),
    maxPayments: or(before.maxPayments, body.max_payments),
    expiresAt: or(before.expiresAt, body.expires_at),
    customQuestion: or(before.customQuestion, body.custom_question),
    thankYouMessage: or(before.thankYouMessage, body.thank_you_message),
    redirectUrl: or(before.redirectUrl, body.redirect_url),
  };
  if (terms.amountType === "fixed" && terms.amountMinor === null && !problems.amount)
    addProblem(problems, "amount", amountNeeded);
  if (terms.amountType === "custom" && isBelow(terms.amountMinor, terms.minAmountMinor))
    addProblem(problems, "amount", say("amount_below_least"));
  if (isMovedToPast(before.expiresAt, terms.expiresAt, now))
    addProblem(problems, "expires_at", say("time_passed"));
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return terms;
}

/** An amount that a page suggests must also be accepted. */
function isBelow(amountMinor: bigint | null, leastMinor: bigint | null): boolean {
  return amountMinor !== null && leastMinor !== null && amountMinor < leastMinor;
}

function switchesOf(before: LinkTerms, body: z.output<typeof PaymentLinkChanges>) {
  return {
    isActive: body.is_active ?? before.isActive,
    isReusable: body.is_reusable ?? before.isReusable,
    collectEmail: body.collect_email ?? before.collectEmail,
    showsPlaces: body.shows_places ?? before.showsPlaces,
  };
}
