import type Stripe from "stripe";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Failure, Settlement, StatusResult } from "../port";
import { fromStripe } from "./amounts";
import type { StripeClient } from "./client";

/** Expanded with a session, so that one answer holds its payment, card and fee. */
export const expand = ["payment_intent.latest_charge.balance_transaction"];

/** The status of a session. A declined card leaves it open: the payer may try another on the same page. */
export function statusOf(client: StripeClient, session: Stripe.Checkout.Session): StatusResult {
  const { status, payment_status, url } = session;
  if (status === "open") return url ? { kind: "pending", redirectUrl: url } : { kind: "pending" };
  const intent = intentOf(session);
  if (status === "expired") return { kind: "failed", failure: declineOf(client, intent) ?? expired };
  if (status !== "complete") client.anomaly("unknown_word", `session status ${status}`);
  else if (payment_status === "paid" || payment_status === "no_payment_required") {
    const settlement = settlementOf(client, session);
    if (settlement) return { kind: "succeeded", settlement };
    client.anomaly("unreadable", "a paid session without a readable amount");
  } else if (payment_status !== "unpaid") client.anomaly("unknown_word", `payment status ${payment_status}`);
  else if (intent && ["canceled", "requires_payment_method"].includes(intent.status))
    return { kind: "failed", failure: declineOf(client, intent) ?? expired };
  return { kind: "pending" };
}

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
const reasons: Record<string, FailureReason> = {
  insufficient_funds: "insufficient_funds",
  incorrect_pin: "wrong_pin",
  pin_try_exceeded: "wrong_pin",
  card_velocity_exceeded: "limit_exceeded",
  withdrawal_count_limit_exceeded: "limit_exceeded",
  amount_too_small: "amount_out_of_range",
  amount_too_large: "amount_out_of_range",
  charge_already_refunded: "amount_out_of_range",
  processing_error: "provider_unavailable",
  issuer_not_available: "provider_unavailable",
  generic_decline: "card_declined",
  do_not_honor: "card_declined",
  lost_card: "card_declined",
  stolen_card: "card_declined",
  fraudulent: "card_declined",
  card_declined: "card_declined",
  expired_card: "card_expired",
  incorrect_cvc: "card_details_incorrect",
  incorrect_number: "card_details_incorrect",
  invalid_expiry_month: "card_details_incorrect",
  invalid_expiry_year: "card_details_incorrect",
  authentication_required: "card_authentication_failed",
  payment_intent_authentication_failure: "card_authentication_failed",
  card_not_supported: "card_not_supported",
  currency_not_supported: "card_not_supported",
  transaction_not_allowed: "card_not_supported",
};

/** The last card that was tried, where one was. */
function declineOf(client: StripeClient, intent: Stripe.PaymentIntent | null): Failure | null {
  const error = intent?.last_payment_error;
  if (!error) return null;
  const railCode = error.decline_code ?? error.code ?? "unknown";
  const reason = reasons[error.decline_code ?? ""] ?? reasons[error.code ?? ""];
  if (!reason) client.anomaly("unknown_word", `decline code ${railCode}`);
  return { reason: reason ?? "card_declined", railCode, railMessage: error.message };
}

export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  const intent = session.payment_intent;
  return typeof intent === "string" ? null : intent;
}

export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === "string" ? null : (charge ?? null);
}

function settlementOf(client: StripeClient, session: Stripe.Checkout.Session): Settlement | null {
  const { amount_total, currency } = session;
  const amount = amount_total === null || currency === null ? null : fromStripe(amount_total, currency);
  if (!amount) return null;
  const charge = chargeOf(session);
  const cost = typeof charge?.balance_transaction === "string" ? null : charge?.balance_transaction;
  const card = charge?.payment_method_details?.card;
  return {
    railRef: session.id,
    amount,
    fee: cost ? (fromStripe(cost.fee, cost.currency) ?? undefined) : undefined,
    paidAt: charge ? new Date(charge.created * 1000) : client.now(),
    receipt: charge?.id,
    method: "card",
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : undefined,
  };
}
