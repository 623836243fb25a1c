import { beforeAll, beforeEach, expect, test } from "vitest";
import { openApi } from "@/lib/testing/api/stage";

const { world, call, shop, live, trial } = await openApi();
const start0 = world.clock.now();
let product: number;
let people = 0;

beforeAll(async () => {
  product = shop.products[0].id;
  const data = { trialDays: 7, trialProof: "none" as const };
  await world.db.product.update({ where: { id: product }, data });
});
beforeEach(() => world.clock.set(start0));

const start = (body: Record<string, unknown> = {}, key = shop.liveKey) => {
  people += 1;
  const whole = {
    product_id: product,
    start: "trial",
    ref: `user_${people}`,
    phone: `077212${1000 + people}`,
  };
  return call("POST", "/subscriptions", { key, body: { ...whole, ...body } });
};
const ends = "2026-03-09T09:30:00+00:00";

test("a server begins a trial: 201, access until its end, and the same in the answer to GET /access", async () => {
  const { status, body } = await start({ ref: "amina" });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...{ object: "subscription", status: "active", has_access: true, payments_count: 0, total_paid: 0 },
    ...{ trial_ends_at: ends, access_ends_at: ends, current_period_end: ends, amount: 50_000 },
  });
  const access = await live("GET", "/access?ref=amina");
  expect(access.body.data ?? access.body).toMatchObject({
    ...{ has_access: true, status: "active", access_ends_at: ends },
    subscription: { id: body.data.id, trial_ends_at: ends },
  });
  world.clock.set(new Date(ends));
  const over = await live("GET", "/access?ref=amina");
  expect(over.body.data ?? over.body).toMatchObject({ has_access: false, status: "expired" });
});

test("the product says what it offers, and lists leave out who never paid", async () => {
  const { body } = await live("GET", `/products/${product}`);
  expect(body.data.subscription).toMatchObject({ trial_days: 7, trial_proof: "none" });
  const { data } = (await start()).body;
  const ids = async (query: string) =>
    (await live("GET", `/subscriptions${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids("")).not.toContain(data.id);
  expect(await ids("?status=active")).toContain(data.id);
});

test("each refusal by its code, or on its field", async () => {
  await start({ ref: "had", phone: "0772 555 111" });
  const refusals: [Record<string, unknown>, string][] = [
    [{ ref: "had" }, "already_subscribed"],
    [{ phone: "0772 555 111" }, "trial_used"],
    [{ product_id: shop.products[1].id }, "no_trial"],
  ];
  for (const [body, error] of refusals) {
    const answer = await start(body);
    expect([answer.status, answer.body.error]).toEqual([422, error]);
  }
  const fields: [Record<string, unknown>, string][] = [
    [{ product_id: 2_000_000_000 }, "product_id"],
    [{ start: "payment" }, "start"],
    [{ phone: null }, "phone"],
    [{ phone: "12" }, "phone"],
    [{ email: "no" }, "email"],
  ];
  for (const [body, field] of fields) {
    const answer = await start(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, expect.arrayContaining([field])]);
  }
});

test("a test key begins a test trial, which ends when it is told to; the same request twice begins one", async () => {
  const headers = { "Idempotency-Key": "trial-1" };
  const body = { product_id: product, start: "trial", ref: "dev", email: "dev@example.com" };
  const first = await call("POST", "/subscriptions", { key: shop.testKey, body, headers });
  const again = await call("POST", "/subscriptions", { key: shop.testKey, body, headers });
  expect([first.status, first.body.data.livemode, again.body.data.id]).toEqual([
    201,
    false,
    first.body.data.id,
  ]);
  const path = `/test/subscriptions/${first.body.data.id}/advance`;
  const over = await trial("POST", path, { to: "end_trial" });
  expect(over.body.data).toMatchObject({ status: "expired", has_access: false });
  const twice = await trial("POST", path, { to: "end_trial" });
  expect([twice.status, twice.body.error]).toEqual([422, "not_in_trial"]);
});
