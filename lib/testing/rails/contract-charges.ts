import { expect } from "vitest";
import {
  type Breaks,
  type ContractCase,
  chargeOf,
  chargeThrough,
  type RailHarness,
  refOf,
} from "./contract-harness";

export const chargeCases: readonly ContractCase[] = [
  { name: "open first, then paid in full; unknown before it was made", run: succeeds },
  { name: "each failure comes with its reason", run: failsWithReason },
  { name: "the same id, together or later, is one charge", run: isOneCharge },
  { name: "an answer that never comes, then success", run: (harness) => losesAnswer(harness, "hang") },
  {
    name: "a 500 after the charge was made, then success",
    run: (harness) => losesAnswer(harness, "http500AfterCommit"),
  },
  { name: "an amount finer than the network takes is refused", run: refusesDecimals },
  { name: "a success after the prompt is over is told", run: succeedsLate },
  { name: "an unknown status word is pending, and an alert", run: staysOpenOnUnknownWord },
  { name: "an answer of 10 MB decides nothing", run: (harness) => decidesNothing(harness, "hugeAnswer") },
  { name: "a rail that is down decides nothing", run: (harness) => decidesNothing(harness, "down") },
  { name: "broken JSON decides nothing", run: (harness) => decidesNothing(harness, "brokenJson") },
  { name: "revoked credentials decide nothing that was open", run: survivesRevocation },
  { name: "another amount is told as it is", run: tellsWrongAmount },
];

async function succeeds(harness: RailHarness): Promise<void> {
  const { rail } = harness;
  const request = chargeOf(harness, harness.charge.ok);
  expect(await rail.chargeStatus({ attemptId: request.attemptId })).toEqual({ kind: "not_found" });
  const first = await rail.charge(request);
  expect(["pending", "requires_redirect"]).toContain(first.kind);
  expect(first).not.toMatchObject({ uncertain: true });
  const ref = refOf(request.attemptId, first);
  expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
  if (first.kind === "requires_redirect") await harness.pay?.(request.attemptId, harness.charge.ok);
  await harness.advance(harness.settledMs);
  const { amount, method } = harness;
  const last = await rail.chargeStatus(ref);
  expect(last).toMatchObject({ kind: "succeeded", settlement: { amount, method } });
  // The engine credits nothing under another reference than the one it was first told.
  if (last.kind === "succeeded" && ref.railRef) expect(last.settlement.railRef).toBe(ref.railRef);
}

async function failsWithReason(harness: RailHarness): Promise<void> {
  const failures = Object.entries(harness.charge.failures);
  expect(failures.length).toBeGreaterThan(0);
  for (const [reason, token] of failures) {
    const { request, first } = await chargeThrough(harness, token);
    await harness.advance(harness.failedMs ?? harness.settledMs);
    const ref = refOf(request.attemptId, first);
    const last = first.kind === "failed" ? first : await harness.rail.chargeStatus(ref);
    expect(last, reason).toMatchObject({ kind: "failed", failure: { reason } });
  }
}

async function isOneCharge(harness: RailHarness): Promise<void> {
  const { rail } = harness;
  const request = chargeOf(harness, harness.charge.ok);
  const [first] = await Promise.all([rail.charge(request), rail.charge(request)]);
  if (first.kind === "requires_redirect") await harness.pay?.(request.attemptId, harness.charge.ok);
  await harness.advance(harness.settledMs);
  expect(await rail.charge(request)).not.toMatchObject({ kind: "failed" });
  expect(await harness.held(request.attemptId)).toBe(1);
}

async function losesAnswer(
  harness: RailHarness,
  how: "hang" | "http500AfterCommit",
): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!breaks && (how === "http500AfterCommit" || !harness.charge.answerLost)) return "n/a";
  const token = harness.charge.answerLost ?? harness.charge.ok;
  const request = chargeOf(harness, token);
  if (breaks) breaks[how] = true;
  const first = await rail.charge(request);
  expect(first).toMatchObject({ kind: "pending", uncertain: true });
  const unsure = await rail.chargeStatus(refOf(request.attemptId, first));
  expect(["pending", "not_found"]).toContain(unsure.kind);
  if (breaks) breaks[how] = false;
  await harness.pay?.(request.attemptId, token);
  await harness.advance(harness.settledMs);
  expect(await rail.chargeStatus(refOf(request.attemptId, first))).toMatchObject({ kind: "succeeded" });
  expect(await harness.held(request.attemptId)).toBe(1);
  return undefined;
}

