import { expect, test } from "vitest";
import { openSandbox, requestTo } from "@/lib/testing/rails/sandbox";
import { testCardPattern, testCards } from "./pages";

const good = { expiry: "01/26", cvc: "123" };

function cardRequest() {
  const { payer: _none, ...request } = requestTo("");
  return { ...request, method: "card" as const, payer: {} };
}

const outcomes: [string, object][] = [
  ["4242424242424242", { kind: "succeeded", settlement: { card: { brand: "visa", last4: "4242" } } }],
  [
    "5555 5555 5555 4444",
    { kind: "succeeded", settlement: { card: { brand: "mastercard", last4: "4444" } } },
  ],
  ["4000000000000002", { kind: "failed", failure: { reason: "card_declined" } }],
  ["4000000000009995", { kind: "failed", failure: { reason: "insufficient_funds" } }],
  ["4000000000000069", { kind: "failed", failure: { reason: "card_expired" } }],
  ["4000000000000127", { kind: "failed", failure: { reason: "card_details_incorrect" } }],
  ["4000000000000119", { kind: "failed", failure: { reason: "provider_unavailable" } }],
];
test.each(outcomes)(
  "the test card %s ends as it should, and its number is kept nowhere",
  async (number, outcome) => {
    const { sandbox, store, received, advance } = openSandbox();
    const request = cardRequest();
    const url = `https://pay.example.com/sandbox/card/${request.attemptId}`;
    expect(await sandbox.rail.charge(request)).toMatchObject({ kind: "requires_redirect", url });
    expect(await sandbox.rail.chargeStatus(request)).toEqual({ kind: "pending", redirectUrl: url });
    expect(await sandbox.cardPage.view(request.attemptId)).toMatchObject({
      step: "card",
      label: "Gold plan",
    });
    const step = await sandbox.cardPage.pay(request.attemptId, { number, ...good });
    expect(step).toEqual({ kind: "return", url: request.returnUrl });
    expect(await sandbox.rail.chargeStatus(request)).toMatchObject(outcome);
    await advance(0);
    expect(received).toHaveLength(1);
    const kept = JSON.stringify(await store.list({})) + received.map(({ body }) => body.toString()).join();
    expect(kept).not.toContain(number.replaceAll(" ", ""));
  },
);

test("any other card number is refused, and so are a past month and a strange code", async () => {
  const { sandbox } = openSandbox();
  const request = cardRequest();
  await sandbox.rail.charge(request);
  const problemOf = async (card: { number: string; expiry: string; cvc: string }) =>
    sandbox.cardPage.pay(request.attemptId, card);
  const other = { number: "4111111111111111", ...good };
  expect(await problemOf(other)).toEqual({ kind: "problem", problem: "not_a_test_card" });
  expect(await problemOf({ ...other, number: "constructor" })).toMatchObject({ problem: "not_a_test_card" });
  const test = { number: "4242424242424242", ...good };
  expect(await problemOf({ ...test, expiry: "12/25" })).toEqual({ kind: "problem", problem: "expiry_past" });
  expect(await problemOf({ ...test, expiry: "13/30" })).toMatchObject({ problem: "expiry_unreadable" });
  expect(await problemOf({ ...test, cvc: "12" })).toMatchObject({ problem: "cvc_unreadable" });
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject({ kind: "pending" });
});

test("the field's own pattern takes the test cards, with spaces or without, and nothing else", () => {
  const pattern = new RegExp(`^(?:${testCardPattern})$`);
  for (const number of Object.keys(testCards)) {
    expect(number).toMatch(pattern);
    expect(number.replace(/\d{4}(?=\d)/g, "$& ")).toMatch(pattern);
  }
  expect("4111111111111111").not.toMatch(pattern);
  expect("42424242424242424242").not.toMatch(pattern);
});

test.each([
  [true, { kind: "succeeded" }],
  [false, { kind: "failed", failure: { reason: "card_authentication_failed" } }],
])("3-D Secure: the payer's answer %s decides, once", async (approved, outcome) => {
  const { sandbox } = openSandbox();
  const request = cardRequest();
  await sandbox.rail.charge(request);
  const number = "4000002500003155";
  const { attemptId } = request;
  expect(await sandbox.cardPage.pay(attemptId, { number, ...good })).toEqual({ kind: "three_d_secure" });
  expect(await sandbox.cardPage.view(attemptId)).toMatchObject({ step: "three_d_secure" });
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject({ kind: "pending" });
  await sandbox.cardPage.confirm(attemptId, approved);
  await sandbox.cardPage.confirm(attemptId, !approved);
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject(outcome);
  expect(await sandbox.cardPage.view(attemptId)).toMatchObject({ step: "done" });
});

