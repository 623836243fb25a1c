import { type FailureReason, isFailureReason } from "@/lib/domain/failure-reason";

/** Why a payment did not come or a refund did not go, for the seller. */
export function reasonWords(reason: string): string {
  return isFailureReason(reason) ? words[reason] : reason.replaceAll("_", " ");
}

const words: Record<FailureReason, string> = {
  insufficient_funds: "not enough money in the payer's wallet",
  wrong_pin: "wrong PIN",
  cancelled_by_payer: "cancelled on the phone",
  not_approved_in_time: "not approved in time",
  limit_exceeded: "over the payer's limit",
  payer_busy: "another payment was waiting on the phone",
  payer_not_found: "the number has no wallet",
  invalid_phone: "not a number of this country",
  amount_out_of_range: "an amount the network does not move",
  payer_blocked: "blocked by the network",
  otp_incorrect: "wrong or expired code",
  card_declined: "card declined",
  card_expired: "card expired",
  card_details_incorrect: "wrong card details",
  card_authentication_failed: "the bank could not confirm the payer",
  card_not_supported: "a card that cannot be used for this",
  provider_unavailable: "the provider did not answer",
  rail_misconfigured: "something is wrong between us and the provider",
  duplicate: "the provider knows it already",
  recipient_not_found: "the number has no wallet",
  recipient_limit: "over the wallet's limit",
  account_invalid: "the provider does not know the account",
  insufficient_float: "our account at the provider needs attention",
  needs_manual_approval: "waiting for approval at the provider",
  unknown: "the provider gave no reason",
};
