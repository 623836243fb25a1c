import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { objectsOf } from "@/lib/testing/api/objects";
import { openServer } from "@/lib/testing/api/server";
import { startReceiver } from "@/lib/testing/receiver";
import { paidSubscription } from "@/lib/testing/subscription";
import { endpointAt } from "@/lib/testing/webhooks";
import { testClock, testWorld } from "@/lib/testing/world";
import { sdkTypes } from "@/scripts/sdk-types";
import { createSente } from "./client";
import { SenteConnectionError, SenteError, WebhookSignatureError } from "./errors";
import { signTestWebhook, verifyWebhook, type WebhookEvent } from "./webhooks";

const world = testWorld({ clock: testClock(new Date()) });
const route = createRouter(routes, apiRoot);
let server: Awaited<ReturnType<typeof openServer>>;
let baseUrl: string;
let shop: Shop;
/** What the client meets instead of the API, for the next requests. */
let obstacles: ((proceed: () => Promise<Response>) => Promise<Response> | Response)[] = [];
let asked: Request[] = [];

beforeAll(async () => {
  shop = await newShop(world);
  server = await openServer((request) => {
    asked.push(request);
    const obstacle = obstacles.shift();
    const proceed = () => route(request, world);
    return obstacle ? obstacle(proceed) : proceed();
  });
  baseUrl = server.url + apiRoot;
});

afterAll(() => server.close());

beforeEach(() => {
  obstacles = [];
  asked = [];
});

const client = (options: Partial<Parameters<typeof createSente>[0]> = {}) =>
  createSente({ apiKey: shop.liveKey, baseUrl, ...options });
const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

test("sdk/types.ts is what docs/openapi.json says; write it anew with scripts/sdk-types.ts", async () => {
  expect(await sdkTypes()).toBe(readFileSync(new URL("./types.ts", import.meta.url), "utf8"));
});

test("every endpoint of the API can be called", async () => {
  const sente = client();
  const { live } = await objectsOf(world, shop, route, "sdk");
  const id = (path: string) => Number(live[path]);
  const sub = live["/subscriptions"] ?? "";
  expect((await sente.store.retrieve()).id).toBe(shop.store.id);
  expect((await sente.access.check({ ref: "sdk" })).has_access).toBe(true);
  expect((await sente.subscriptions.list({ ref: "sdk" })).data[0]?.id).toBe(sub);
  expect((await sente.subscriptions.retrieve(sub)).object).toBe("subscription");
  const { metadata } = await sente.subscriptions.update(sub, { metadata: { seat: "14" } });
  expect(metadata).toEqual({ seat: "14" });
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { trialDays: 7 } });
  const tries = { product_id: shop.products[0].id, start: "trial" as const, email: "new@example.com" };
  expect((await sente.subscriptions.create(tries)).payments_count).toBe(0);
  const given = { days: 7, reason: "The server was down" };
  expect((await sente.subscriptions.extend(sub, given)).status).toBe("active");
  const to = { product_id: shop.products[1].id, preview: true };
  expect(await sente.subscriptions.change(sub, to)).toMatchObject({ kind: "now", currency: "UGX" });
  expect((await sente.subscriptions.undoChange(sub)).pending_change).toBe(null);
  const offer = await sente.discounts.create({ name: "Launch", code: "TEN", type: "percent", percent: 10 });
  expect((await sente.subscriptions.giveDiscount(sub, { code: "ten" })).discount?.id).toBe(offer.id);
  expect((await sente.subscriptions.takeDiscount(sub)).discount).toBeNull();
  expect((await sente.discounts.list({ status: "active" })).meta.total).toBe(2);
  expect((await sente.discounts.update(offer.id, { name: "Autumn" })).name).toBe("Autumn");
  expect((await sente.discounts.retrieve(offer.id)).code).toBe("TEN");
  expect((await sente.discounts.createCodes(offer.id, { count: 3 })).codes).toHaveLength(3);
  expect((await sente.discounts.delete(offer.id)).deleted).toBe(true);
  expect((await sente.subscriptions.renewal(sub, { mode: "manual" })).renewal.mode).toBe("manual");
  expect((await sente.subscriptions.cancel(sub)).status).toBe("cancelled");
  const order = await sente.orders.retrieve(id("/orders"));
  expect((await sente.orders.retrieve(order.number)).id).toBe(order.id);
  expect((await sente.orders.list({ payment_status: "paid" })).meta.total).toBeGreaterThan(0);
  expect((await sente.products.list({ kind: "subscription" })).data).toHaveLength(2);
  expect((await sente.products.retrieve(id("/products"))).name).toContain("Gold");
  const customer = await sente.customers.save({ name: "Zed", email: "zed@example.com" });
  expect((await sente.customers.update(customer.id, { city: "Gulu" })).city).toBe("Gulu");
  expect((await sente.customers.retrieve(customer.id)).email).toBe("zed@example.com");
  expect((await sente.customers.list({ search: "zed" })).data).toHaveLength(1);
  const link = await sente.paymentLinks.create({ title: "Lessons", amount: 500 });
  expect((await sente.paymentLinks.update(link.id, { is_active: false })).status).toBe("paused");
  expect((await sente.paymentLinks.retrieve(link.id)).is_active).toBe(false);
  expect((await sente.paymentLinks.list({ is_active: false })).data[0]?.id).toBe(link.id);
  expect((await sente.paymentLinks.delete(link.id)).deleted).toBe(true);
  const line = { description: "Hours", quantity: 1.5, unit_price: 100 };
  const { data: invoice } = await sente.invoices.create({
    customer_name: "Zed",
    customer_email: "zed@example.com",
    items: [line],
  });
  expect((await sente.invoices.send(invoice.id, ["email"])).deliveries?.[0]?.channel).toBe("email");
  expect((await sente.invoices.retrieve(invoice.id)).total).toBe(150);
  expect((await sente.invoices.list({ number: invoice.number })).data).toHaveLength(1);
  expect((await sente.invoices.cancel(invoice.id)).status).toBe("cancelled");
  expect((await sente.bookkeeping.retrieve()).accounts.map(({ account }) => account)).toEqual([]);
  expect((await sente.bookkeeping.entries.list({ per_page: 1 })).data).toHaveLength(0);
  const testing = client({ apiKey: shop.testKey });
  const started = await testing.test.start({ product_id: id("/products"), ref: "sdk-test" });
  expect((await testing.test.advance(started.id, "end_period")).status).toBe("past_due");
  const { cursor } = await testing.test.listener();
  const sample = await testing.test.sendSample("order.paid");
  expect((await testing.test.events({ after: cursor })).data.map(({ id }) => id)).toEqual([sample.id]);
  expect((await testing.test.event(sample.id)).body).toBe(sample.body);
  expect((await testing.test.deleteData()).deleted).toBe(true);
  const called = new Set(
    asked.map(
      ({ method, url }) =>
        `${method} ${new URL(url).pathname.slice(apiRoot.length).replace(/\/(sub_\w+|evt_\w+|\d+|ORD-\d+)/, "/{id}")}`,
    ),
  );
  const all = routes.flatMap(({ path, endpoints }) =>
    Object.keys(endpoints).map((method) => `${method} ${path}`),
  );
  expect(all.filter((name) => !called.has(name))).toEqual(["GET /openapi.json"]);
});

