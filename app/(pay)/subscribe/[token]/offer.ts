import type { Offer } from "@/components/pay/types";
import { provenBy } from "@/lib/services/billing/subscriptions/trial-by-code";
import type { SubscribePage } from "@/lib/services/money/checkout/pages/read-shop";

/** The free days that a payer can begin; null where the product has none, or only the seller's server begins them. */
export function offerOf(product: SubscribePage["product"], payer: Payer): Offer | null {
  const { trialDays: days, trialProof, token } = product;
  if (days === 0 || provenBy(trialProof) === null) return null;
  return {
    days,
    proves: trialProof === "email" ? "email" : "phone",
    form: { action: `/subscribe/${token}/trial`, fields: fieldsOf(payer) },
  };
}

/** The user of the payment, from the seller's link. */
export interface Payer {
  livemode: boolean;
  ref: string | null;
  email: string | null;
}

/** The fields of the page's address, for its forms and links. */
export function fieldsOf(payer: Payer): Record<string, string> {
  return {
    ...(payer.livemode ? {} : { test: "1" }),
    ...(payer.ref === null ? {} : { ref: payer.ref }),
    ...(payer.email === null ? {} : { email: payer.email }),
  };
}
