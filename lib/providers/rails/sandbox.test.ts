import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openSandbox, requestTo } from "@/lib/testing/rails/sandbox";
import type { ChargeRequest } from "./port";

const start = "+256772123";

/** When each suffix is still open, and when it has ended: milliseconds after the charge. */
const timings: [string, number, number][] = [
  ["789", 3_999, 4_000],
  ["001", 3_999, 4_000],
  ["179", 44_999, 45_000],
  ["199", 179_999, 180_000],
];
test.each(timings)("%s is open after %d ms and paid after %d ms", async (suffix, openMs, paidMs) => {
  const { sandbox, advance } = openSandbox();
  const request = requestTo(start + suffix);
  await sandbox.rail.charge(request);
  await advance(openMs);
  expect(await sandbox.rail.chargeStatus(request)).toEqual({ kind: "pending" });
  await advance(paidMs - openMs);
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded" });
});

test("129 is pending for ever, as a charge and as a queued payout", async () => {
  const { sandbox, advance, received } = openSandbox();
  const request = requestTo(`${start}129`);
  await sandbox.rail.charge(request);
  const to = { type: "mobile_money" as const, phone: `${start}129`, network: "mtn_ug", name: "Ann" };
  const payout = { payoutId: randomUUID(), narration: "Payout", to };
  const { amount, country, callbackUrl } = request;
  await sandbox.rail.payout?.({ ...payout, amount, country, callbackUrl });
  await advance(365 * 86_400_000);
  expect(await sandbox.rail.chargeStatus(request)).toEqual({ kind: "pending" });
  expect(await sandbox.rail.payoutStatus?.(payout)).toMatchObject({ kind: "pending", queued: true });
  expect(received).toEqual([]);
});

const callbacks: [string, string[]][] = [
  ["789", ["succeeded"]],
  ["049", ["failed"]],
  ["229", []],
  ["239", ["succeeded", "succeeded", "succeeded"]],
  ["249", ["failed", "succeeded"]],
  ["199", ["succeeded"]],
];
test.each(callbacks)("%s is told by the callbacks %j", async (suffix, kinds) => {
  const { sandbox, advance, received } = openSandbox();
  await sandbox.rail.charge(requestTo(start + suffix));
  await advance(181_000);
  await advance(0);
  const verdicts = await Promise.all(received.map((raw) => sandbox.rail.parseCallback(raw)));
  expect(verdicts.map(({ events }) => events[0]?.claim?.kind)).toEqual(kinds);
  expect(new Set(verdicts.map(({ events }) => events[0]?.dedupeKey)).size).toBe(new Set(kinds).size);
});

test("249 is paid whatever its first callback says, and can be told in the other order", async () => {
  const { sandbox, advance, received } = openSandbox();
  const request = requestTo(`${start}249`);
  await sandbox.rail.charge(request);
  await advance(4_000);
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded" });
  received.length = 0;
  expect(await sandbox.controls.deliverCallback(request.attemptId, { order: "reversed" })).toBe(2);
  const kinds = received.map(({ body }) => JSON.parse(body.toString("utf8")).status);
  expect(kinds).toEqual(["succeeded", "failed"]);
});

test("269 is paid one unit short, in the status and in the signed claim alike", async () => {
  const { sandbox, advance, received } = openSandbox();
  const request = requestTo(`${start}269`);
  await sandbox.rail.charge(request);
  await advance(4_000);
  const short = { kind: "succeeded", settlement: { amount: { minor: 4_999n, currency: "UGX" } } };
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject(short);
  const [raw] = received;
  if (!raw) throw new Error("No callback came.");
  expect((await sandbox.rail.parseCallback(raw)).events[0]?.claim).toMatchObject(short);
});

test("a callback that was not taken is sent again, and not for ever", async () => {
  const { sandbox, advance, received, refuse } = openSandbox();
  refuse.next = 2;
  await sandbox.rail.charge(requestTo(`${start}789`));
  await advance(4_000);
  expect(received).toHaveLength(0);
  await advance(10_000);
  expect(received).toHaveLength(0);
  await advance(10_000);
  expect(received).toHaveLength(1);
  refuse.next = 1_000;
  await sandbox.rail.charge(requestTo(`${start}788`));
  for (let tries = 0; tries < 95; tries += 1) await advance(10_000);
  expect(1_000 - refuse.next).toBe(90);
});

