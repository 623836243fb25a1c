import { expect } from "vitest";
import { cardRetry } from "@/lib/domain/failure-reason";
import type { ChargeResult, KeptCard, KeptChargeRequest, PaymentRail } from "@/lib/providers/rails/port";
import { type Breaks, type ContractCase, chargeOf, type RailHarness, refOf } from "./contract-harness";

export const keptCases: readonly ContractCase[] = [
  { name: "a rail that keeps nothing says so, and gives no card", run: keepsNothing },
  { name: "a card is kept where its payer agreed, and only there", run: withKept(keepsWhereAgreed) },
  { name: "a kept card pays without its payer", run: withKept(pays) },
  { name: "a kept card is charged once for an id, together or later", run: withKept(isOneCharge) },
  { name: "a soft decline leaves the card for later", run: withKept(declinesSoftly) },
  { name: "a hard decline ends the card", run: withKept(declinesHard) },
  { name: "a kept card that is out of date is told so", run: withKept(isExpired) },
  { name: "a bank that asks for the payer takes nothing before", run: withKept(asks) },
  { name: "a kept charge whose answer never comes, then success", run: withKept(loses("hang")) },
  {
    name: "a kept charge whose answer is a 500, then success",
    run: withKept(loses("http500AfterCommit")),
  },
  { name: "a rail that is down or busy decides nothing of a kept card", run: withKept(decidesNothing) },
  { name: "a forgotten card is never charged again", run: withKept(forgets) },
  { name: "a token of two payers, or of nobody, charges nobody", run: withKept(refusesOtherTokens) },
  { name: "a kept charge goes back like any other", run: withKept(refunds) },
  { name: "a kept charge is told by a callback too", run: withKept(isTold) },
];

type Kept = NonNullable<RailHarness["kept"]>;
type Keeper = PaymentRail & Required<Pick<PaymentRail, "chargeKept" | "forget">>;
type Run = (harness: RailHarness & { kept: Kept; rail: Keeper }) => Promise<unknown>;

/**
 * Only for a rail that keeps cards. Afterwards nothing that people read holds a token: neither what the operator is
 * told nor what comes of a charge.
 */
function withKept(run: Run): ContractCase["run"] {
  return async (harness) => {
    const { kept, rail } = harness;
    const { chargeKept, forget } = rail;
    if (!kept || !chargeKept || !forget) return "n/a";
    const secrets = new Set<string>();
    const results: unknown[] = [];
    const watched: Keeper = {
      ...rail,
      forget,
      async chargeKept(request) {
        for (const secret of secretsOf(request.token)) secrets.add(secret);
        const result = await chargeKept(request);
        results.push(result);
        return result;
      },
    };
    const done = await run({ ...harness, kept, rail: watched });
    const said = textOf([results, harness.anomaly]);
    for (const secret of secrets) expect(said).not.toContain(secret);
    return done;
  };
}

async function keepsNothing(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail } = harness;
  if (harness.kept) return "n/a";
  const isAble = rail.capabilities.keeps.length > 0;
  expect([rail.chargeKept !== undefined, rail.forget !== undefined]).toEqual([isAble, isAble]);
  expect(await cardOf(harness, harness.charge.ok)).toBeUndefined();
  return undefined;
}

async function keepsWhereAgreed(harness: Parameters<Run>[0]): Promise<void> {
  const { rail, kept } = harness;
  expect(rail.capabilities.keeps).toEqual(["card"]);
  expect(await cardOf(harness, kept.ok, { agreed: false })).toBeUndefined();
  const card = await keep(harness, kept.ok);
  expect(card).toMatchObject({ kind: "card", last4: kept.ok.slice(-4), expMonth: 12, expYear: 2030 });
  expect(card.brand).toMatch(/^[a-z]+$/);
  const again = await keep(harness, kept.ok);
  expect(again.fingerprint).toBe(card.fingerprint);
  expect((await keep(harness, kept.soft)).fingerprint).not.toBe(card.fingerprint);
  if (kept.once) expect(await cardOf(harness, kept.once)).toBeUndefined();
}

async function pays(harness: Parameters<Run>[0]): Promise<void> {
  const request = await away(harness, harness.kept.ok);
  const first = await harness.rail.chargeKept(request);
  expect(first).not.toMatchObject({ uncertain: true });
  await harness.advance(harness.settledMs);
  const { amount } = harness;
  const last = await harness.rail.chargeStatus(refOf(request.attemptId, first));
  const settlement = { amount, method: "card", card: { last4: harness.kept.ok.slice(-4) } };
  expect(last).toMatchObject({ kind: "succeeded", settlement });
  if (first.kind === "succeeded" && last.kind === "succeeded")
    expect(last.settlement.railRef).toBe(first.settlement.railRef);
  // Without the rail's own reference, as after an answer that was lost.
  expect(await harness.rail.chargeStatus({ attemptId: request.attemptId })).toEqual(last);
  expect(await harness.held(request.attemptId)).toBe(1);
}