test.each([
  "http://pay.example.com/api/v1",
  "http://10.0.0.7/api/v1",
  "http://localhost.example.com",
  "pay",
  "",
])("a key is never sent to %j", (address) => {
  expect(() => client({ baseUrl: address })).toThrow("https://");
});

test("all() walks every page", async () => {
  const sente = client();
  for (let at = 0; at < 7; at += 1) await sente.paymentLinks.create({ title: `Walk ${at}`, amount: 500 });
  const titles: string[] = [];
  for await (const { title } of sente.paymentLinks.all({ search: "Walk", per_page: 3 })) titles.push(title);
  expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `Walk ${at}`));
});

describe("refusals", () => {
  test("are thrown with status, code, problems and request id", async () => {
    const wrong = await client()
      .customers.save({ name: "", email: "a@b.co" })
      .catch((error) => error);
    expect(wrong).toBeInstanceOf(SenteError);
    expect([wrong.status, wrong.code, Object.keys(wrong.errors)]).toEqual([422, null, ["name"]]);
    expect(wrong.requestId).toMatch(/^req_/);
    const key = await client({ apiKey: "sk_live_sn_wrong" })
      .store.retrieve()
      .catch((error) => error);
    expect([key.status, key.code]).toEqual([401, "invalid_api_key"]);
    expect(asked).toHaveLength(2);
  });

  test("a server that is not there is a connection error, after the tries", async () => {
    const nowhere = client({ baseUrl: "http://127.0.0.1:9/api/v1", retries: 1 });
    await expect(nowhere.store.retrieve()).rejects.toBeInstanceOf(SenteConnectionError);
  });
});

