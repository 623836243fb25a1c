import { expect, test } from "vitest";
import type { AirtelUnkind } from "@/e2e/emulators/airtel-book";
import type { WaveUnkind } from "@/e2e/emulators/wave-book";
import { chargeOf, chargeThrough, payoutOf, refOf } from "./contract-harness";
import { forOneTest } from "./harness-parts";
import { airtelHarness, waveHarness } from "./wallet-harnesses";

// What the documents leave open, or what is done in another way than they say: whichever it is, money moves once.

const airtel = forOneTest(airtelHarness);
const wave = forOneTest(waveHarness);
type Harness = Awaited<ReturnType<typeof airtel>> | Awaited<ReturnType<typeof wave>>;

async function paysAndPaysOut(harness: Harness): Promise<void> {
  const { rail, settledMs, amount } = harness;
  const { request, first } = await chargeThrough(harness, harness.charge.ok);
  const out = payoutOf(harness, harness.payout?.ok ?? "");
  expect((await rail.payout?.(out))?.kind).not.toBe("failed");
  await harness.advance(settledMs);
  const ref = refOf(request.attemptId, first);
  expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded", settlement: { amount } });
  expect(await rail.payoutStatus?.(out)).toMatchObject({ kind: "succeeded" });
  // Asked for again, as after a crash.
  expect(await rail.charge(request)).not.toMatchObject({ kind: "failed" });
  expect(await rail.payout?.(out)).not.toMatchObject({ kind: "failed" });
  expect([harness.held(request.attemptId), harness.held(out.payoutId)]).toEqual([1, 1]);
}

const airtelWays: [string, Partial<AirtelUnkind>][] = [
  ["callbacks before the answer", { callbackFirst: true }],
  ["callbacks in between", { callbackTwice: true }],
  ["late callbacks", { callbackLateMs: 60_000 }],
  ["callbacks of payouts", { payoutCallbacks: true }],
  ["payouts that are decided at once", { payoutsAtOnce: true }],
  ["answers as accounts in use have seen them", { asSeen: true }],
  ["message signing that is demanded", { mustSign: true }],
];

test.each(airtelWays)("Airtel with %s", async (_name, unkind) => {
  const harness = await airtel({ signs: unkind.mustSign ?? false });
  Object.assign(harness.emulator.unkind, unkind);
  await paysAndPaysOut(harness);
  for (const one of harness.received) {
    const { events } = await harness.rail.parseCallback(one);
    expect(events.map(({ claim }) => claim)).toEqual([undefined]);
  }
});

test.each(["289", "299"])(
  "Airtel: a payment that ends in %s is open for an hour, then paid",
  async (digits) => {
    const harness = await airtel();
    const { request, first } = await chargeThrough(harness, `+256752123${digits}`);
    const ref = refOf(request.attemptId, first);
    for (const minutes of [1, 20, 38]) {
      await harness.advance(minutes * 60_000);
      expect(await harness.rail.chargeStatus(ref)).toEqual({ kind: "pending" });
    }
    await harness.advance(60_000);
    expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded" });
    expect(harness.anomaly).toEqual([]);
  },
);

test("Airtel's callbacks prove themselves by their hash, and changed or unhashed ones do not", async () => {
  const harness = await airtel({ callbackKey: "airtel-callback-key" });
  const { emulator, rail, received } = harness;
  const tell = async () => {
    await chargeThrough(harness, harness.charge.ok);
    await harness.advance(harness.settledMs);
    return rail.parseCallback(received.at(-1) ?? expect.unreachable());
  };
  expect(await tell()).toMatchObject({ authentic: false, reply: { status: 401 } });
  emulator.callbackAuth.current = true;
  expect(await tell()).toMatchObject({ authentic: true, auth: "signed", events: [{ op: "charge" }] });
  emulator.switches.tamperBody = true;
  expect(await tell()).toMatchObject({ authentic: false, events: [] });
});

