import { z } from "zod";
import { Invalid, issueOf, missingOr, NotFound, type ProblemCode, say } from "@/lib/domain/refusal";
import { renewalModes } from "@/lib/domain/renewal-plan";
import { subscriptionStatuses } from "@/lib/domain/subscription";
import { textProblem } from "@/lib/domain/text";
import { daysGivenMax } from "@/lib/domain/trial";
import {
  emailAddress,
  emailFilter,
  idMax,
  instantText,
  line,
  oneOf,
  pageShape,
  productIdFilter,
  refText,
  text,
} from "./input";

/** spec, Subscriptions: the filters of the list. */
export const SubscriptionQuery = z.object({
  status: oneOf(subscriptionStatuses).optional().meta({
    description: "By default every subscription that was ever paid. With a status, unpaid trials too.",
  }),
  ref: refText.optional(),
  email: emailFilter.optional(),
  product_id: productIdFilter.optional(),
  ...pageShape,
});

const keysMax = 50;
const keyMax = 40;
const valueMax = 500;

/** Data that a seller's software may store with a subscription: texts under short names. */
export const Metadata = z
  .record(z.string(), text(valueMax), { error: "not_texts" satisfies ProblemCode })
  .superRefine((value, context) => {
    const keys = Object.keys(value);
    const problem = keys
      .map((key) => (key === "" ? "" : textProblem(key, keyMax)))
      .find((one) => one !== null);
    if (keys.length > keysMax) context.addIssue(issueOf(say("keys_most", { max: keysMax })));
    else if (problem !== undefined) context.addIssue(issueOf(say("keys_length", { max: keyMax })));
  })
  .meta({
    description: `At most ${keysMax} keys of ${keyMax} characters, with texts of ${valueMax}. It replaces what was there.`,
    example: { seat: "14", campaign: "march" },
  });

/** The body of PATCH /subscriptions/{id}. What is not sent stays. */
export const SubscriptionPatch = z
  .object({ metadata: Metadata.optional() })
  .meta({ id: "SubscriptionPatch", example: { metadata: { seat: "14" } } });

/** The body of POST /subscriptions/{id}/extend. */
export const ExtendBody = z
  .object({
    days: z
      .int({ error: missingOr("not_whole") })
      .min(1, issueOf(say("days_given", { max: String(daysGivenMax) })))
      .max(daysGivenMax, issueOf(say("days_given", { max: String(daysGivenMax) })))
      .meta({ description: "How many days of 24 hours." }),
    reason: line(200, { required: true }).meta({
      description: "For the store's own log. The subscriber does not read it.",
    }),
  })
  .meta({ id: "Extend", example: { days: 7, reason: "The server was down" } });

/** The body of POST /subscriptions/{id}/renewal. */
export const RenewalBody = z
  .object({ mode: oneOf(renewalModes).meta({ description: "Sellers can send `manual` alone." }) })
  .meta({ id: "Renewal", example: { mode: "manual" } });

/** spec, GET /access. */
export const AccessQuery = z
  .object({
    ref: refText.optional().meta({ description: "The seller's id for the user. Use this or email." }),
    email: emailFilter
      .optional()
      .meta({ description: "For sellers that do not use refs. Ignored when ref is sent." }),
    product_id: productIdFilter
      .optional()
      .meta({ description: "Only consider this product's subscriptions." }),
  })
  .superRefine((query, context) => {
    if (query.ref !== undefined || query.email) return;
    for (const field of ["ref", "email"]) {
      context.addIssue({ ...issueOf(say("who_is_asked")), path: [field] });
    }
  });

/** The user in question: if both are sent, `ref` decides. */
export function accessSubject(query: z.output<typeof AccessQuery>): { ref: string } | { email: string } {
  return query.ref === undefined ? { email: query.email ?? "" } : { ref: query.ref };
}

export function accessProductId(query: z.output<typeof AccessQuery>): number | null {
  return query.product_id ?? null;
}

const productIdOfBody = z
  .number({
    error: missingOr("product_id"),
  })
  .superRefine((id, context) => {
    const isWhole = Number.isInteger(id);
    if (isWhole && id >= 1 && id <= idMax) return;
    context.addIssue(issueOf(isWhole ? notAProduct : say("product_id")));
  })
  .meta({ override: { type: "integer", minimum: 1, maximum: idMax }, example: 42 });

