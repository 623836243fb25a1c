/** What the payer can do next, in the order of the buttons. The message files hold the words of each. */
export type FailureButton =
  | "retry"
  | "other_method"
  | "edit_number"
  | "edit_card"
  | "new_code"
  | "check_again";

interface FailureRule {
  /** Whether the rail has decided: no money moved and none will. Otherwise the outcome is still open. */
  final: boolean;
  /** The same payment may be tried again after this many ms. Null: number, method or amount must change first. */
  retryAfterMs: number | null;
  buttons: readonly FailureButton[];
  /** The operator must look: nothing the payer or seller does will help. */
  alertsOperator: boolean;
}

const minute = 60_000;
const retry: FailureRule = { final: true, retryAfterMs: 0, buttons: ["retry"], alertsOperator: false };
const retryOrOther: FailureRule = { ...retry, buttons: ["retry", "other_method"] };
const other: FailureRule = { ...retry, retryAfterMs: null, buttons: ["other_method"] };
const editNumber: FailureRule = { ...other, buttons: ["edit_number"] };
const editCard: FailureRule = { ...other, buttons: ["edit_card"] };
const undecided: FailureRule = {
  final: false,
  retryAfterMs: null,
  buttons: ["check_again"],
  alertsOperator: true,
};
/** A payout to an account that cannot receive it returns to the wallet; no payer sees it. */
const bounced: FailureRule = { ...other, buttons: [] };
/** A payout that waits for the operator stays queued: it does not return to the seller. */
const queued: FailureRule = { ...undecided, buttons: [] };

const rules = {
  insufficient_funds: retryOrOther,
  wrong_pin: retry,
  cancelled_by_payer: retry,
  not_approved_in_time: retry,
  limit_exceeded: other,
  payer_busy: { ...retry, retryAfterMs: 2 * minute },
  payer_not_found: editNumber,
  invalid_phone: editNumber,
  amount_out_of_range: other,
  payer_blocked: other,
  otp_incorrect: { ...retry, buttons: ["new_code"] },
  card_declined: other,
  card_expired: editCard,
  card_details_incorrect: editCard,
  card_authentication_failed: retry,
  card_not_supported: other,
  provider_unavailable: retryOrOther,
  rail_misconfigured: { ...other, alertsOperator: true },
  // The rail knows this reference already, so an earlier call of ours reached it: the outcome of that call decides.
  duplicate: undecided,
  recipient_not_found: bounced,
  recipient_limit: bounced,
  account_invalid: bounced,
  insufficient_float: queued,
  needs_manual_approval: queued,
  unknown: retryOrOther,
} as const satisfies Record<string, FailureRule>;

/** Why a rail did not move money, in our own codes for all rails. */
export type FailureReason = keyof typeof rules;

// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
export const failureReasons = Object.keys(rules) as FailureReason[];

/** For reasons read from the database or a rail. */
export function isFailureReason(text: string): text is FailureReason {
  return Object.hasOwn(rules, text);
}

export function failureRule(reason: FailureReason): FailureRule {
  return rules[reason];
}

/** Only a final failure may promise "Nothing was taken": while the outcome is open, the money may still move. */
export function maySayNothingWasTaken(reason: FailureReason): boolean {
  return rules[reason].final;
}

/** What makes sense after a kept card was not charged: the same card later, a payment by the payer, or another card. */
export type CardRetry = "later" | "with_payer" | "never";

/** All reasons that are not the bank's last word on this card mean "later". */
const cardRetries: Partial<Record<FailureReason, CardRetry>> = {
  card_expired: "never",
  card_details_incorrect: "never",
  card_not_supported: "never",
  payer_blocked: "never",
  card_authentication_failed: "with_payer",
  cancelled_by_payer: "with_payer",
  not_approved_in_time: "with_payer",
  wrong_pin: "with_payer",
  otp_incorrect: "with_payer",
  amount_out_of_range: "with_payer",
};

export function cardRetry(reason: FailureReason): CardRetry {
  return cardRetries[reason] ?? "later";
}