describe("sending again", () => {
  test("a request whose answer was lost has one effect, by one automatic Idempotency-Key", async () => {
    obstacles = [
      async (proceed) => {
        await proceed();
        return new Response("<html>Bad gateway</html>", { status: 502 });
      },
    ];
    const link = await client().paymentLinks.create({ title: "Lost and found", amount: 500 });
    expect(asked).toHaveLength(2);
    const keys = asked.map((request) => request.headers.get("Idempotency-Key"));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    const found = await client().paymentLinks.list({ search: "Lost and found" });
    expect(found.data.map(({ id }) => id)).toEqual([link.id]);
  });

  test("waits as long as Retry-After says", async () => {
    obstacles = [() => json(429, { message: "Too many requests." }, { "Retry-After": "1" })];
    const startedAt = performance.now();
    await client().store.retrieve();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(asked).toHaveLength(2);
  });

  test("does not wait longer than allowed, and not for what would not change", async () => {
    obstacles = [() => json(429, { message: "Too many requests." }, { "Retry-After": "60" })];
    await expect(client().store.retrieve()).rejects.toMatchObject({ status: 429, retryAfter: 60 });
    await expect(client().orders.retrieve(2_147_483_647)).rejects.toMatchObject({ status: 404 });
    expect(asked).toHaveLength(2);
  });

  test("gives up after the tries", async () => {
    const down = () => json(503, { message: "Down." }, { "Retry-After": "0" });
    obstacles = [down, down, down];
    await expect(client({ retries: 2 }).store.retrieve()).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(3);
  });
});

describe("access.check", () => {
  const down = () => json(503, { message: "Down." }, { "Retry-After": "0" });

  test("asks once in three minutes, and at once when 500 come together", async () => {
    await paidSubscription(world, shop, { livemode: true, ref: "cached" });
    let now = Date.now();
    const sente = client({ access: { now: () => now } });
    const together = await Promise.all(
      Array.from({ length: 500 }, () => sente.access.check({ ref: "cached" })),
    );
    expect(together.every(({ has_access }) => has_access)).toBe(true);
    now += 179_000;
    await sente.access.check({ ref: "cached" });
    expect(asked).toHaveLength(1);
    now += 1_000;
    await sente.access.check({ ref: "cached" });
    expect(asked).toHaveLength(2);
    sente.access.forget({ ref: "cached" });
    await sente.access.check({ ref: "cached" });
    expect(asked).toHaveLength(3);
    await sente.access.check({ ref: "another" });
    expect(asked).toHaveLength(4);
  });

  test.each([
    [undefined, 180],
    [60, 60],
    [9_999, 300],
    [1, 1],
  ])("keeps who is let in as long as asked for, for five minutes at most: %s", async (cacheSeconds, kept) => {
    const ref = `range_${cacheSeconds}`;
    await paidSubscription(world, shop, { livemode: true, ref });
    const startedAt = Date.now();
    let now = startedAt;
    const options = cacheSeconds === undefined ? {} : { cacheSeconds };
    const sente = client({ access: { ...options, now: () => now } });
    await sente.access.check({ ref });
    now = startedAt + kept * 1000 - 1;
    await sente.access.check({ ref });
    expect(asked).toHaveLength(1);
    now += 1;
    await sente.access.check({ ref });
    expect(asked).toHaveLength(2);
  });

  test("who has just paid is let in at once, also where a refusal was kept; 0 keeps nothing", async () => {
    let now = Date.now();
    const usual = client({ access: { now: () => now } });
    const none = client({ access: { cacheSeconds: 0, now: () => now } });
    for (const sente of [usual, none]) {
      expect((await sente.access.check({ ref: "fresh" })).has_access).toBe(false);
      expect((await sente.access.check({ ref: "fresh" })).has_access).toBe(false);
    }
    expect(asked).toHaveLength(3);
    await paidSubscription(world, shop, { livemode: true, ref: "fresh" });
    expect((await none.access.check({ ref: "fresh" })).has_access).toBe(true);
    now += 2_000;
    expect((await usual.access.check({ ref: "fresh" })).has_access).toBe(true);
    obstacles = [down, down, down, down];
    await expect(none.access.check({ ref: "fresh" })).rejects.toMatchObject({ status: 503 });
  });

  test("what is forgotten while it is asked about is asked anew, and with 0 nobody waits for another's answer", async () => {
    const sente = client();
    let proceedFirst = () => {};
    const held = new Promise<void>((resolve) => {
      proceedFirst = resolve;
    });
    // An answer from before the payment, that is long on its way.
    obstacles = [async (proceed) => proceed().then((answer) => held.then(() => answer))];
    const early = sente.access.check({ ref: "slow" });
    await expect.poll(() => asked.length).toBe(1);
    await paidSubscription(world, shop, { livemode: true, ref: "slow" });
    sente.access.forget({ ref: "slow" });
    const anew = await sente.access.check({ ref: "slow" });
    proceedFirst();
    expect([(await early).has_access, anew.has_access]).toEqual([false, true]);
    expect((await sente.access.check({ ref: "slow" })).has_access).toBe(true);
    asked = [];
    const none = client({ access: { cacheSeconds: 0 } });
    await Promise.all([none.access.check({ ref: "slow" }), none.access.check({ ref: "slow" })]);
    expect(asked).toHaveLength(2);
  });

  test("whom it let in does not wait for an API that does not answer", async () => {
    let now = Date.now();
    const sente = client({ access: { now: () => now } });
    await paidSubscription(world, shop, { livemode: true, ref: "waits" });
    await sente.access.check({ ref: "waits" });
    now += 200_000;
    obstacles = [() => new Promise<Response>(() => {})];
    const before = performance.now();
    expect((await sente.access.check({ ref: "waits" })).has_access).toBe(true);
    expect(performance.now() - before).toBeLessThan(4_000);
  });

  test("holds on to access while the API is down, until access_ends_at and not a moment longer", async () => {
    const row = await paidSubscription(world, shop, { livemode: true, ref: "stale" });
    const endsAt = row.currentPeriodEnd.getTime() + 72 * 3_600_000;
    let now = Date.now();
    const sente = client({ retries: 0, access: { now: () => now } });
    await sente.access.check({ ref: "stale" });
    obstacles = [down, down, down];
    // Whole seconds on the wire.
    now = Math.floor(endsAt / 1000) * 1000 - 1;
    expect((await sente.access.check({ ref: "stale" })).has_access).toBe(true);
    now += 1;
    await expect(sente.access.check({ ref: "stale" })).rejects.toMatchObject({ status: 503 });
  });

  test("an outage opens nothing to whom the API did not let in, and a refused key is said at once", async () => {
    let now = Date.now();
    const sente = client({ retries: 0, access: { now: () => now } });
    expect((await sente.access.check({ ref: "nobody" })).has_access).toBe(false);
    now += 300_000;
    obstacles = [down, () => json(401, { message: "No.", error: "invalid_api_key" })];
    await expect(sente.access.check({ ref: "nobody" })).rejects.toMatchObject({ status: 503 });
    await expect(sente.access.check({ ref: "nobody" })).rejects.toMatchObject({ code: "invalid_api_key" });
  });
});

