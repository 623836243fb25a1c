import { expect, test } from "vitest";
import {
  cardRetry,
  failureReasons,
  failureRule,
  isFailureReason,
  maySayNothingWasTaken,
} from "./failure-reason";

const twoMinutes = 120_000;

test.each([
  ["insufficient_funds", true, 0, "retry other_method"],
  ["wrong_pin", true, 0, "retry"],
  ["cancelled_by_payer", true, 0, "retry"],
  ["not_approved_in_time", true, 0, "retry"],
  ["limit_exceeded", true, null, "other_method"],
  ["payer_busy", true, twoMinutes, "retry"],
  ["payer_not_found", true, null, "edit_number"],
  ["invalid_phone", true, null, "edit_number"],
  ["amount_out_of_range", true, null, "other_method"],
  ["payer_blocked", true, null, "other_method"],
  ["otp_incorrect", true, 0, "new_code"],
  ["card_declined", true, null, "other_method"],
  ["card_expired", true, null, "edit_card"],
  ["card_details_incorrect", true, null, "edit_card"],
  ["card_authentication_failed", true, 0, "retry"],
  ["card_not_supported", true, null, "other_method"],
  ["provider_unavailable", true, 0, "retry other_method"],
  ["rail_misconfigured", true, null, "other_method"],
  ["duplicate", false, null, "check_again"],
  ["recipient_not_found", true, null, ""],
  ["recipient_limit", true, null, ""],
  ["account_invalid", true, null, ""],
  ["insufficient_float", false, null, ""],
  ["needs_manual_approval", false, null, ""],
  ["unknown", true, 0, "retry other_method"],
] as const)("%s: final %s, again after %s ms, buttons %s", (reason, final, retryAfterMs, buttons) => {
  const rule = failureRule(reason);
  expect([rule.final, rule.retryAfterMs, rule.buttons.join(" ")]).toEqual([final, retryAfterMs, buttons]);
  expect(maySayNothingWasTaken(reason)).toBe(final);
});

test("all 25 reasons are decided, and other words are not reasons", () => {
  expect(failureReasons.length).toBe(25);
  expect(failureReasons.every(isFailureReason)).toBe(true);
  for (const text of ["", "declined", "constructor", "__proto__"]) expect(isFailureReason(text)).toBe(false);
});

test("a payer who may not be promised that nothing was taken is never offered to pay again", () => {
  for (const reason of failureReasons.filter((each) => !maySayNothingWasTaken(each))) {
    expect(failureRule(reason).retryAfterMs).toBeNull();
    expect(failureRule(reason).buttons).not.toContain("retry");
  }
});

test("the operator is called where nobody else can help", () => {
  expect(failureReasons.filter((reason) => failureRule(reason).alertsOperator)).toEqual([
    "rail_misconfigured",
    "duplicate",
    "insufficient_float",
    "needs_manual_approval",
  ]);
});

test("after a kept card was not charged: the same card later, the payer, or another card", () => {
  const by = (next: string) => failureReasons.filter((reason) => cardRetry(reason) === next);
  expect(by("never")).toEqual([
    "payer_blocked",
    "card_expired",
    "card_details_incorrect",
    "card_not_supported",
  ]);
  expect(by("with_payer")).toEqual([
    "wrong_pin",
    "cancelled_by_payer",
    "not_approved_in_time",
    "amount_out_of_range",
    "otp_incorrect",
    "card_authentication_failed",
  ]);
  for (const reason of ["insufficient_funds", "card_declined", "provider_unavailable", "unknown"] as const)
    expect(cardRetry(reason)).toBe("later");
});
