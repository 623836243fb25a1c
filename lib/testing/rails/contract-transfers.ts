import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  type ContractCase,
  chargeThrough,
  paidOnce,
  payoutOf,
  type RailHarness,
  refOf,
} from "./contract-harness";

export const transferCases: readonly ContractCase[] = [
  { name: "money goes back in parts, once an id, never more than was paid", run: refundsInParts },
  { name: "a refund whose answer was lost is found and is one", run: losesRefundAnswer },
  { name: "a refund that fails says so", run: refundFails },
  { name: "a payout is open first, then paid; once an id", run: paysOut },
  { name: "a payout whose answer was lost is found and is one", run: losesPayoutAnswer },
  { name: "a payout fails with its reason", run: payoutFails },
  { name: "a payout that came back is reversed", run: payoutReverses },
];

async function refundsInParts(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail, amount, settledMs } = harness;
  if (rail.capabilities.refund !== "partial" || !rail.refund) return "n/a";
  const { charge } = await paidOnce(harness);
  const first = { ...charge, refundId: randomUUID(), amount: { ...amount, minor: amount.minor / 2n } };
  const asked = await rail.refund(first);
  expect(asked).toMatchObject({ kind: "pending" });
  await harness.advance(settledMs);
  const railRef = asked.kind === "pending" ? asked.railRef : "";
  const ref = { refundId: first.refundId, railRef, charge };
  expect(await rail.refundStatus?.(ref)).toMatchObject({ kind: "succeeded" });
  expect(await rail.refund(first)).toMatchObject({ kind: "succeeded" });
  expect(await harness.held(first.refundId)).toBe(1);
  const tooMuch = { ...charge, refundId: randomUUID(), amount };
  expect(await rail.refund(tooMuch)).toMatchObject({ kind: "failed" });
  const rest = { ...amount, minor: amount.minor - amount.minor / 2n };
  const last = { ...charge, refundId: randomUUID(), amount: rest };
  expect(await rail.refund(last)).toMatchObject({ kind: "pending" });
  await harness.advance(settledMs);
  expect(await rail.refund({ ...last, refundId: randomUUID() })).toMatchObject({ kind: "failed" });
  return undefined;
}

/** What is said of an id that nobody sent. */
function neverSent({ cannotDeny }: RailHarness, op: "refunds" | "payouts") {
  return cannotDeny === true || cannotDeny === op
    ? { kind: "pending", uncertain: true }
    : { kind: "not_found" };
}

async function losesRefundAnswer(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!rail.refund || !breaks || harness.losesRefunds) return "n/a";
  const { charge } = await paidOnce(harness);
  const refundId = randomUUID();
  const unknown = await rail.refundStatus?.({ refundId, charge });
  expect(unknown).toMatchObject(neverSent(harness, "refunds"));
  const request = { ...charge, refundId, amount: harness.amount };
  breaks.http500AfterCommit = true;
  expect(await rail.refund(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(["pending", "succeeded"]).toContain((await rail.refundStatus?.({ refundId, charge }))?.kind);
  breaks.http500AfterCommit = false;
  await rail.refund(request);
  await harness.advance(harness.settledMs);
  expect(await rail.refundStatus?.({ refundId, charge })).toMatchObject({ kind: "succeeded" });
  expect(await harness.held(refundId)).toBe(1);
  return undefined;
}

async function refundFails(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail, amount } = harness;
  if (!harness.refundFails || !rail.refund) return "n/a";
  const { request, first } = await chargeThrough(harness, harness.refundFails);
  await harness.advance(harness.settledMs);
  const status = await rail.chargeStatus(refOf(request.attemptId, first));
  const railRef = status.kind === "succeeded" ? status.settlement.railRef : "";
  const charge = { attemptId: request.attemptId, railRef };
  const refundId = randomUUID();
  const asked = await rail.refund({ ...charge, refundId, amount });
  await harness.advance(harness.settledMs);
  const last = asked.kind === "failed" ? asked : await rail.refundStatus?.({ refundId, charge });
  expect(last).toMatchObject({ kind: "failed" });
  // What did not go back can still go back.
  const again = await rail.refund({ ...charge, refundId: randomUUID(), amount });
  expect(["pending", "succeeded"]).toContain(again.kind);
  return undefined;
}

async function paysOut(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail } = harness;
  if (!harness.payout) return "n/a";
  const request = payoutOf(harness, harness.payout.ok);
  expect(await rail.payout?.(request)).toMatchObject({ kind: "pending" });
  await rail.payout?.(request);
  await harness.advance(harness.settledMs);
  const { payoutId } = request;
  expect(await rail.payoutStatus?.({ payoutId })).toMatchObject({ kind: "succeeded" });
  expect(await harness.held(payoutId)).toBe(1);
  expect(await rail.payoutStatus?.({ payoutId: randomUUID() })).toMatchObject(neverSent(harness, "payouts"));
  return undefined;
}

async function losesPayoutAnswer(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!harness.payout || !breaks) return "n/a";
  const request = payoutOf(harness, harness.payout.ok);
  const { payoutId } = request;
  breaks.http500AfterCommit = true;
  expect(await rail.payout?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(await rail.payoutStatus?.({ payoutId })).toMatchObject({ kind: "pending" });
  breaks.http500AfterCommit = false;
  expect(await rail.payout?.(request)).toMatchObject({ kind: "pending" });
  await harness.advance(harness.settledMs);
  expect(await rail.payoutStatus?.({ payoutId })).toMatchObject({ kind: "succeeded" });
  expect(await harness.held(payoutId)).toBe(1);
  return undefined;
}

async function payoutFails(harness: RailHarness): Promise<"n/a" | undefined> {
  if (!harness.payout) return "n/a";
  for (const [reason, phone] of Object.entries(harness.payout.failures)) {
    const request = payoutOf(harness, phone);
    const first = await harness.rail.payout?.(request);
    await harness.advance(harness.settledMs);
    const { payoutId } = request;
    const last = first?.kind === "failed" ? first : await harness.rail.payoutStatus?.({ payoutId });
    expect(last, reason).toMatchObject({ kind: "failed", failure: { reason } });
  }
  return undefined;
}

async function payoutReverses(harness: RailHarness): Promise<"n/a" | undefined> {
  if (!harness.payout?.reversed) return "n/a";
  const request = payoutOf(harness, harness.payout.reversed);
  await harness.rail.payout?.(request);
  await harness.advance(harness.settledMs);
  const { payoutId } = request;
  expect(await harness.rail.payoutStatus?.({ payoutId })).toMatchObject({ kind: "reversed" });
  return undefined;
}
