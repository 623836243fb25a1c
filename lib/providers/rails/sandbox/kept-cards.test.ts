import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openSandbox, requestTo } from "@/lib/testing/rails/sandbox";
import type { ChargeRequest, KeptChargeRequest } from "../port";

const day = 24 * 60 * 60_000;

async function keep(number: string, { expiry = "12/30", asked = true } = {}) {
  const { sandbox, received, advance } = openSandbox();
  const request: ChargeRequest = { ...cardRequest(), ...(asked ? { keep: true } : {}) };
  const { attemptId } = request;
  await sandbox.rail.charge(request);
  const step = await sandbox.cardPage.pay(attemptId, { number, expiry, cvc: "123" });
  if (step.kind === "three_d_secure") await sandbox.cardPage.confirm(attemptId, true);
  const status = await sandbox.rail.chargeStatus({ attemptId });
  const card = status.kind === "succeeded" ? status.settlement.instrument : undefined;
  const chargeKept = (more: Partial<KeptChargeRequest> = {}) =>
    sandbox.rail.chargeKept?.({ ...cardRequest(), method: "card", token: card?.token ?? "", ...more });
  return { sandbox, received, advance, card, chargeKept };
}

function cardRequest(): ChargeRequest {
  return { ...requestTo(""), attemptId: randomUUID(), method: "card", payer: {} };
}

test("a card is kept only where its payer agreed, with its month and year", async () => {
  expect((await keep("4242 4242 4242 4242", { asked: false })).card).toBeUndefined();
  const { card } = await keep("4242 4242 4242 4242", { expiry: "7/31" });
  expect(card).toMatchObject({ kind: "card", brand: "visa", last4: "4242", expMonth: 7, expYear: 2031 });
});

test("a kept card pays without its payer, once however often it is asked", async () => {
  const { chargeKept, sandbox } = await keep("4242424242424242");
  const attemptId = randomUUID();
  const first = await chargeKept({ attemptId });
  expect(first).toMatchObject({ kind: "succeeded", settlement: { card: { last4: "4242" } } });
  expect(await chargeKept({ attemptId })).toEqual(first);
  expect(await sandbox.rail.chargeStatus({ attemptId })).toEqual(first);
  expect(first).not.toMatchObject({ settlement: { instrument: expect.anything() } });
});

test("a signed callback brings the card too", async () => {
  const { sandbox, received, card, advance } = await keep("4242424242424242");
  await advance(1_000);
  const [raw] = received;
  if (!raw) throw new Error("no callback");
  const { events } = await sandbox.rail.parseCallback(raw);
  expect(events).toMatchObject([{ claim: { kind: "succeeded", settlement: { instrument: card } } }]);
});

test.each([
  ["4000000000000341", "card_declined"],
  ["4000000000009979", "card_not_supported"],
])("card %s is kept and then refused: %s", async (number, reason) => {
  const { chargeKept, sandbox } = await keep(number);
  const attemptId = randomUUID();
  expect(await chargeKept({ attemptId })).toMatchObject({ kind: "failed", failure: { reason } });
  expect(await sandbox.rail.chargeStatus({ attemptId })).toMatchObject({
    kind: "failed",
    failure: { reason },
  });
});

test.each([
  [true, { kind: "succeeded" }],
  [false, { kind: "failed", failure: { reason: "card_authentication_failed" } }],
])("a bank that asks is answered on the card page: %s", async (approved, ending) => {
  const { chargeKept, sandbox } = await keep("4000002500003155");
  const attemptId = randomUUID();
  const url = `https://pay.example.com/sandbox/card/${attemptId}`;
  expect(await chargeKept({ attemptId })).toMatchObject({ kind: "requires_redirect", url });
  expect(await sandbox.cardPage.view(attemptId)).toMatchObject({ step: "three_d_secure" });
  await sandbox.cardPage.confirm(attemptId, approved);
  expect(await sandbox.rail.chargeStatus({ attemptId })).toMatchObject(ending);
});

test("a bank whose question nobody answers takes nothing", async () => {
  const { chargeKept, sandbox, advance } = await keep("4000002500003155");
  const attemptId = randomUUID();
  await chargeKept({ attemptId });
  await advance(31 * 60_000);
  expect(await sandbox.rail.chargeStatus({ attemptId })).toMatchObject({
    kind: "failed",
    failure: { reason: "not_approved_in_time" },
  });
});

test("a card is charged to the last day of its month and not on the next", async () => {
  // The clock starts at 31 January 2026, 09:30.
  const { chargeKept, advance } = await keep("4242424242424242", { expiry: "02/26" });
  await advance(28 * day);
  expect(await chargeKept()).toMatchObject({ kind: "succeeded" });
  await advance(day);
  expect(await chargeKept()).toMatchObject({ kind: "failed", failure: { reason: "card_expired" } });
});

test("a forgotten card is never charged again, and may be forgotten twice", async () => {
  const { chargeKept, sandbox, card } = await keep("4242424242424242");
  for (const token of [
    card?.token ?? "",
    card?.token ?? "",
    "rubbish",
    JSON.stringify({ charge: randomUUID() }),
  ])
    expect(await sandbox.rail.forget?.(token)).toEqual({ kind: "forgotten" });
  expect(await chargeKept()).toMatchObject({ kind: "failed", failure: { reason: "card_not_supported" } });
  expect(await chargeKept({ token: "rubbish" })).toMatchObject({ kind: "failed" });
});