describe("webhooks", () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

  test("verifyWebhook gives the typed event of a delivery that really came", async () => {
    const other = await newShop(world);
    const receiver = await startReceiver();
    const endpoint = await endpointAt(world, other.live, receiver.url);
    const row = await paidSubscription(world, other, { livemode: true, ref: "hook" });
    await deliverDueWebhooks(world, { storeId: other.store.id });
    const delivery = receiver.received[0];
    await receiver.close();
    if (!delivery) throw new Error("Nothing was delivered.");
    const event: WebhookEvent = verifyWebhook(delivery.body, delivery.headers, endpoint.secret);
    if (event.type !== "subscription.activated") throw new Error(`It is ${event.type}.`);
    // The type has narrowed: `data` is a subscription here.
    expect([event.data.id, event.data.ref, event.data.previous_status]).toEqual([row.id, "hook", null]);
    const late = { nowSeconds: Date.now() / 1000 + 301 };
    expect(() => verifyWebhook(delivery.body, delivery.headers, endpoint.secret, late)).toThrow(
      WebhookSignatureError,
    );
    expect(() => verifyWebhook(`${delivery.body} `, delivery.headers, endpoint.secret)).toThrow(
      WebhookSignatureError,
    );
    expect(() => verifyWebhook(delivery.body, delivery.headers, secret)).toThrow(WebhookSignatureError);
    expect(verifyWebhook(delivery.body, delivery.headers, [secret, endpoint.secret]).id).toBe(event.id);
  });

  test("without a secret nothing is taken: anybody can sign with an empty one", () => {
    const made = { id: "evt_1", type: "order.paid" } as WebhookEvent;
    for (const none of ["", "whsec_", undefined, [], ["", undefined]]) {
      const { body, headers } = signTestWebhook(made, "");
      expect(() => verifyWebhook(body, headers, none)).toThrow(TypeError);
    }
  });

  test("signTestWebhook makes what verifyWebhook takes", () => {
    const data = {
      id: 3,
      object: "webhook_endpoint",
      livemode: false,
      status: "enabled",
      url: "https://a.example",
    } as const;
    const event = {
      id: "evt_1",
      type: "ping",
      livemode: false,
      created_at: "2026-01-31T09:30:00+00:00",
      data,
    } as const;
    const { body, headers } = signTestWebhook(event, secret);
    expect(verifyWebhook(body, new Headers(headers), secret)).toEqual(event);
    expect(() => verifyWebhook(body, { ...headers, "webhook-id": "evt_2" }, secret)).toThrow(
      WebhookSignatureError,
    );
    expect(() => verifyWebhook(body, {}, secret)).toThrow(WebhookSignatureError);
  });
});
