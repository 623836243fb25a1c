import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Failure } from "../port";
import type { Client, Said } from "./client";

type Rule = [RegExp, FailureReason];

const everywhere: Rule[] = [
  [/insufficient|low.?balance|not enough (funds|money|balance)/i, "insufficient_funds"],
  [/(incorrect|wrong|invalid).*\bpin\b/i, "wrong_pin"],
];

const card: Rule[] = [
  ...everywhere,
  [/expired.*card|card.*expired|^expired/i, "card_expired"],
  [/\bcv[vc]2?\b|incorrect.*(number|details)|invalid.*card/i, "card_details_incorrect"],
  [/3d.?secure|authenticat/i, "card_authentication_failed"],
  [/not supported|not permitted/i, "card_not_supported"],
  [/cancel|declined by (customer|user|payer)/i, "cancelled_by_payer"],
  [/declined|do not hono/i, "card_declined"],
  [/time.?out|timed out|expired|not completed|abandoned/i, "not_approved_in_time"],
  [/unavailable|try another/i, "provider_unavailable"],
  [/limit/i, "limit_exceeded"],
  [/amount/i, "amount_out_of_range"],
];

/** A card that is charged without its payer: nobody can have cancelled it or waited too long. */
const keptCard: Rule[] = [
  ...everywhere,
  [/authori[sz]ation (code|is not reusable)/i, "card_not_supported"],
  [/\b(lost|stolen|pick.?up|restricted|closed|fraud)|no card record|revo(ked|cation)/i, "card_not_supported"],
  [/until \d+ (minutes|hours)/i, "limit_exceeded"],
  [/time.?out|timed out|not completed|inoperative/i, "provider_unavailable"],
  ...card,
];

const wallet: Rule[] = [
  ...everywhere,
  [/cancel|declined by|rejected/i, "cancelled_by_payer"],
  [/\botp\b|voucher/i, "otp_incorrect"],
  [/time.?out|timed out|expired|not completed|abandoned/i, "not_approved_in_time"],
  [/limit/i, "limit_exceeded"],
  [/in progress|duplicate/i, "payer_busy"],
  [/invalid.*(phone|number)/i, "invalid_phone"],
  [/not registered|not found/i, "payer_not_found"],
  [/unavailable|try another/i, "provider_unavailable"],
  [/amount/i, "amount_out_of_range"],
];

const payout: Rule[] = [
  [/balance is not enough|can only spend|insufficient/i, "insufficient_float"],
  [/limit/i, "recipient_limit"],
  [/beneficiary|recipient|account.*not|not registered|not found|resolve/i, "recipient_not_found"],
  [/unavailable|try another/i, "provider_unavailable"],
  [/amount/i, "amount_out_of_range"],
];

const refund: Rule[] = [
  [/balance is not enough|insufficient/i, "insufficient_float"],
  [/amount|fully re(versed|funded)|already|exceed|more than/i, "amount_out_of_range"],
];

const rules = { card, kept_card: keptCard, mobile_money: wallet, bank: wallet, payout, refund };

/** The reason in a message of a rail that has messages instead of codes. */
export function reasonOfText(text: string, what: keyof typeof rules): FailureReason {
  return rules[what].find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}

/** Problems that only the operator can solve, in the rail's dashboard or with its support. */
const setUp =
  /white.?list|starter business|third.?party (payout|transfer)|not (been )?(enabled|activated)|(currency|channel) (is )?not supported|supported by (your |the )?merchant/i;

/** Why a request was refused at once. The credentials and the account's settings are checked before the message. */
export function refusalOf(
  { anomaly }: Pick<Client, "anomaly">,
  { http, message }: Pick<Said, "http" | "message">,
  what: keyof typeof rules,
): Failure {
  const railCode = `HTTP ${http}`;
  if (http === 401 || http === 403) return { reason: "rail_misconfigured", railCode, railMessage: message };
  const reason = setUp.test(message) ? "rail_misconfigured" : reasonOfText(message, what);
  if (reason === "rail_misconfigured") anomaly("refused", `${railCode}: ${message.slice(0, 200)}`);
  return { reason, railCode, railMessage: message };
}

/** Of a bank, the recipient is an account. */
export function accountFailure(to: "bank" | "mobile_money", failure: Failure): Failure {
  const isAccount = to === "bank" && failure.reason === "recipient_not_found";
  return isAccount ? { ...failure, reason: "account_invalid" } : failure;
}
