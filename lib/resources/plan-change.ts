import { z } from "zod";
import { toMajor } from "@/lib/domain/money";
import type { ChangeKind, Plan } from "@/lib/domain/plan-change";
import { issueOf, missingOr, say } from "@/lib/domain/refusal";
import { timestamp } from "./event";
import { idMax } from "./input";

/** The body of POST /subscriptions/{id}/change. */
export const ChangeBody = z
  .object({
    product_id: z
      .int({ error: missingOr("product_id") })
      .min(1, issueOf(say("product_id")))
      .max(idMax, issueOf(say("not_subscription_product")))
      .meta({ description: "The product of the new plan." }),
    preview: z.boolean().optional().meta({ description: "Only say what it would cost and bring." }),
  })
  .meta({ id: "Change", example: { product_id: 43, preview: true } });

const kinds = ["now", "at_period_end"] as const satisfies ChangeKind[];

/** What a change of plan costs and brings. */
export const SubscriptionChange = z
  .object({
    object: z.literal("subscription_change"),
    kind: z.enum(kinds).meta({ description: "Now, or when all paid time is over." }),
    product: z.object({ id: z.int(), name: z.string() }),
    credit: z.number().meta({ description: "What unused paid time is worth; 0 at the period's end." }),
    amount_due: z.number().meta({
      description: "What is to pay now. Charges are added where the buyer pays them.",
    }),
    currency: z.string(),
    new_period_end: z.string().meta({
      format: "date-time",
      description: "Until when the new plan would be paid; at the period's end, when it begins.",
    }),
    payment_url: z
      .string()
      .nullable()
      .meta({ format: "uri", description: "Where the subscriber pays; null where nothing is to pay." }),
  })
  .meta({ id: "SubscriptionChange" });

export function serializeChange({
  quote,
  paymentUrl,
}: {
  quote: {
    kind: ChangeKind;
    to: Plan<{ id: number; name: string }>;
    creditMinor: bigint;
    dueMinor: bigint;
    currency: string;
    endsAt: Date;
  };
  paymentUrl: string | null;
}): z.infer<typeof SubscriptionChange> {
  const money = (minor: bigint) => toMajor({ minor, currency: quote.currency });
  return {
    object: "subscription_change",
    kind: quote.kind,
    product: { id: quote.to.product.id, name: quote.to.product.name },
    credit: money(quote.creditMinor),
    amount_due: money(quote.dueMinor),
    currency: quote.currency,
    new_period_end: timestamp(quote.endsAt),
    payment_url: paymentUrl,
  };
}
