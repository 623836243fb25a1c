import { z } from "zod";
import { type ProblemCode, type Problems, say } from "@/lib/domain/problem";
import { subscriptionStatuses } from "@/lib/domain/subscription";
import { textProblem } from "@/lib/domain/text";
import { issueOf, missingOr } from "../domain/issues";
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

const keysMax = 50;
const keyMax = 40;
const valueMax = 500;

/** Data that a seller's software may store with a subscription: texts under short names. */
const metadata = z
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

/** The body that creates a test subscription. */
export const NewTestSubscription = z
  .object({
    product_id: z
      .number({
        error: missingOr("product_id"),
      })
      .superRefine((id, context) => {
        const isWhole = Number.isInteger(id);
        if (isWhole && id >= 1 && id <= idMax) return;
        context.addIssue(issueOf(isWhole ? notAProduct : say("product_id")));
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
export function productProblem(): Problems {
  return { product_id: [notAProduct] };
}

/** The four buttons of test mode (spec, Test mode behaviour). */
export const TestMoveBody = z
  .object({ to: oneOf(["renew", "end_period", "end_grace", "cancel"]) })
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