async function isOneCharge(harness: Parameters<Run>[0]): Promise<void> {
  const { rail } = harness;
  const request = await away(harness, harness.kept.ok);
  await Promise.all([rail.chargeKept(request), rail.chargeKept(request)]);
  await harness.advance(harness.settledMs);
  expect(await rail.chargeKept(request)).not.toMatchObject({ kind: "failed" });
  expect(await harness.held(request.attemptId)).toBe(1);
}

async function declinesSoftly(harness: Parameters<Run>[0]): Promise<void> {
  expect(cardRetry(await reasonOf(harness, harness.kept.soft))).toBe("later");
}

async function declinesHard(harness: Parameters<Run>[0]): Promise<void> {
  const reason = await reasonOf(harness, harness.kept.hard);
  expect([reason, cardRetry(reason)]).toEqual(["card_not_supported", "never"]);
}

async function isExpired(harness: Parameters<Run>[0]): Promise<"n/a" | undefined> {
  const { expired } = harness.kept;
  if (!expired) return "n/a";
  const reason = await reasonOf(harness, expired);
  expect([reason, cardRetry(reason)]).toEqual(["card_expired", "never"]);
  return undefined;
}

/** Either the payer goes on where the bank asks, or the charge is over and the payer has to pay anew. */
async function asks(harness: Parameters<Run>[0]): Promise<void> {
  const { rail, confirm } = harness;
  const request = await away(harness, harness.kept.asks);
  const first = await rail.chargeKept(request);
  const ref = refOf(request.attemptId, first);
  if (!confirm) {
    if (first.kind !== "failed") throw new Error(`The charge is ${first.kind}.`);
    expect(cardRetry(first.failure.reason)).toBe("with_payer");
    return expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "failed", failure: first.failure });
  }
  expect(first).toMatchObject({ kind: "requires_redirect", url: expect.stringMatching(/^https?:/) });
  expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
  await confirm(request.attemptId);
  await harness.advance(harness.settledMs);
  expect(await rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded" });
}

function loses(how: "hang" | "http500AfterCommit"): Run {
  return async (harness) => {
    const { rail, breaks } = harness;
    if (!breaks) return "n/a";
    const request = await away(harness, harness.kept.ok);
    breaks[how] = true;
    const first = await rail.chargeKept(request);
    expect(first).toMatchObject({ kind: "pending", uncertain: true });
    breaks[how] = false;
    await harness.advance(harness.settledMs);
    expect(await rail.chargeStatus(refOf(request.attemptId, first))).toMatchObject({ kind: "succeeded" });
    // What was sent is sent once, even if somebody asks again.
    expect(await rail.chargeKept(request)).not.toMatchObject({ kind: "failed" });
    return expect(await harness.held(request.attemptId)).toBe(1);
  };
}

async function decidesNothing(harness: Parameters<Run>[0]): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!breaks) return "n/a";
  const ways: (keyof Breaks)[] = ["down", "tooMany", "brokenJson", "hugeAnswer"];
  for (const how of ways) {
    const request = await away(harness, harness.kept.ok);
    breaks[how] = true;
    const first = await rail.chargeKept(request);
    expect(first, how).toMatchObject({ kind: "pending", uncertain: true });
    const ref = refOf(request.attemptId, first);
    expect(await rail.chargeStatus(ref), how).toEqual({ kind: "pending" });
    expect(await rail.forget(request.token), how).toEqual({ kind: "pending" });
    breaks[how] = false;
    await harness.advance(harness.settledMs);
    const isHeld = (await harness.held(request.attemptId)) > 0;
    expect((await rail.chargeStatus(ref)).kind, how).toBe(isHeld ? "succeeded" : "not_found");
  }
  return undefined;
}

async function forgets(harness: Parameters<Run>[0]): Promise<void> {
  const { rail } = harness;
  const request = await away(harness, harness.kept.ok);
  for (let times = 0; times < 2; times += 1)
    expect(await rail.forget(request.token)).toEqual({ kind: "forgotten" });
  const failed = await rail.chargeKept(request);
  expect(retryOf(failed)).toBe("never");
  expect(await harness.held(request.attemptId)).toBe(0);
}

async function refusesOtherTokens(harness: Parameters<Run>[0]): Promise<void> {
  const request = await away(harness, harness.kept.ok);
  const other = await keep(harness, harness.kept.ok, "bob@example.com");
  const tokens = ["", "rubbish", "{}", ...mixed(request.token, other.token)];
  for (const token of tokens) {
    const failed = await harness.rail.chargeKept({ ...request, token });
    expect(retryOf(failed)).toBe("never");
    expect(await harness.held(request.attemptId)).toBe(0);
  }
}

