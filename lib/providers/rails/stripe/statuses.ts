import type Stripe from "stripe";
import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { KeptCard } from "../kept-card";
import type { Failure, Settlement, StatusResult } from "../port";
import { readJson, type State, statusBy, type Words, wordsBy } from "../wire/results";
import { fromStripe, type StripeClient } from "./client";

/** Expanded with a session, so that one answer holds its payment, card and fee. */
export const expand = ["payment_intent.latest_charge.balance_transaction"];
/** The same with a payment. */
export const expandIntent = ["latest_charge.balance_transaction"];

/** The status of a session. A declined card leaves it open: the payer may try another on the same page. */
export function statusOf(client: StripeClient, session: Stripe.Checkout.Session): StatusResult {
  const { status, payment_status, url } = session;
  if (status === "open") return url ? { kind: "pending", redirectUrl: url } : { kind: "pending" };
  const intent = intentOf(session);
  if (status === "expired") return { kind: "failed", failure: declineOf(client, intent) ?? expired };
  if (status !== "complete") client.anomaly("unknown_word", `session status ${status}`);
  else if (payment_status === "paid" || payment_status === "no_payment_required") {
    const settlement = paidOf(client, session.id, intentOf(session), session.amount_total, session.currency);
    if (settlement) return { kind: "succeeded", settlement };
    client.anomaly("unreadable", "a paid session without a readable amount");
  } else if (payment_status !== "unpaid") client.anomaly("unknown_word", `payment status ${payment_status}`);
  else if (intent && ["canceled", "requires_payment_method"].includes(intent.status))
    return { kind: "failed", failure: declineOf(client, intent) ?? expired };
  return { kind: "pending" };
}

/** The status of a charge of a kept card. What waits for its payer is over: nobody can go on with it. */
export function statusOfKept(client: StripeClient, intent: Stripe.PaymentIntent): StatusResult {
  const { status } = intent;
  return statusBy(client, "payment", keptWords, status, {
    settlement: () => paidOf(client, intent.id, intent, intent.amount_received, intent.currency),
    failure: () => {
      if (status === "requires_action") return { reason: "card_authentication_failed", railCode: status };
      return declineOf(client, intent, keptReasons) ?? { reason: "card_declined", railCode: status };
    },
  });
}

const keptWords = wordsBy<State>({
  paid: "succeeded",
  open: "processing",
  failed: "requires_action requires_payment_method canceled",
});

const expired: Failure = { reason: "not_approved_in_time", railCode: "expired" };

/** Why an error of Stripe refuses a request for good. */
export function refusalOf(client: StripeClient, error: Stripe.errors.StripeError): Failure {
  const { code, type, message } = error;
  const railCode = code ?? type;
  const reason = reasons[error.decline_code ?? ""] ?? reasons[code ?? ""] ?? "rail_misconfigured";
  if (reason === "rail_misconfigured") client.anomaly("refused", `refused with ${railCode}`);
  return { reason, railCode, railMessage: message };
}

/** Lost, stolen and misused cards are reported as declined, so that nobody learns the true reason. */
const reasons = wordsBy<FailureReason>({
  insufficient_funds: "insufficient_funds",
  wrong_pin: "incorrect_pin pin_try_exceeded",
  limit_exceeded: "card_velocity_exceeded withdrawal_count_limit_exceeded",
  amount_out_of_range: "amount_too_small amount_too_large charge_already_refunded",
  provider_unavailable: "processing_error issuer_not_available",
  card_declined: "generic_decline do_not_honor lost_card stolen_card fraudulent card_declined",
  card_expired: "expired_card",
  card_details_incorrect: "incorrect_cvc incorrect_number invalid_expiry_month invalid_expiry_year",
  card_authentication_failed: "authentication_required payment_intent_authentication_failure",
  card_not_supported: "card_not_supported currency_not_supported transaction_not_allowed",
});

/**
 * For a kept card also whether another try makes sense: what the bank will not change its mind about is
 * `card_not_supported`.
 */
const keptReasons: Words<FailureReason> = {
  ...reasons,
  ...wordsBy<FailureReason>({
    provider_unavailable: "try_again_later reenter_transaction",
    card_authentication_failed: `authentication_not_handled offline_pin_required
      online_or_offline_pin_required`,
    card_not_supported: `lost_card stolen_card pickup_card fraudulent highest_risk_level invalid_account
      new_account_information_available restricted_card revocation_of_all_authorizations
      revocation_of_authorization stop_payment_order security_violation merchant_blacklist
      service_not_allowed payment_intent_mandate_invalid india_recurring_payment_mandate_canceled
      payment_method_unactivated`,
  }),
};

/** Why a charge of a kept card was refused. Without Stripe's words where they name the customer or the method. */
export function refusalOfKept(client: StripeClient, error: Stripe.errors.StripeError): Failure {
  const { code, decline_code, type, param, message } = error;
  const railCode = decline_code ?? code ?? type;
  if (/^(customer|payment_method)$/.test(param ?? "")) return { reason: "card_not_supported", railCode };
  const reason = keptReasons[decline_code ?? ""] ?? keptReasons[code ?? ""];
  const isCard = error.type === "StripeCardError";
  if (!reason) client.anomaly(isCard ? "unknown_word" : "refused", `refused with ${railCode}`);
  if (isCard) return { reason: reason ?? "card_declined", railCode, railMessage: message };
  if (reason) return { reason, railCode };
  return { reason: "rail_misconfigured", railCode };
}

/** The last card that was tried, where one was. */
function declineOf(
  client: StripeClient,
  intent: Stripe.PaymentIntent | null,
  known = reasons,
): Failure | null {
  const error = intent?.last_payment_error;
  if (!error) return null;
  // Stripe's own sample of an error has a type alone.
  const railCode = error.decline_code ?? error.code ?? error.type;
  const reason = known[error.decline_code ?? ""] ?? known[error.code ?? ""];
  if (!reason) client.anomaly("unknown_word", `decline code ${railCode}`);
  return { reason: reason ?? "card_declined", railCode, railMessage: error.message };
}

export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  const intent = session.payment_intent;
  return typeof intent === "string" ? null : intent;
}

export function chargeOf(intent: Stripe.PaymentIntent | null): Stripe.Charge | null {
  const charge = intent?.latest_charge;
  return typeof charge === "string" ? null : (charge ?? null);
}

function paidOf(
  client: StripeClient,
  railRef: string,
  intent: Stripe.PaymentIntent | null,
  paid: number | null,
  currency: string | null,
): Settlement | null {
  const amount = paid === null || currency === null ? null : fromStripe(paid, currency);
  if (!amount) return null;
  const charge = chargeOf(intent);
  const cost = typeof charge?.balance_transaction === "string" ? null : charge?.balance_transaction;
  const card = charge?.payment_method_details?.card;
  const instrument = keptCardOf(intent, charge);
  return {
    railRef,
    amount,
    fee: cost ? (fromStripe(cost.fee, cost.currency) ?? undefined) : undefined,
    paidAt: charge ? new Date(charge.created * 1000) : client.now(),
    receipt: charge?.id,
    method: "card",
    card:
      card?.brand && card.last4
        ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? undefined }
        : undefined,
    ...(instrument ? { instrument } : {}),
  };
}

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
  return readJson(tokenShape, token);
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
