import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { EmulatorRequest } from "@/e2e/emulators/emulator";
import { chargeOf, chargeThrough, paidOnce, payoutOf, refOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { paystackCardHarness, paystackHarness } from "@/lib/testing/rails/harnesses";
import facts from "./paystack-facts.json";

// Paths, methods, fields and parameters as Paystack publishes them (PaystackOSS/openapi, dist/paystack.yaml, 24 October
// 2025): what our requests have is there, and what must be there they have.

interface Fact {
  required?: string[];
  fields?: string[];
  query?: string[];
}
// Safe: a table of such facts.
const known = Object.entries(facts as Record<string, Fact>);

/** What we send although the file does not list it. */
const beside: Record<string, string[]> = {
  // The page on mobile money has it in its sample; without it the charge is in naira.
  "POST /charge": ["currency"],
  // The file calls it per_page in these lists, and the pages of the documentation perPage: both are sent.
  "GET /transaction": ["perPage"],
  "GET /transfer": ["perPage"],
  // On the page of the documentation, not in the file; `refundedElsewhere` filters by itself.
  "GET /refund": ["transaction", "per_page"],
};

function problemsOf({ method, path, query, text }: EmulatorRequest): string[] {
  const isIt = ([name]: [string, Fact]) =>
    new RegExp(`^${name.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(`${method} ${path}`);
  const [name, fact] = known.find(([one]) => one === `${method} ${path}`) ?? known.find(isIt) ?? [];
  if (!name || !fact) return [`${method} ${path} is not there`];
  const isKnown = (field: string) =>
    [...(fact.fields ?? []), ...(fact.query ?? []), ...(beside[name] ?? [])].includes(field);
  const sent = [...(text === "" ? [] : Object.keys(JSON.parse(text))), ...query.keys()];
  return [
    ...sent.filter((field) => !isKnown(field)).map((field) => `${name}: ${field} is not there`),
    ...(fact.required ?? [])
      .filter((field) => !sent.includes(field))
      .map((field) => `${name}: ${field} is missing`),
  ];
}

const openMobile = forOneTest(paystackHarness);
const openCard = forOneTest(paystackCardHarness);

test("our requests have the paths, methods and fields that Paystack publishes", async () => {
  const mobile = await openMobile();
  const card = await openCard();
  for (const harness of [mobile, card]) {
    const { rail, amount } = harness;
    const { charge } = await paidOnce(harness);
    const refund = { ...charge, refundId: randomUUID(), amount };
    const asked = await rail.refund?.(refund);
    const railRef = asked && "railRef" in asked ? asked.railRef : undefined;
    await rail.refundStatus?.({ refundId: refund.refundId, railRef, charge });
    await rail.refundStatus?.({ refundId: refund.refundId, charge });
    await rail.disputes?.(charge);
    await rail.chargeStatus({ ...charge, paid: true });
  }
  const { rail } = mobile;
  const payout = payoutOf(mobile, mobile.payout?.ok ?? "");
  await rail.payout?.(payout);
  await rail.payoutStatus?.({ payoutId: payout.payoutId });
  const now = mobile.emulator.now();
  await rail.statement?.({ from: new Date(now - 86_400_000), to: new Date(now) });
  await rail.balance?.();
  await rail.banks?.("NG");
  await rail.resolveAccount?.({ country: "NG", bankCode: "058", accountNumber: "0001234567" });
  const { first, request } = await chargeThrough(mobile, mobile.charge.ok);
  const ref = refOf(request.attemptId, first);
  await rail.submitInput?.({ attemptId: ref.attemptId, railRef: ref.railRef ?? "" }, "123456");
  const kept = { ...chargeOf(card, card.kept.ok), keep: true as const };
  const begun = await card.rail.charge(kept);
  await card.pay?.(kept.attemptId, card.kept.ok);
  const paid = await card.rail.chargeStatus(refOf(kept.attemptId, begun));
  const token = paid.kind === "succeeded" ? (paid.settlement.instrument?.token ?? "") : "";
  await card.rail.chargeKept?.({ ...chargeOf(card, card.kept.ok), method: "card", token });
  await card.rail.forget?.(token);
  const requests = [...mobile.emulator.requests, ...card.emulator.requests].filter(
    ({ path }) => !path.startsWith("/checkout/"),
  );
  expect(requests.length).toBeGreaterThan(20);
  expect([...new Set(requests.flatMap(problemsOf))].sort()).toEqual([]);
});

test("a period of more than one page is read whole, whichever name of a page's size is read", async () => {
  const harness = await openMobile();
  const { rail, emulator } = harness;
  for (let count = 0; count < 60; count += 1) await rail.charge(chargeOf(harness, harness.charge.ok));
  await emulator.advance(harness.settledMs);
  const now = emulator.now();
  const range = { from: new Date(now - 86_400_000), to: new Date(now + 1) };
  expect((await rail.statement?.(range))?.lines).toHaveLength(60);
  const asked = emulator.requests.filter(({ path }) => path === "/transaction");
  expect(asked[0]?.query.get("per_page")).toBe(asked[0]?.query.get("perPage"));
});
