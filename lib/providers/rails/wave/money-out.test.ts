import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { payoutOf } from "@/lib/testing/rails/contract-harness";
import { amount, open, phone, senegal, sessions } from "@/lib/testing/rails/wave-stub";
import type { RefundRequest } from "../port";

test.each(["code", "error_code", "error"])(
  "a payout fails by its code, which Wave calls %s",
  async (name) => {
    const { rail, answers, sent } = open();
    const request = payoutOf(senegal, phone);
    answers["POST /v1/payout"] = { status: 400, body: { [name]: "insufficient-funds", message: "x" } };
    expect(await rail.payout?.(request)).toMatchObject({ failure: { reason: "insufficient_float" } });
    const [one] = sent("POST /v1/payout");
    expect(one?.headers.get("idempotency-key")).toBe(request.payoutId);
    expect(one?.json).toMatchObject({
      receive_amount: "1000",
      mobile: phone,
      client_reference: request.payoutId,
    });
  },
);

test("a payout in doubt may be sent again under its key; what is known of it is found by our reference", async () => {
  const { rail, answers } = open();
  const request = payoutOf(senegal, phone);
  const { payoutId } = request;
  const made = {
    id: "pt-185sewgm8100t",
    currency: "XOF",
    receive_amount: "1000",
    fee: "10",
    client_reference: payoutId,
  };
  const found = (more: object) => {
    answers["GET /v1/payouts/search"] = { body: { result: [{ ...made, ...more }] } };
  };
  answers["POST /v1/payout"] = { status: 503, body: { code: "service-unavailable" } };
  expect(await rail.payout?.(request)).toMatchObject({ kind: "pending", uncertain: true, mayRepeat: true });
  answers["GET /v1/payouts/search"] = { body: { result: [] } };
  expect(await rail.payoutStatus?.(request)).toEqual({ kind: "not_found" });
  found({ status: "succeeded" });
  const fee = { minor: 10n, currency: "XOF" };
  expect(await rail.payoutStatus?.(request)).toMatchObject({
    kind: "succeeded",
    railRef: "pt-185sewgm8100t",
    fee,
  });
  answers["POST /v1/payout"] = { status: 409, body: { code: "idempotency-mismatch" } };
  expect(await rail.payout?.(request)).toMatchObject({ kind: "succeeded" });
  const payout_error = {
    error_code: "recipient-limit-exceeded",
    error_message: "The recipient has reached their limit.",
  };
  found({ status: "failed", payout_error });
  expect(await rail.payoutStatus?.(request)).toMatchObject({ failure: { reason: "recipient_limit" } });
  found({ status: "reversed" });
  expect(await rail.payoutStatus?.(request)).toMatchObject({ kind: "reversed" });
  found({ status: "on-its-way" });
  expect(await rail.payoutStatus?.(request)).toMatchObject({ kind: "pending" });
});

function movement(more: Record<string, unknown>) {
  return {
    ...{
      timestamp: "2026-11-29T09:00:00Z",
      transaction_id: "T_V3TFOUE7VU",
      currency: "XOF",
      balance: "10344",
    },
    ...{ amount: "990", fee: "10", is_reversal: false, counterparty_mobile: "+221761110000", ...more },
  };
}

const onePage = (items: unknown[]) => ({
  body: {
    page_info: { start_cursor: null, end_cursor: null, has_next_page: false },
    date: "2026-11-29",
    items,
  },
});

test("a refund gives a session back once; one that was lost is found in the list, or asked for again", async () => {
  const { rail, answers } = open();
  const attemptId = randomUUID();
  const request: RefundRequest = { refundId: randomUUID(), attemptId, railRef: "cos-1", amount };
  const ref = { ...request, charge: { attemptId, railRef: "cos-1" } };
  answers[`POST ${sessions}/cos-1/refund`] = { status: 500 };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "pending", uncertain: true, mayRepeat: true });
  answers["GET /v1/transactions"] = onePage([
    movement({ transaction_type: "api_checkout", client_reference: attemptId }),
  ]);
  expect(await rail.refundStatus?.(ref)).toMatchObject({ kind: "pending", mayRepeat: true });
  const back = {
    transaction_type: "api_checkout_refund",
    checkout_api_session_id: "cos-1",
    amount: "-1000",
    fee: "0",
  };
  answers["GET /v1/transactions"] = onePage([movement(back)]);
  expect(await rail.refundStatus?.(ref)).toMatchObject({ kind: "succeeded", receipt: "T_V3TFOUE7VU" });
  answers[`POST ${sessions}/cos-1/refund`] = { status: 200 };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "succeeded", railRef: "cos-1" });
  answers[`POST ${sessions}/cos-1/refund`] = {
    status: 409,
    body: { code: "checkout-refund-failed", message: "x" },
  };
  expect(await rail.refund?.(request)).toMatchObject({ failure: { reason: "unknown" } });
  const half = {
    payment: { amount: { minor: 2_000n, currency: "XOF" }, back: { minor: 0n, currency: "XOF" } },
  };
  expect(await rail.refund?.({ ...request, ...half })).toMatchObject({
    failure: { reason: "amount_out_of_range" },
  });
});

test("its list is read day by day and page by page, with the fee back in each amount", async () => {
  const { rail, answers, sent } = open();
  const [charge, payout] = [randomUUID(), randomUUID()];
  const first = [
    movement({
      transaction_type: "api_checkout",
      client_reference: charge,
      checkout_api_session_id: "cos-1",
    }),
    movement({ transaction_type: "merchant_payment" }),
  ];
  const second = [
    movement({ transaction_type: "api_payout", client_reference: payout, amount: "-505", fee: "5" }),
    movement({ transaction_type: "api_payout_reversal", client_reference: payout, amount: "505", fee: "-5" }),
    movement({
      transaction_type: "api_checkout_refund",
      client_reference: charge,
      amount: "-1000",
      fee: "0",
    }),
  ];
  answers["GET /v1/transactions"] = ({ query }) => {
    if (query.get("date") !== "2026-11-29") return onePage([]);
    if (query.get("after")) return onePage(second);
    const page_info = { start_cursor: null, end_cursor: "TFRf", has_next_page: true };
    return { body: { page_info, items: first } };
  };
  const range = { from: new Date("2026-11-28T12:00:00Z"), to: new Date("2026-11-29T12:00:00Z") };
  const listed = await rail.statement?.(range);
  expect(listed?.lines).toMatchObject([
    { op: "charge", ourId: charge, railRef: "cos-1", minor: 1_000n, receipt: "T_V3TFOUE7VU" },
    { op: "payout", ourId: payout, minor: -500n },
    { op: "payout", ourId: payout, minor: 500n },
  ]);
  expect(sent("GET /v1/transactions").map(({ query }) => [query.get("date"), query.get("after")])).toEqual([
    ["2026-11-28", null],
    ["2026-11-29", null],
    ["2026-11-29", "TFRf"],
  ]);
  answers["GET /v1/transactions"] = { status: 403, body: { code: "invalid-wallet" } };
  await expect(rail.statement?.(range)).rejects.toThrow();
});
