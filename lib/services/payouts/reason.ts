import { isFailureReason } from "@/lib/domain/failure-reason";

/** Why a payout came back or waits, for its seller (docs/gaps.md, Money out). */
export function payoutFailureText(reason: string): string {
  switch (reason) {
    case "recipient_not_found":
      return "This number has no wallet on that network.";
    case "recipient_limit":
      return "Your wallet cannot take this amount today.";
    case "account_invalid":
    case "invalid_phone":
      return "The provider does not know this account.";
    case "amount_out_of_range":
      return "The provider does not move amounts of this size.";
    case "provider_unavailable":
      return "The provider was not available.";
    case "insufficient_float":
    case "needs_manual_approval":
      return "Queued: our payout account needs attention.";
    case "reversed":
      return "It had arrived, and the provider took it back.";
    case "called_back":
      return "It was taken back before it was sent.";
    default:
      return isFailureReason(reason) ? "The provider did not complete it." : "It was not completed.";
  }
}
