import { describe, expect, test } from "vitest";
import { Invalid, NotFound, Refusal, refusalOrder, refusalStatuses, say } from "./refusal";

describe("the table of refusals", () => {
  test("has the status of the spec and of decided gaps for each code", () => {
    expect(refusalStatuses).toEqual({
      invalid_json: 400,
      missing_api_key: 401,
      invalid_api_key: 401,
      plan_required: 402,
      store_suspended: 403,
      developer_access_blocked: 403,
      live_key_required: 403,
      test_key_required: 403,
      key_is_read_only: 403,
      method_not_allowed: 405,
      idempotency_in_progress: 409,
      payload_too_large: 413,
      unsupported_media_type: 415,
      not_cancellable: 422,
      invoice_paid: 422,
      invoice_cancelled: 422,
      link_closed: 422,
      customer_blocked: 422,
      not_on_sale: 422,
      delivery_failed: 422,
      email_unverified: 422,
      sending_limit: 422,
      idempotency_key_reused: 422,
      not_active: 422,
      not_past_due: 422,
      not_extendable: 422,
      renewal_limit: 422,
      same_plan: 422,
      not_changeable: 422,
      plan_taken: 422,
      other_currency: 422,
      trial_used: 422,
      no_trial: 422,
      already_subscribed: 422,
      not_in_trial: 422,
      discount_not_found: 422,
      discount_used_up: 422,
      discount_expired: 422,
      discount_not_for_product: 422,
      discount_below_minimum: 422,
      discount_first_time_only: 422,
      discount_used_by_customer: 422,
      discount_code_taken: 422,
      discount_in_use: 422,
      discount_automatic: 422,
      payer_consent_required: 422,
      standing_order_runs: 422,
      test_mode_off: 422,
      key_limit: 422,
      endpoint_limit: 422,
      too_many_attempts: 429,
      internal_error: 500,
      service_unavailable: 503,
    });
  });
});

test("refusals come in the order: route, key, rate, store, plan, mode, object, body, values", () => {
  expect(refusalOrder).toEqual([
    "unknown_route",
    "method_not_allowed",
    "missing_api_key",
    "invalid_api_key",
    "too_many_requests",
    "store_suspended",
    "developer_access_blocked",
    "plan_required",
    "live_key_required",
    "test_key_required",
    "key_is_read_only",
    "not_found",
    "payload_too_large",
    "unsupported_media_type",
    "invalid_json",
    "invalid",
  ]);
});

test("errors carry what the answer needs", () => {
  const refused = new Refusal("not_cancellable");
  expect([refused.code, refused.message]).toEqual(["not_cancellable", "not_cancellable"]);
  expect(refused).toBeInstanceOf(Error);
  expect(new NotFound().message).not.toBe("");
  const invalid = new Invalid({ ref: [say("who_is_asked")], page: [say("whole_from_one", { max: "9" })] });
  expect(invalid.message).toBe('ref: who_is_asked {}; page: whole_from_one {"max":"9"}');
  expect(invalid.first).toEqual(say("who_is_asked"));
  expect(new Invalid({}).first).toEqual(say("nothing_changed"));
});