test("a card page that is left, cancelled or sent twice has one outcome", async () => {
  const { sandbox, advance } = openSandbox();
  const left = cardRequest();
  await sandbox.rail.charge(left);
  await advance(30 * 60_000);
  const failure = { reason: "not_approved_in_time" };
  expect(await sandbox.rail.chargeStatus(left)).toMatchObject({ kind: "failed", failure });
  await sandbox.cardPage.pay(left.attemptId, { number: "4242424242424242", expiry: "12/30", cvc: "123" });
  expect(await sandbox.rail.chargeStatus(left)).toMatchObject({ kind: "failed", failure });
  const cancelled = cardRequest();
  await sandbox.rail.charge(cancelled);
  const step = await sandbox.cardPage.cancel(cancelled.attemptId);
  expect(step).toEqual({ kind: "return", url: cancelled.cancelUrl });
  await sandbox.cardPage.pay(cancelled.attemptId, { number: "4242424242424242", ...good });
  const reason = "cancelled_by_payer";
  expect(await sandbox.rail.chargeStatus(cancelled)).toMatchObject({ kind: "failed", failure: { reason } });
  expect(await sandbox.cardPage.view("nobody")).toBeNull();
  expect(await sandbox.cardPage.cancel("nobody")).toEqual({ kind: "not_found" });
});

test("the card whose refund fails is paid first, and the refund fails later", async () => {
  const { sandbox, advance } = openSandbox();
  const request = cardRequest();
  await sandbox.rail.charge(request);
  await sandbox.cardPage.pay(request.attemptId, { number: "4000000000005126", ...good });
  const refund = {
    refundId: "0b4f9a52-94c1-4d4e-8d2e-3f6f1f6f3f10",
    attemptId: request.attemptId,
    railRef: "",
    amount: request.amount,
  };
  expect(await sandbox.rail.refund?.(refund)).toMatchObject({ kind: "pending" });
  await advance(30_000);
  expect(await sandbox.rail.refundStatus?.(refund)).toMatchObject({ kind: "failed" });
});

test("the handset shows the prompt, and its answer decides where the number says nothing", async () => {
  const phone = "+256772123456";
  const answers: [string, object, string][] = [
    ["1234", { kind: "succeeded" }, "paid"],
    ["0000", { kind: "failed", failure: { reason: "wrong_pin" } }, "wrong_pin"],
    ["", { kind: "failed", failure: { reason: "wrong_pin" } }, "wrong_pin"],
  ];
  for (const [pin, outcome, answer] of answers) {
    const { sandbox, advance, received } = openSandbox({ mode: "handset" });
    const request = requestTo(phone);
    await sandbox.rail.charge(request);
    await advance(60_000);
    const prompts = await sandbox.handset.prompts(phone);
    expect(prompts).toMatchObject([{ text: "Pay UGX 5,000 to ACME? Enter PIN", label: "Gold plan" }]);
    expect(await sandbox.handset.approve(request.attemptId, pin)).toBe(answer);
    expect(await sandbox.rail.chargeStatus(request)).toMatchObject(outcome);
    expect(await sandbox.handset.decline(request.attemptId)).toBe("gone");
    expect(await sandbox.handset.prompts(phone)).toEqual([]);
    await advance(600_000);
    expect(await sandbox.rail.chargeStatus(request)).toMatchObject(outcome);
    expect(received).toHaveLength(1);
  }
});

test("on the handset too, the digits that ask for an outcome have it", async () => {
  const { sandbox, advance } = openSandbox({ mode: "handset" });
  const [poor, paying] = [requestTo("+256772123049"), requestTo("+256772123789")];
  for (const request of [poor, paying]) await sandbox.rail.charge(request);
  await advance(4_000);
  const failure = { reason: "insufficient_funds" };
  expect(await sandbox.rail.chargeStatus(poor)).toMatchObject({ kind: "failed", failure });
  expect(await sandbox.rail.chargeStatus(paying)).toMatchObject({ kind: "succeeded" });
});

test("a prompt that is declined is cancelled; one that is ignored runs out", async () => {
  const { sandbox, advance } = openSandbox({ mode: "handset" });
  const declined = requestTo("+256772123456");
  const ignored = requestTo("+256772123456");
  await sandbox.rail.charge(declined);
  await sandbox.rail.charge(ignored);
  expect(await sandbox.handset.prompts("+256772123456")).toHaveLength(2);
  expect(await sandbox.handset.decline(declined.attemptId)).toBe("declined");
  expect(await sandbox.handset.ignore(ignored.attemptId)).toBe("ignored");
  expect(await sandbox.handset.prompts("+256772123456")).toEqual([]);
  const failure = { reason: "cancelled_by_payer" };
  expect(await sandbox.rail.chargeStatus(declined)).toMatchObject({ kind: "failed", failure });
  expect(await sandbox.rail.chargeStatus(ignored)).toEqual({ kind: "pending" });
  await advance(120_000);
  expect(await sandbox.rail.chargeStatus(ignored)).toMatchObject({
    failure: { reason: "not_approved_in_time" },
  });
});

test("tests may move the sandbox's time alone", async () => {
  const { sandbox, advance, received } = openSandbox();
  const request = requestTo("+256772123179");
  await sandbox.rail.charge(request);
  await sandbox.controls.advance(45_000);
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded" });
  await advance(0);
  expect(received).toHaveLength(1);
});