test("189 asks for a code first; the right one pays, a wrong one fails, none at all runs out", async () => {
  const outcomes: [string | null, object][] = [
    ["123456", { kind: "succeeded" }],
    ["000000", { kind: "failed", failure: { reason: "otp_incorrect" } }],
    ["", { kind: "failed", failure: { reason: "otp_incorrect" } }],
    [null, { kind: "failed", failure: { reason: "not_approved_in_time" } }],
  ];
  for (const [code, outcome] of outcomes) {
    const { sandbox, advance } = openSandbox();
    const request = requestTo(`${start}189`);
    const asked = await sandbox.rail.charge(request);
    expect(asked).toMatchObject({ kind: "requires_input", input: "otp" });
    await advance(60_000);
    if (code !== null) await sandbox.rail.submitInput?.({ ...request, railRef: "" }, code);
    await advance(code === "123456" ? 4_000 : 60_000);
    expect(await sandbox.rail.chargeStatus(request)).toMatchObject(outcome);
  }
});

test("a network that wants its code first takes it with the request", async () => {
  const { sandbox } = openSandbox();
  const request: ChargeRequest = {
    ...requestTo("+233203456789", "telecel_gh", "GH"),
    amount: { minor: 1_050n, currency: "GHS" },
  };
  expect(await sandbox.rail.charge({ ...request, preAuthCode: "000000" })).toMatchObject({
    kind: "failed",
    failure: { reason: "otp_incorrect" },
  });
  expect(await sandbox.rail.charge({ ...request, preAuthCode: "123456" })).toMatchObject({ kind: "pending" });
  const without = { ...request, attemptId: randomUUID() };
  expect(await sandbox.rail.charge(without)).toMatchObject({ kind: "requires_input" });
});

test("Wave leads to its app and back, and the fee is what the operator set", async () => {
  const { sandbox, advance } = openSandbox({ feeBps: 150 });
  const request: ChargeRequest = {
    ...requestTo("+221773456789", "wave_sn", "SN"),
    amount: { minor: 5_000n, currency: "XOF" },
  };
  const url = "https://pay.example.com/sandbox/phone/221773456789";
  expect(await sandbox.rail.charge(request)).toMatchObject({ kind: "requires_redirect", url });
  expect(await sandbox.rail.chargeStatus(request)).toEqual({ kind: "pending", redirectUrl: url });
  await advance(4_000);
  const settlement = { fee: { minor: 75n, currency: "XOF" }, network: "wave_sn" };
  expect(await sandbox.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded", settlement });
});

const refusals: [string, Partial<ChargeRequest>, string][] = [
  ["below the network's minimum", { amount: { minor: 499n, currency: "UGX" } }, "amount_out_of_range"],
  ["in a currency of another country", { amount: { minor: 5_000n, currency: "KES" } }, "rail_misconfigured"],
  ["on a network of another country", { country: "KE" }, "rail_misconfigured"],
  ["without a number", { payer: { network: "mtn_ug" } }, "invalid_phone"],
  ["without a network", { payer: { phone: `${start}789` } }, "rail_misconfigured"],
  ["from a bank", { method: "bank" }, "rail_misconfigured"],
];
test.each(refusals)("a charge %s is refused and not kept", async (_why, change, reason) => {
  const { sandbox, store } = openSandbox();
  const request = { ...requestTo(`${start}789`), ...change };
  expect(await sandbox.rail.charge(request)).toMatchObject({ kind: "failed", failure: { reason } });
  expect(await store.get(request.attemptId)).toBeNull();
});

test("a second refund waits for the first, and a charge that is not paid gives nothing back", async () => {
  const { sandbox, advance } = openSandbox();
  const request = requestTo(`${start}789`);
  const refundOf = (amountMinor: bigint) =>
    sandbox.rail.refund?.({
      refundId: randomUUID(),
      attemptId: request.attemptId,
      railRef: "",
      amount: { minor: amountMinor, currency: "UGX" },
    });
  await sandbox.rail.charge(request);
  const unpaid = { kind: "failed", failure: { reason: "rail_misconfigured", railCode: "INVALID_STATE" } };
  expect(await refundOf(1_000n)).toMatchObject(unpaid);
  await advance(4_000);
  const both = await Promise.all([refundOf(1_000n), refundOf(1_000n)]);
  expect(both.map((result) => result?.kind).sort()).toEqual(["failed", "pending"]);
  await advance(3_000);
  expect(await refundOf(4_001n)).toMatchObject({ failure: { railCode: "AMOUNT_TOO_LARGE" } });
  expect(await refundOf(4_000n)).toMatchObject({ kind: "pending" });
});

test("an id that is known is answered with its charge, whatever else the request says now", async () => {
  const { sandbox } = openSandbox();
  const request = requestTo(`${start}789`);
  await sandbox.rail.charge(request);
  const other = { ...request, amount: { minor: 1n, currency: "UGX" } };
  expect(await sandbox.rail.charge(other)).toMatchObject({ kind: "pending" });
});
