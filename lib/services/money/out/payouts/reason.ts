import { isFailureReason } from "@/lib/domain/failure-reason";

export type PayoutTrouble =
  | "no_wallet"
  | "limit"
  | "unknown_account"
  | "size"
  | "unavailable"
  | "float"
  | "reversed"
  | "called_back"
  | "provider"
  | "unknown";

/** The reason shown to the seller when a payout came back or waits (docs/gaps.md, Money out). */
export function payoutTrouble(reason: string): PayoutTrouble {
  switch (reason) {
    case "recipient_not_found":
      return "no_wallet";
    case "recipient_limit":
      return "limit";
    case "account_invalid":
    case "invalid_phone":
      return "unknown_account";
    case "amount_out_of_range":
      return "size";
    case "provider_unavailable":
      return "unavailable";
    case "insufficient_float":
    case "needs_manual_approval":
      return "float";
    case "reversed":
      return "reversed";
    case "called_back":
      return "called_back";
    default:
      return isFailureReason(reason) ? "provider" : "unknown";
  }
}
