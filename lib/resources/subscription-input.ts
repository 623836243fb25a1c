import { z } from "zod";
import { say } from "@/lib/domain/problem";
import { subscriptionStatuses } from "@/lib/domain/subscription";
import { textProblem } from "@/lib/domain/text";
import { emailAddress, emailFilter, idMax, oneOf, pageShape, productIdFilter, refText, text } from "./input";

/** spec, Subscriptions: the filters of the list. */
export const SubscriptionQuery = z.object({
  status: oneOf(subscriptionStatuses)
    .optional()
    .meta({ description: "By default every subscription that was ever paid." }),
  ref: refText.optional(),
  email: emailFilter.optional(),
  product_id: productIdFilter.optional(),
  ...pageShape,
});

export function subscriptionFilters(query: z.output<typeof SubscriptionQuery>) {
  return { status: query.status, ref: query.ref, email: query.email, productId: query.product_id };
}

const neither = "Send ref or email, to say who is asked about.";

const keysMax = 50;
const keyMax = 40;
const valueMax = 500;

/** What a seller's software may keep with a subscription: texts under short names. */
const metadata = z
  .record(z.string(), text(valueMax), { error: "This must be an object of texts." })
  .superRefine((value, context) => {
    const keys = Object.keys(value);
    const problem = keys
      .map((key) => (key === "" ? "" : textProblem(key, keyMax)))
      .find((one) => one !== null);
    const message =
      keys.length > keysMax
        ? `Use at most ${keysMax} keys.`
        : problem === undefined
          ? null
          : `Keys have 1 to ${keyMax} characters.`;
    if (message) context.addIssue({ code: "custom", message });
  })
  .meta({
    description: `At most ${keysMax} keys of ${keyMax} characters, with texts of ${valueMax}. It replaces what was there.`,
    example: { seat: "14", campaign: "march" },
  });

/** The body of PATCH /subscriptions/{id}. What is not sent stays. */
export const SubscriptionPatch = z
  .object({ metadata: metadata.optional() })
  .meta({ id: "SubscriptionPatch", example: { metadata: { seat: "14" } } });

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
      context.addIssue({ code: "custom", path: [field], message: neither });
    }
  });

/** Whom the question is about: where both are sent, ref decides. */
export function accessSubject(query: z.output<typeof AccessQuery>): { ref: string } | { email: string } {
  return query.ref === undefined ? { email: query.email ?? "" } : { ref: query.ref };
}

export function accessProductId(query: z.output<typeof AccessQuery>): number | null {
  return query.product_id ?? null;
}

const productIdProblem = "This must be the integer id of a product.";

/** The body that starts a test subscription. */
export const NewTestSubscription = z
  .object({
    product_id: z
      .number({
        error: (issue) => (issue.input === undefined ? say("required") : productIdProblem),
      })
      .superRefine((id, context) => {
        const isWhole = Number.isInteger(id);
        if (isWhole && id >= 1 && id <= idMax) return;
        context.addIssue({ code: "custom", message: isWhole ? notAProduct() : productIdProblem });
      })
      .meta({ override: { type: "integer", minimum: 1, maximum: idMax }, example: 42 }),
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

/** Problems of a product that the body named, by field. */
export function productProblem(): Record<string, string[]> {
  return { product_id: [notAProduct()] };
}

/** The four buttons of test mode (spec, Test mode behaviour). */
export const TestMoveBody = z
  .object({ to: oneOf(["renew", "end_period", "end_grace", "cancel"]) })
  .meta({ id: "TestMove", example: { to: "end_period" } });

/** What Delete test data did. */
export const DeletedTestData = z
  .object({
    object: z.literal("test_data"),
    deleted: z.literal(true),
    subscriptions: z.int().meta({ description: "How many test subscriptions were removed." }),
  })
  .meta({ id: "DeletedTestData" });

function notAProduct(): string {
  return "This is not a subscription product of your store that is on sale.";
}

export function serializeDeletedTestData(deleted: {
  subscriptions: number;
}): z.infer<typeof DeletedTestData> {
  return { object: "test_data", deleted: true, subscriptions: deleted.subscriptions };
}
