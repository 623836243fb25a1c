import type Stripe from "stripe";
import { z } from "zod";
import type { KeptCard } from "../kept-card";

/** A payment method is charged only together with the customer that it is attached to. */
const tokenShape = z.object({
  customer: z.string().regex(/^cus_\w+$/),
  method: z.string().regex(/^pm_\w+$/),
});

export type StripeToken = z.infer<typeof tokenShape>;

export function tokenOf({ customer, method }: StripeToken): string {
  return JSON.stringify({ customer, method });
}

/** Null for a token that is not one of ours. */
export function readToken(token: string): StripeToken | null {
  try {
    return tokenShape.safeParse(JSON.parse(token)).data ?? null;
  } catch {
    return null;
  }
}

/** The card of a payment at which it was to be kept; null where it was not, or something that we need is missing. */
export function keptCardOf(
  intent: Stripe.PaymentIntent | null,
  charge: Stripe.Charge | null,
): KeptCard | null {
  if (intent?.setup_future_usage !== "off_session") return null;
  const card = charge?.payment_method_details?.card;
  return cardOf(idOf(intent.customer), idOf(intent.payment_method), card);
}

/** The same of a payment method that changed by itself. */
export function changedCardOf({ id, customer, card }: Stripe.PaymentMethod): KeptCard | null {
  return cardOf(idOf(customer), id, card);
}

function cardOf(
  customer: string | null,
  method: string | null,
  card:
    | Pick<Stripe.PaymentMethod.Card, "brand" | "last4" | "exp_month" | "exp_year" | "fingerprint">
    | unknown,
): KeptCard | null {
  const token = tokenShape.safeParse({ customer, method }).data;
  const found = cardShape.safeParse(card).data;
  if (!token || !found) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = found;
  return { kind: "card", token: tokenOf(token), brand, last4, expMonth, expYear, fingerprint };
}

const cardShape = z.object({
  brand: z.string().min(1),
  last4: z.string().min(1),
  exp_month: z.number().int().min(1).max(12),
  exp_year: z.number().int().min(2000),
  fingerprint: z.string().min(1),
});

function idOf(one: string | { id: string } | null): string | null {
  return typeof one === "string" ? one : (one?.id ?? null);
}