/** Of what is moved in; a trial takes no notice of them. */
const movedShape = {
  current_period_end: instantText.nullish().meta({
    description: "Import: until when is paid at the other provider.",
    format: "date-time",
  }),
  started_at: instantText
    .nullish()
    .meta({ description: "Import: when it began there.", format: "date-time" }),
  status: oneOf(["active", "cancelled"])
    .nullish()
    .meta({ description: "Import: `cancelled` ends with its time." }),
  amount: z
    .number({ error: "move_amount" satisfies ProblemCode })
    .nullish()
    .meta({ description: "Import: what a period costs; else the price of the product." }),
  external_id: line(191).nullish().meta({ description: "Import: its id at the other provider." }),
  metadata: Metadata.nullish(),
};

/** The body of POST /subscriptions. */
export const NewSubscription = z
  .object({
    product_id: productIdOfBody,
    start: oneOf(["trial", "import"]).meta({
      description:
        "How it begins: with the free days of the product, or as it is at another provider. A payment begins on the subscribe page.",
    }),
    ref: refText.nullish(),
    name: line(255).nullish(),
    email: emailAddress.nullish(),
    phone: text(40).nullish().meta({
      description: "A mobile number. Without a calling code, one of the store's country is meant.",
      example: "0772 123456",
    }),
    ...movedShape,
  })
  .superRefine(({ email, phone, start, current_period_end }, context) => {
    if (start === "import" && !current_period_end)
      context.addIssue({ ...issueOf(say("required")), path: ["current_period_end"] });
    if (email || phone) return;
    for (const field of ["email", "phone"])
      context.addIssue({ ...issueOf(say("contact_missing")), path: [field] });
  })
  .meta({
    id: "NewSubscription",
    example: { product_id: 42, start: "trial", ref: "user_1", phone: "0772 123456" },
  });

export function newTrial(body: z.output<typeof NewSubscription>) {
  return {
    productId: body.product_id,
    ref: body.ref || null,
    name: body.name || null,
    email: body.email || null,
    phone: body.phone || null,
  };
}

/** The same body as a line of a file, which has the same checks. */
export function newMove(body: z.output<typeof NewSubscription>) {
  return {
    ...{ email: body.email ?? "", phone: body.phone ?? "", name: body.name ?? "", ref: body.ref ?? "" },
    ...{
      product: String(body.product_id),
      status: body.status ?? "",
      startedAt: body.started_at?.toISOString() ?? "",
    },
    ...{
      end: body.current_period_end?.toISOString() ?? "",
      amount: body.amount == null ? "" : String(body.amount),
    },
    ...{ currency: "", interval: "", externalId: body.external_id ?? "", cancelledAt: "", cancelsAtEnd: "" },
    metadata: body.metadata ?? {},
  };
}

/** The body that creates a test subscription. */
export const NewTestSubscription = z
  .object({
    product_id: productIdOfBody,
    ref: refText.nullish(),
    email: emailAddress.nullish(),
  })
  .meta({ id: "NewTestSubscription" });

export function newTestSubscription(body: z.output<typeof NewTestSubscription>) {
  return {
    productId: body.product_id,
    ref: body.ref || null,
    email: body.email || null,
    paymentKey: null,
  };
}

/** The body names the product, not the path, so a missing product is a problem of that field. */
export function faultOfTheBody(error: unknown): never {
  throw error instanceof NotFound ? new Invalid({ product_id: [notAProduct] }) : error;
}

/** The buttons of test mode: four of the spec (Test mode behaviour), and a renewal by itself that fails. */
export const TestMoveBody = z
  .object({ to: oneOf(["renew", "end_period", "end_grace", "end_trial", "cancel", "fail_renewal"]) })
  .meta({ id: "TestMove", example: { to: "end_period" } });

/** The result of Delete test data. */
export const DeletedTestData = z
  .object({
    object: z.literal("test_data"),
    deleted: z.literal(true),
    subscriptions: z.int().meta({ description: "How many test subscriptions were removed." }),
  })
  .meta({ id: "DeletedTestData" });

const notAProduct = say("not_subscription_product");

export function serializeDeletedTestData(deleted: {
  subscriptions: number;
}): z.infer<typeof DeletedTestData> {
  return { object: "test_data", deleted: true, subscriptions: deleted.subscriptions };
}