test("a PIN that is wrong, and keys that sign nothing, are for the owner to see", async () => {
  const wrong = await airtel({ pin: "0000" });
  const out = payoutOf(wrong, wrong.payout?.ok ?? "");
  const failure = { reason: "rail_misconfigured" };
  expect(await wrong.rail.payout?.(out)).toMatchObject({ kind: "failed", failure });
  expect(wrong.anomaly).toMatchObject([{ what: "refused" }]);
  const unsigned = await airtel();
  unsigned.emulator.unkind.mustSign = true;
  const request = chargeOf(unsigned, unsigned.charge.ok);
  expect(await unsigned.rail.charge(request)).toMatchObject({ kind: "failed", failure });
  expect(unsigned.held(request.attemptId)).toBe(0);
});

const waveWays: [string, Partial<WaveUnkind>][] = [
  ["late webhooks", { webhookLateMs: 60_000 }],
  ["payouts that are decided at once", { payoutsAtOnce: true }],
  ["codes named error_code", { errorWord: "error_code" }],
  ["codes named error", { errorWord: "error" }],
];

test.each(waveWays)("Wave with %s", async (_name, unkind) => {
  const harness = await wave();
  Object.assign(harness.emulator.unkind, unkind);
  await paysAndPaysOut(harness);
  const poor = {
    ...payoutOf(harness, harness.payout?.ok ?? ""),
    amount: { ...harness.amount, minor: 9_999_999n },
  };
  const failure = { reason: "insufficient_float" };
  expect(await harness.rail.payout?.(poor)).toMatchObject({ kind: "failed", failure });
});

test.each(["cancelled", "processing", "failed"] as const)(
  "Wave: a payer who fails (%s) pays after all, and whose page ran out does not",
  async (failedStatus) => {
    const harness = await wave();
    harness.emulator.unkind.failedStatus = failedStatus;
    const { request, first } = await chargeThrough(harness, harness.charge.failures.insufficient_funds ?? "");
    const ref = refOf(request.attemptId, first);
    expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
    await harness.emulator.pay(request.attemptId, harness.charge.ok);
    expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded" });
    const other = await chargeThrough(harness, harness.charge.failures.insufficient_funds ?? "");
    await harness.advance(harness.failedMs ?? 0);
    await harness.emulator.pay(other.request.attemptId, harness.charge.ok);
    expect(await harness.rail.chargeStatus(refOf(other.request.attemptId, other.first))).toMatchObject({
      kind: "failed",
    });
    expect(harness.anomaly).toEqual([]);
  },
);

test("Wave: a new secret beside the old one is believed, and a wallet that is shut is for the owner to see", async () => {
  const harness = await wave();
  const { emulator, rail, received } = harness;
  emulator.rollSecret();
  await chargeThrough(harness, harness.charge.ok);
  expect(await rail.parseCallback(received.at(-1) ?? expect.unreachable())).toMatchObject({
    authentic: true,
  });
  emulator.unkind.wallet = "disabled-wallet";
  const failure = { reason: "rail_misconfigured", railCode: "disabled-wallet" };
  expect(await rail.charge(chargeOf(harness, harness.charge.ok))).toMatchObject({ kind: "failed", failure });
});

test.each([502, 504] as const)("a gateway's %i after the work was done decides nothing", async (gateway) => {
  for (const create of [airtel, wave]) {
    const harness: Harness = await create();
    harness.emulator.unkind.gateway = gateway;
    const request = chargeOf(harness, harness.charge.ok);
    expect(await harness.rail.charge(request)).toMatchObject({ kind: "pending" });
    const out = payoutOf(harness, harness.payout?.ok ?? "");
    expect(await harness.rail.payout?.(out)).toMatchObject({ kind: "pending", uncertain: true });
    harness.emulator.unkind.gateway = 0;
    await harness.advance(harness.settledMs);
    expect((await harness.rail.charge(request)).kind).not.toBe("failed");
    expect((await harness.rail.payout?.(out))?.kind).not.toBe("failed");
  }
});
