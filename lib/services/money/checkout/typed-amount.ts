import { exponentOf } from "@/lib/domain/money";
import { payInvalid } from "@/lib/domain/pay-problem";
import { parseTypedAmount } from "@/lib/domain/typed-amount";

/** What the payer typed, in minor units; null when nothing was. `limits` are named where it is out of all reason. */
export function typedAmount(
  typed: string | null,
  currency: string,
  limits: { min: string; max: string },
): bigint | null {
  if (typed === null || typed.trim() === "") return null;
  const parsed = parseTypedAmount(typed, currency);
  if (parsed.ok) return parsed.money.minor;
  const { min, max } = limits;
  switch (parsed.problem) {
    case "not_a_number":
      throw payInvalid("amount", "amount_unreadable");
    case "not_positive":
      throw payInvalid("amount", "amount_too_small", { min });
    case "too_large":
      throw payInvalid("amount", "amount_too_large", { max });
    case "too_many_decimals": {
      const decimals = String(exponentOf(currency));
      throw payInvalid("amount", "amount_too_many_decimals", { currency, decimals });
    }
  }
}
