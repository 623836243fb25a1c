import { expect, test, vi } from "vitest";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { listRequests } from "@/lib/services/hooks/request-log/read";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";

const { world, call, shop, live, trial } = await openApi({}, { keepLimits: true });
const page = { skip: 0, take: 100 };

const lines = async (filters = {}, caller = shop.live) =>
  (await listRequests(world, caller, filters, page)).rows;
const soon = (expected: number, caller = shop.live) =>
  vi.waitFor(async () => expect(await lines({}, caller)).toHaveLength(expected));

test("every authenticated request leaves one line of its store and mode, refused ones too", async () => {
  const secret = "secret-of-a-user@example.com";
  const ok = await live("GET", `/access?email=${secret}`);
  world.clock.advance(1_000);
  const absent = await live("GET", "/orders/12");
  world.clock.advance(1_000);
  const wrong = await live("POST", "/customers", { name: secret });
  await trial("GET", "/orders");
  await call("GET", "/store", { key: null });
  await call("GET", "/store", { key: `${shop.liveKey.slice(0, -1)}!` });
  await live("GET", "/openapi.json");
  await soon(3);
  await soon(1, shop.test);
  const rows = await lines();
  expect(rows.map(({ method, path, status, requestId }) => [method, path, status, requestId])).toEqual([
    ["POST", "/api/v1/customers", 422, wrong.headers.get("Request-Id")],
    ["GET", "/api/v1/orders/12", 404, absent.headers.get("Request-Id")],
    ["GET", "/api/v1/access", 200, ok.headers.get("Request-Id")],
  ]);
  const keyId = (await world.db.apiKey.findFirst({ where: { storeId: shop.store.id, livemode: true } }))?.id;
  expect(rows.map((row) => row.keyId)).toEqual([keyId, keyId, keyId]);
  expect(rows.every(({ durationMs }) => durationMs >= 0 && durationMs < 60_000)).toBe(true);
  expect(
    JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain("secret");
  expect((await lines({}, shop.test)).map(({ status }) => status)).toEqual([403]);
});

test("the list is filtered by method, status, key, path and request id", async () => {
  const count = async (filters: object) => (await lines(filters)).length;
  const requestId = (await lines())[0]?.requestId ?? "";
  const keyId = (await lines())[0]?.keyId ?? 0;
  expect(await count({ method: "GET" })).toBe(2);
  expect(await count({ statusClass: 4 })).toBe(2);
  expect(await count({ status: 404 })).toBe(1);
  expect(await count({ keyId })).toBe(3);
  expect(await count({ keyId: keyId + 1000 })).toBe(0);
  expect(await count({ path: "/api/v1/o" })).toBe(1);
  expect(await count({ path: "/api/v1/_" })).toBe(0);
  expect(await count({ requestId })).toBe(1);
});

test("another store sees none of it", async () => {
  const other = await newShop(world);
  expect(await lines({}, other.live)).toEqual([]);
});

test("a database that takes no lines costs lines, not answers", async () => {
  const real = world.pool.query.bind(world.pool);
  let lost = 0;
  const spy = vi.spyOn(world.pool, "query").mockImplementation(((
    query: { name?: string; values: unknown[][] },
    ...rest: []
  ) => {
    if (query.name !== "write-request-log") return real(query as never, ...rest);
    lost += query.values[0]?.length ?? 0;
    return Promise.reject(new Error("connection terminated"));
  }) as never);
  const before = (await lines()).length;
  for (let at = 0; at < 3; at += 1) {
    expect((await live("GET", "/store")).status).toBe(200);
  }
  await vi.waitFor(() => expect(lost).toBe(3));
  spy.mockRestore();
  await live("GET", "/store");
  await soon(before + 1);
});

test("an answer does not wait for its line", async () => {
  const real = world.pool.query.bind(world.pool);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const spy = vi.spyOn(world.pool, "query").mockImplementation((async (
    query: { name?: string },
    ...rest: []
  ) => {
    if (query.name === "write-request-log") await held;
    return real(query as never, ...rest);
  }) as never);
  const before = (await lines()).length;
  for (let at = 0; at < 20; at += 1) await live("GET", "/store");
  expect((await lines()).length).toBe(before);
  release();
  await soon(before + 20);
  spy.mockRestore();
});

test("lines go after 7 days", async () => {
  const before = (await lines()).length;
  world.clock.advance(7 * 86_400_000 - 10_000);
  expect(await forgetOld(world)).toMatchObject({ requests: 0 });
  world.clock.advance(20_000);
  await forgetOld(world);
  expect(before).toBeGreaterThan(0);
  expect(await lines()).toEqual([]);
});