/** One part of the one and the other part of the other, where a token has two. */
function mixed(one: string, other: string): string[] {
  const [a, b] = [JSON.parse(one), JSON.parse(other)];
  const [first, ...rest] = Object.keys(a);
  return first && rest.length > 0 ? [JSON.stringify({ ...a, [first]: b[first] })] : [];
}

async function refunds(harness: Parameters<Run>[0]): Promise<void> {
  const { rail, amount } = harness;
  const request = await away(harness, harness.kept.ok);
  const first = await rail.chargeKept(request);
  await harness.advance(harness.settledMs);
  const { attemptId } = request;
  const paid = await rail.chargeStatus(refOf(attemptId, first));
  if (paid.kind !== "succeeded") throw new Error(`The charge is ${paid.kind}.`);
  const charge = { attemptId, railRef: paid.settlement.railRef };
  const refundId = crypto.randomUUID();
  const part = { ...amount, minor: (amount.minor / 200n) * 100n };
  const asked = await rail.refund?.({ ...charge, refundId, amount: part });
  expect(["pending", "succeeded"]).toContain(asked?.kind);
  await harness.advance(harness.settledMs);
  expect(await rail.refundStatus?.({ refundId, charge })).toMatchObject({ kind: "succeeded" });
  // Our own refund is nothing that the rail took back.
  expect(await rail.chargeStatus({ ...charge, paid: true })).toMatchObject({ kind: "succeeded" });
}

async function isTold(harness: Parameters<Run>[0]): Promise<void> {
  const request = await away(harness, harness.kept.ok);
  const before = harness.received.length;
  await harness.rail.chargeKept(request);
  await harness.advance(harness.settledMs);
  const verdicts = await Promise.all(
    harness.received.slice(before).map((one) => harness.rail.parseCallback(one)),
  );
  const events = verdicts.flatMap((one) => one.events);
  expect(verdicts.every(({ authentic }) => authentic)).toBe(true);
  expect(events.map(({ op, ourId }) => ({ op, ourId }))).toContainEqual({
    op: "charge",
    ourId: request.attemptId,
  });
  for (const secret of secretsOf(request.token)) expect(textOf(events)).not.toContain(secret);
}

/** The card of a payment at which its payer ticked the box. */
async function cardOf(
  harness: RailHarness,
  card: string,
  { agreed = true, email = "ann@example.com" } = {},
): Promise<KeptCard | undefined> {
  const asked = chargeOf(harness, card);
  const request = { ...asked, payer: { ...asked.payer, email }, ...(agreed ? { keep: true as const } : {}) };
  const first = await harness.rail.charge(request);
  if (first.kind === "requires_redirect") await harness.pay?.(request.attemptId, card);
  await harness.advance(harness.settledMs);
  const paid = await harness.rail.chargeStatus(refOf(request.attemptId, first));
  if (paid.kind !== "succeeded") throw new Error(`The charge is ${paid.kind}.`);
  return paid.settlement.instrument;
}

async function keep(harness: RailHarness, card: string, email?: string): Promise<KeptCard> {
  const found = await cardOf(harness, card, { email });
  if (!found) throw new Error("The card was not kept.");
  return found;
}

/** A charge of a card that was kept just before, by a payer who has another address now. */
async function away(harness: RailHarness, card: string): Promise<KeptChargeRequest> {
  const { token } = await keep(harness, card);
  return { ...chargeOf(harness, ""), payer: { email: "moved@example.com" }, method: "card", token };
}

/** Why this card is not charged; a status read says the same. */
async function reasonOf(harness: Parameters<Run>[0], card: string) {
  const request = await away(harness, card);
  const first = await harness.rail.chargeKept(request);
  if (first.kind !== "failed") throw new Error(`The charge is ${first.kind}.`);
  const { reason } = first.failure;
  expect(await harness.rail.chargeStatus(refOf(request.attemptId, first))).toMatchObject({
    kind: "failed",
    failure: { reason },
  });
  return reason;
}

function retryOf(result: ChargeResult): string {
  return result.kind === "failed" ? cardRetry(result.failure.reason) : result.kind;
}

/** The parts of a token that nobody may read anywhere. */
function secretsOf(token: string): string[] {
  try {
    const parts = Object.values<unknown>(JSON.parse(token));
    return parts.filter((part): part is string => typeof part === "string" && !part.includes("@"));
  } catch {
    return [];
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one) => (typeof one === "bigint" ? String(one) : one)) ?? "";
}
