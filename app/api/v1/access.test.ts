import { beforeEach, describe, expect, test } from "vitest";
import { createRouter } from "@/lib/api/route";
import { graceMs } from "@/lib/domain/subscription";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { type ApiClient, apiClient, newShop, type Shop } from "@/lib/testing/api/client";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestWorld, testWorld } from "@/lib/testing/world";
import { apiRoot, routes } from "./routes";

let world: TestWorld;
let call: ApiClient;
let shop: Shop;

beforeEach(async () => {
  world = testWorld();
  call = apiClient(world, createRouter(routes, apiRoot));
  shop = await newShop(world);
});

const access = async (query: string, key = shop.liveKey) =>
  (await call("GET", `/access?${query}`, { key })).body;
const pay = (input: Partial<Parameters<typeof paidSubscription>[2]> = {}) =>
  paidSubscription(world, shop, { livemode: true, ref: "user_1", ...input });
const iso = (at: Date) => `${at.toISOString().slice(0, 19)}+00:00`;

describe("who is asked about", () => {
  test("neither ref nor email is a 422 on both fields", async () => {
    for (const query of ["", "?ref=&email=", "?product_id=1", "?email=%20"]) {
      const answer = await call("GET", `/access${query}`, { key: shop.liveKey });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(["ref", "email"]);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("of both, ref decides and email is ignored", async () => {
    await pay({ ref: "user_1", email: "one@example.com" });
    expect(await access("ref=user_1&email=nobody@example.com")).toMatchObject({ has_access: true });
    expect(await access("ref=nobody&email=one@example.com")).toMatchObject({
      has_access: false,
      status: null,
    });
  });

  test("email is trimmed and lower-cased, then compared exactly", async () => {
    await pay({ ref: null, email: "amina@example.com" });
    expect(await access("email=%20Amina@Example.COM%20")).toMatchObject({ has_access: true });
    for (const email of ["amina@example.co", "amin@example.com", "a%25@example.com", "_mina@example.com"]) {
      expect(await access(`email=${email}`)).toMatchObject({ has_access: false });
    }
  });

  test("ref is compared exactly", async () => {
    await pay({ ref: "User 1" });
    expect(await access("ref=User+1")).toMatchObject({ has_access: true });
    for (const ref of ["user+1", "User+1+", "+User+1", "User", "%25", "User+_"]) {
      expect(await access(`ref=${ref}`)).toMatchObject({ has_access: false });
    }
  });

  test("a product_id that is not a product of the store is a 422", async () => {
    const answer = await call("GET", "/access?ref=user_1&product_id=2147483647", { key: shop.liveKey });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { product_id: ["This is not a product of your store."] },
    ]);
  });

  test("product_id leaves out the subscriptions to other products", async () => {
    const [month, year] = shop.products;
    const row = await pay({ product: 1 });
    expect(await access(`ref=user_1&product_id=${month.id}`)).toMatchObject({
      has_access: false,
      status: null,
    });
    expect(await access(`ref=user_1&product_id=${year.id}`)).toMatchObject({ subscription: { id: row.id } });
  });
});

describe("has_access", () => {
  test("is true up to the end of the grace period, 72 hours after the paid period, and not at that instant", async () => {
    const row = await pay();
    const end = row.currentPeriodEnd.getTime();
    const at = async (ms: number) => {
      world.clock.set(new Date(ms));
      const { has_access, status } = await access("ref=user_1");
      return [has_access, status];
    };
    expect(await at(end - 1)).toEqual([true, "active"]);
    expect(await at(end)).toEqual([true, "past_due"]);
    expect(await at(end + graceMs - 1)).toEqual([true, "past_due"]);
    expect(await at(end + graceMs)).toEqual([false, "expired"]);
  });

  test("of a cancelled one lasts to the end of the paid period, without grace", async () => {
    const row = await pay();
    await cancelSubscription(world, shop.live, row.id);
    const answer = await access("ref=user_1");
    expect(answer).toMatchObject({
      has_access: true,
      status: "cancelled",
      access_ends_at: iso(row.currentPeriodEnd),
    });
    world.clock.set(row.currentPeriodEnd);
    expect(await access("ref=user_1")).toMatchObject({ has_access: false, status: "cancelled" });
  });

  test("of one that is cancelled while past due ends that instant", async () => {
    const row = await pay();
    world.clock.set(new Date(row.currentPeriodEnd.getTime() + 1_000));
    await cancelSubscription(world, shop.live, row.id);
    expect(await access("ref=user_1")).toMatchObject({
      has_access: false,
      status: "cancelled",
      access_ends_at: iso(world.clock.now()),
    });
  });
});

describe("the subscription shown", () => {
  test("is the one that lasts longest among those giving access", async () => {
    const year = await pay({ product: 1 });
    world.clock.advance(1_000);
    await pay({ product: 0 });
    expect((await access("ref=user_1")).subscription.id).toBe(year.id);
  });

  test("is the latest when none gives access", async () => {
    const start = world.clock.now().getTime();
    await pay({ product: 1, at: new Date(start - 800 * 86_400_000) });
    const latest = await pay({ product: 0, at: new Date(start - 700 * 86_400_000) });
    const answer = await access("ref=user_1");
    expect(answer).toMatchObject({ has_access: false, status: "expired", subscription: { id: latest.id } });
  });

  test("has the members of the spec, the end of a trial, and no others", async () => {
    const row = await pay({ email: "amina@example.com" });
    const answer = await access("ref=user_1");
    expect(Object.keys(answer)).toEqual(["has_access", "status", "access_ends_at", "subscription"]);
    expect(answer.subscription).toEqual({
      id: row.id,
      object: "subscription",
      status: "active",
      has_access: true,
      ref: "user_1",
      product: { id: shop.products[0].id, name: "Gold, each month" },
      amount: 50_000,
      currency: "UGX",
      interval: "month",
      current_period_end: iso(row.currentPeriodEnd),
      access_ends_at: iso(new Date(row.currentPeriodEnd.getTime() + graceMs)),
      trial_ends_at: null,
      manage_url: expect.stringMatching(/^http:\/\/localhost:3000\/manage\/[0-9A-Za-z]+\.[0-9A-Za-z]{22}$/),
    });
  });
});

test("a user who never subscribed is answered 200, false, null, null, null", async () => {
  const answer = await call("GET", "/access?ref=stranger", { key: shop.liveKey });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ has_access: false, status: null, access_ends_at: null, subscription: null });
});

test("the answer may be kept for a minute by its caller, apart for each key", async () => {
  const { headers } = await call("GET", "/access?ref=stranger", { key: shop.liveKey });
  expect(headers.get("Cache-Control")).toBe("private, max-age=60");
  expect(headers.get("Vary")).toBe("Authorization");
});

test("a test key asks about test subscriptions only", async () => {
  await pay({ livemode: true, ref: "live" });
  await pay({ livemode: false, ref: "test" });
  expect(await access("ref=live", shop.testKey)).toMatchObject({ has_access: false, status: null });
  expect(await access("ref=test", shop.testKey)).toMatchObject({ has_access: true });
  expect(await access("ref=test")).toMatchObject({ has_access: false, status: null });
});
