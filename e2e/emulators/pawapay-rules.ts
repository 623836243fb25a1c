import { recordOf } from "./emulator";

export type Op = "deposit" | "payout" | "refund";

/** What a deposit ends with, by the last digits of its number. */
export const depositCodes: Record<string, string> = {
  "019": "PAYER_LIMIT_REACHED",
  "029": "PAYER_NOT_FOUND",
  "039": "PAYMENT_NOT_APPROVED",
  "049": "INSUFFICIENT_BALANCE",
  "059": "PAYMENT_IN_PROGRESS",
  "069": "UNSPECIFIED_FAILURE",
};

/** The same for payouts. */
export const payoutCodes: Record<string, string> = {
  "089": "RECIPIENT_NOT_FOUND",
  "099": "WALLET_LIMIT_REACHED",
  "109": "RECIPIENT_LIMIT_REACHED",
  "119": "UNSPECIFIED_FAILURE",
  "219": "PAWAPAY_WALLET_OUT_OF_FUNDS",
};

const amountShape = /^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/;
/** Wallets, with their currency, that take no decimals from payers. */
const whole: ReadonlySet<string> = new Set([
  "MPESA_KEN KES",
  "MOVITEL_MOZ MZN",
  "AIRTEL_NGA NGN",
  "VODACOM_MPESA_COD CDF",
  "VODACOM_TZA TZS",
  "TIGO_TZA TZS",
  "HALOTEL_TZA TZS",
]);

/** Why a deposit or a payout is refused at once, or null. */
export function moneyProblem(op: Op, json: Record<string, unknown>): string | null {
  const party = recordOf(op === "payout" ? json.recipient : json.payer);
  const details = recordOf(party.accountDetails);
  const { amount, currency } = json;
  if (typeof amount !== "string" || typeof currency !== "string") return "INVALID_PARAMETER";
  if (party.type !== "MMO") return "INVALID_PARAMETER";
  if (!/^[A-Za-z0-9 ]{4,22}$/.test(String(json.customerMessage))) return "INVALID_PARAMETER";
  if (!amountShape.test(amount)) return "INVALID_AMOUNT";
  const provider = String(details.provider ?? "");
  if (!/^[A-Z_]+_[A-Z]{3}$/.test(provider)) return "INVALID_PROVIDER";
  if (!/^\d{8,15}$/.test(String(details.phoneNumber))) return "INVALID_PHONE_NUMBER";
  if (op === "deposit" && whole.has(`${provider} ${currency}`) && amount.includes("."))
    return "INVALID_AMOUNT";
  if (provider === "ORANGE_BFA" && op === "deposit" && !json.preAuthorisationCode) return "INVALID_PARAMETER";
  const digits = String(details.phoneNumber).slice(-3);
  if (digits === "169") return "PROVIDER_TEMPORARILY_UNAVAILABLE";
  return Number(amount) > 5_000_000 ? "AMOUNT_OUT_OF_BOUNDS" : null;
}
