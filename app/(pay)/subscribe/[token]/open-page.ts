import type { Offer, Plan } from "@/components/pay/types";
import { cleanRef, isEmail, normalizeEmail } from "@/lib/domain/text";
import { tokenShape } from "@/lib/domain/token";
import { provenBy } from "@/lib/services/billing/subscriptions/trial";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readSubscribePage, type SubscribePage } from "@/lib/services/money/checkout/pages/read-shop";
import { browserOf, cookieOf } from "../../browser";
import { planOf } from "../../plan";
import { closed, nothing, type PayRequest } from "../../respond";

const keysPage = "/dashboard/developers/keys";

/** The facts of a subscribe page on which something can be begun. */
export type OpenPage = SubscribePage & { plan: Plan };

/** The page's facts, or the closed page that says why nothing can be paid here. */
export async function openPage(
  pay: PayRequest,
  token: string,
  payer: NamedPayer,
): Promise<OpenPage | Response> {
  const found = await readSubscribePage(systemWorld(), token, payer, {
    browser: browserOf(pay),
    attempt: cookieOf(pay, "paying", tokenShape),
    manage: cookieOf(pay, "testing", /^[0-9A-Za-z]{16,60}\.[0-9A-Za-z]{22}$/),
  });
  const plan = found && planOf(found.product, pay.lang(found.store), found.picture);
  if (!plan) return nothing(pay);
  const { store, product } = found;
  const test = !payer.livemode;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200, test);
  if (test && !store.testModeSince)
    return closed(pay, store, { kind: "test_mode_off", developersUrl: keysPage }, 200, true);
  if (product.status !== "active")
    return closed(pay, store, { kind: "not_on_sale", planName: product.name }, 200, test);
  return { ...found, plan };
}

/**
 * The user of the payment, from the seller's link or the form; null for an invalid ref. An invalid e-mail is dropped:
 * it only serves the receipt, and the form asks for it.
 */
export function payerOf(read: (name: string) => string | null): NamedPayer | null {
  const livemode = read("test") !== "1";
  const ref = cleanRef(read("ref"));
  const email = normalizeEmail(read("email") ?? "");
  if (!ref.ok) return null;
  return { livemode, ref: ref.ref, email: isEmail(email) ? email : null };
}

/** The free days that a payer can begin; null where the product has none, or only the seller's server begins them. */
export function offerOf(product: SubscribePage["product"], payer: NamedPayer): Offer | null {
  const { trialDays: days, trialProof, token } = product;
  if (days === 0 || provenBy(trialProof) === null) return null;
  return {
    days,
    proves: trialProof === "email" ? "email" : "phone",
    form: { action: `/subscribe/${token}/trial`, fields: fieldsOf(payer) },
  };
}

/** The user of the payment, from the seller's link. */
export interface NamedPayer {
  livemode: boolean;
  ref: string | null;
  email: string | null;
}

/** The fields of the page's address, for its forms and links. */
export function fieldsOf(payer: NamedPayer): Record<string, string> {
  return {
    ...(payer.livemode ? {} : { test: "1" }),
    ...(payer.ref === null ? {} : { ref: payer.ref }),
    ...(payer.email === null ? {} : { email: payer.email }),
  };
}
