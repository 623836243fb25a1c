import type { FailureReason } from "@/lib/domain/failure-reason";
import { isCurrency, type Money } from "@/lib/domain/money";
import { chargeProblem, type Network, networkOf } from "@/lib/domain/network";
import { parsePhone } from "@/lib/providers/phone";
import type { ChargeRequest, Failure, PayoutRequest } from "../port";

/** Why a charge is refused before anything is stored, or null. */
export function chargeRefusal(request: ChargeRequest): Failure | null {
  if (request.method === "card") return amountRefusal(request.amount);
  if (request.method === "bank") return refusal("rail_misconfigured", "METHOD_NOT_ALLOWED");
  const { phone, network } = request.payer;
  return walletRefusal(request.amount, request.country, phone, network);
}

/** Why a payout is refused before anything is stored, or null. */
export function payoutRefusal({ amount, country, to }: PayoutRequest): Failure | null {
  if (to.type === "mobile_money") return walletRefusal(amount, country, to.phone, to.network);
  if (!testBanks.some(({ code }) => code === to.bankCode)) return refusal("account_invalid", "UNKNOWN_BANK");
  if (!/^[A-Za-z0-9]{4,34}$/.test(to.accountNumber)) return refusal("account_invalid", "INVALID_ACCOUNT");
  return amountRefusal(amount);
}

export function refusal(reason: FailureReason, railCode: string): Failure {
  return { reason, railCode };
}

function walletRefusal(
  amount: Money,
  country: string,
  phone: string | undefined,
  network: string | undefined,
): Failure | null {
  const row = networkOf(network ?? "");
  if (!row || row.country !== country) return refusal("rail_misconfigured", "INVALID_PROVIDER");
  const parsed = parsePhone(phone ?? "", country);
  if (!parsed.ok || parsed.phone !== phone) return refusal("invalid_phone", "INVALID_PHONE_NUMBER");
  return takenRefusal(row, amount);
}

function takenRefusal(row: Network, amount: Money): Failure | null {
  switch (chargeProblem(row, amount)) {
    case null:
      return null;
    case "other_currency":
      return refusal("rail_misconfigured", "INVALID_CURRENCY");
    case "too_many_decimals":
      return refusal("amount_out_of_range", "INVALID_AMOUNT");
    case "too_small":
    case "too_large":
      return refusal("amount_out_of_range", "AMOUNT_OUT_OF_BOUNDS");
  }
}

function amountRefusal({ minor, currency }: Money): Failure | null {
  if (!isCurrency(currency)) return refusal("rail_misconfigured", "INVALID_CURRENCY");
  return minor > 0n ? null : refusal("amount_out_of_range", "AMOUNT_OUT_OF_BOUNDS");
}

/** Fictional banks, the same in every country. */
export const testBanks: readonly { code: string; name: string }[] = [
  { code: "SBX001", name: "Sandbox First Bank" },
  { code: "SBX002", name: "Sandbox Savings Bank" },
];

/** The holder of an account: always the same name for one number. Null for numbers ending in 089, as for payouts. */
export function accountHolder(bankCode: string, accountNumber: string): { name: string } | null {
  const known = testBanks.some(({ code }) => code === bankCode);
  if (!known || accountNumber.endsWith("089")) return null;
  return { name: `Sandbox Holder ${accountNumber.slice(-3)}` };
}