async function refusesDecimals(harness: RailHarness): Promise<"n/a" | undefined> {
  if (!harness.tooFine) return "n/a";
  const { amount, country, network, phone } = harness.tooFine;
  const request = { ...chargeOf(harness, phone), amount, country, payer: { phone, network } };
  const failure = { reason: "amount_out_of_range" };
  expect(await harness.rail.charge(request)).toMatchObject({ kind: "failed", failure });
  expect(await harness.held(request.attemptId)).toBe(0);
  return undefined;
}

async function succeedsLate(harness: RailHarness): Promise<"n/a" | undefined> {
  if (!harness.charge.late) return "n/a";
  const { request, first } = await chargeThrough(harness, harness.charge.late);
  await harness.advance(harness.settledMs);
  const ref = refOf(request.attemptId, first);
  expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
  await harness.advance(60 * 60_000);
  expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded" });
  return undefined;
}

async function staysOpenOnUnknownWord(harness: RailHarness): Promise<void> {
  const { request, first } = await chargeThrough(harness, harness.charge.ok);
  await harness.unknownStatus(request.attemptId);
  await harness.advance(harness.settledMs);
  const ref = refOf(request.attemptId, first);
  expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
  if (harness.anomaly) expect(harness.anomaly.map(({ what }) => what)).toContain("unknown_word");
}

async function decidesNothing(
  harness: RailHarness,
  how: keyof Pick<Breaks, "hugeAnswer" | "brokenJson" | "down">,
): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!breaks) return "n/a";
  breaks[how] = true;
  const request = chargeOf(harness, harness.charge.ok);
  const first = await rail.charge(request);
  expect(first).toMatchObject({ kind: "pending", uncertain: true });
  const ref = refOf(request.attemptId, first);
  expect((await rail.chargeStatus(ref)).kind).toBe("pending");
  const anomaly = harness.anomaly?.map(({ what }) => what) ?? [];
  expect(anomaly.some((what) => what === "unreadable" || what === "unreachable")).toBe(true);
  breaks[how] = false;
  // What the provider holds is what is told in the end; what never reached it is not found.
  await harness.pay?.(request.attemptId, harness.charge.ok);
  await harness.advance(harness.settledMs);
  const isHeld = (await harness.held(request.attemptId)) > 0;
  expect((await rail.chargeStatus(ref)).kind).toBe(isHeld ? "succeeded" : "not_found");
  return undefined;
}

/** A new charge is refused, and truly: nobody was asked. What was under way stays open, and a person is told. */
async function survivesRevocation(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!breaks) return "n/a";
  const { request, first } = await chargeThrough(harness, harness.charge.ok);
  breaks.revoked = true;
  const refused = chargeOf(harness, harness.charge.ok);
  const failure = { reason: "rail_misconfigured" };
  expect(await rail.charge(refused)).toMatchObject({ kind: "failed", failure });
  expect(await harness.held(refused.attemptId)).toBe(0);
  await harness.advance(harness.settledMs);
  const ref = refOf(request.attemptId, first);
  expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
  expect(harness.anomaly?.map(({ what }) => what)).toContain("refused");
  expect(await rail.health()).toMatchObject({ ok: false });
  breaks.revoked = false;
  expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded" });
  expect(await rail.health()).toMatchObject({ ok: true });
  return undefined;
}

async function tellsWrongAmount(harness: RailHarness): Promise<"n/a" | undefined> {
  if (!harness.breaks || harness.tellsNoAmount) return "n/a";
  harness.breaks.wrongAmount = true;
  const { request, first } = await chargeThrough(harness, harness.charge.ok);
  await harness.advance(harness.settledMs);
  const last = await harness.rail.chargeStatus(refOf(request.attemptId, first));
  if (last.kind !== "succeeded") throw new Error(`The charge is ${last.kind}.`);
  expect(last.settlement.amount.minor).toBeLessThan(harness.amount.minor);
  return undefined;
}
