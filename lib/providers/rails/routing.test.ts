import { expect, test } from "vitest";
import { openSandbox } from "@/lib/testing/rails/sandbox";
import { createFlutterwave } from "./flutterwave/flutterwave";
import { mayFallBack, type RouteQuery, routeFor } from "./kinds";
import { createPaystack } from "./paystack/paystack";
import type { ChargeResult, NetworkInfo, PaymentRail, RailId } from "./port";

const { rail: sandbox } = openSandbox().sandbox;

/** The sandbox under the id of a real rail, with some of its answers changed. */
function posing(id: RailId, change: Partial<PaymentRail> = {}): PaymentRail {
  return { ...sandbox, id, ...change };
}

function withHealth(health: NetworkInfo["health"]): Partial<PaymentRail> {
  return {
    networks: async (query) => (await sandbox.networks(query)).map((row) => ({ ...row, health })),
  };
}

const momo: RouteQuery = { op: "charge", method: "mobile_money", country: "UG", currency: "UGX" };

async function idsOf(rails: PaymentRail[], query: RouteQuery, order?: RailId[]): Promise<string[]> {
  return (await routeFor(rails, query, order)).map(({ id }) => id);
}

test("rails stand in the order of the method, whatever order they were set up in", async () => {
  const rails = [
    posing("stripe"),
    posing("mtn_momo"),
    posing("flutterwave"),
    posing("paystack"),
    posing("pawapay"),
  ];
  expect(await idsOf(rails, momo)).toEqual(["pawapay", "paystack", "flutterwave", "mtn_momo"]);
  expect(await idsOf(rails, { ...momo, method: "card" })).toEqual(["stripe", "paystack", "flutterwave"]);
  expect(await idsOf(rails, { ...momo, op: "payout", method: "bank" })).toEqual(["paystack", "flutterwave"]);
  expect(await idsOf(rails, momo, ["flutterwave"])).toEqual([
    "flutterwave",
    "pawapay",
    "paystack",
    "mtn_momo",
  ]);
});

test("the sandbox serves only where no real rail is set up at all", async () => {
  expect(await idsOf([sandbox], momo)).toEqual(["sandbox"]);
  expect(await idsOf([sandbox, posing("stripe")], momo)).toEqual([]);
  expect(await idsOf([sandbox], { ...momo, method: "bank" })).toEqual([]);
});

test("a rail that has no such network, currency or ability is left out", async () => {
  expect(await idsOf([sandbox], { ...momo, currency: "KES" })).toEqual([]);
  expect(await idsOf([sandbox], { ...momo, country: "FR", currency: "EUR" })).toEqual([]);
  expect(await idsOf([sandbox], { ...momo, network: "wave_sn" })).toEqual([]);
  const noPayout = posing("pawapay", { payout: undefined });
  expect(await idsOf([noPayout], { ...momo, op: "payout" })).toEqual([]);
});

test("cards and banks go only to a rail that does them in this country and currency", async () => {
  const paystack = createPaystack({ secretKey: "sk_test_nothing", mailDomain: "pay.example.com" });
  const keys = { secretKey: "FLWSECK_TEST-nothing", webhookHash: "a-hash" };
  const flutterwave = createFlutterwave({ ...keys, mailDomain: "pay.example.com", senderName: "Sente" });
  const rails = [paystack, flutterwave];
  const card: RouteQuery = { op: "charge", method: "card", country: "UG", currency: "UGX" };
  expect(await idsOf(rails, card)).toEqual(["flutterwave"]);
  expect(await idsOf(rails, card, ["paystack"])).toEqual(["flutterwave"]);
  expect(await idsOf(rails, { ...card, country: "GH", currency: "GHS" })).toEqual([
    "paystack",
    "flutterwave",
  ]);
  const bank: RouteQuery = { ...card, op: "payout", method: "bank" };
  // Without the branch, which nobody is asked for, Flutterwave pays no bank there.
  expect(await idsOf(rails, bank)).toEqual([]);
  expect(await idsOf(rails, { ...bank, country: "RW", currency: "RWF" })).toEqual(["flutterwave"]);
  expect(await idsOf(rails, { ...bank, country: "NG", currency: "NGN" })).toEqual([
    "paystack",
    "flutterwave",
  ]);
  expect(await idsOf(rails, { ...bank, country: "NG", currency: "USD" })).toEqual(["flutterwave"]);
});

test("a network that is down, or a rail that cannot say, comes after those that are up", async () => {
  const silent: Partial<PaymentRail> = { networks: async () => Promise.reject(new Error("503")) };
  const rails = [
    posing("pawapay", withHealth("down")),
    posing("paystack", silent),
    posing("flutterwave", withHealth("degraded")),
    posing("mtn_momo"),
  ];
  expect(await idsOf(rails, momo)).toEqual(["mtn_momo", "paystack", "flutterwave", "pawapay"]);
});

test("only a refusal on the spot by an unavailable provider may go to the next rail", () => {
  const failed = (reason: "provider_unavailable" | "insufficient_funds"): ChargeResult => ({
    kind: "failed",
    failure: { reason },
  });
  expect(mayFallBack(failed("provider_unavailable"))).toBe(true);
  expect(mayFallBack(failed("insufficient_funds"))).toBe(false);
  const prompt = { type: "wait" as const };
  const pending = {
    kind: "pending" as const,
    railRef: "x",
    uncertain: true,
    prompt,
    pollAfterMs: 1,
    expiresAt: new Date(0),
  };
  expect(mayFallBack(pending)).toBe(false);
});
