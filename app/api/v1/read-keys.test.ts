import { beforeAll, describe, expect, test } from "vitest";
import { goodBodies, listOf, type Objects, objectsOf } from "@/lib/testing/api/objects";
import { openApi } from "@/lib/testing/api/stage";
import { routes } from "./routes";

// Keys that only read, at every endpoint there is.

const { world, route, call, shop } = await openApi();
let ids: Objects;

beforeAll(async () => {
  ids = await objectsOf(world, shop, route);
});

/** What can be counted of a store: a request that changes something changes one of these. */
async function everything(): Promise<string> {
  const { rows } = await world.pool.query(
    `SELECT (SELECT json_agg(s) FROM subscriptions s WHERE s.store_id = $1) AS subscriptions,
       (SELECT json_agg(c) FROM customers c WHERE c.account_id = $2) AS customers,
       (SELECT json_agg(l) FROM payment_links l WHERE l.store_id = $1) AS links,
       (SELECT json_agg(i) FROM invoices i WHERE i.store_id = $1) AS invoices,
       (SELECT count(*) FROM events e WHERE e.store_id = $1) AS events,
       (SELECT count(*) FROM idempotency_records r WHERE r.store_id = $1) AS answers`,
    [shop.store.id, shop.accountId],
  );
  return JSON.stringify(rows);
}

const endpoints = routes.flatMap(({ path, endpoints }) =>
  Object.entries(endpoints).map(([method, { definition }]) => ({ method, path, keys: definition.keys })),
);

describe.each(endpoints.filter(({ keys }) => keys !== "none"))("$method $path", ({ method, path, keys }) => {
  const mode = keys === "test" ? "test" : "live";
  const target = (id = ids[mode][listOf(path)] ?? "") =>
    path.replace("{id}", id) + (path === "/access" ? "?ref=user_1" : "");
  const readKey = () => (mode === "test" ? shop.testReadKey : shop.liveReadKey);
  const fullKey = () => (mode === "test" ? shop.testKey : shop.liveKey);

  if (method === "GET") {
    test("is answered as to a key that may do everything", async () => {
      const read = await call("GET", target(), { key: readKey() });
      expect(read.status).toBe(200);
      const { body, headers } = await call("GET", target(), { key: fullKey() });
      expect(read.body).toEqual(body);
      expect([read.headers, headers].map((one) => one.get("X-Key-Scope"))).toEqual(["read", "full"]);
      expect((await call("HEAD", target(), { key: readKey() })).status).toBe(200);
    });
    return;
  }

  test("is refused before anything is looked for, and changes nothing", async () => {
    const before = await everything();
    const body = goodBodies[`${method} ${path}`];
    const headers = { "Idempotency-Key": `${method} ${path}` };
    for (const at of [target(), target("2147483647")]) {
      const answer = await call(method, at, { key: readKey(), headers, ...(body ? { body } : {}) });
      expect([answer.status, answer.body.error]).toEqual([403, "key_is_read_only"]);
      expect(answer.headers.get("X-Key-Scope")).toBe("read");
      expect(answer.body.errors).toBeUndefined();
    }
    expect(await everything()).toBe(before);
  });
});

test("a read key of the wrong mode is told of the mode first, and one that ended is not known", async () => {
  const { body } = await call("POST", "/customers", { key: shop.testReadKey, body: {} });
  expect(body.error).toBe("live_key_required");
  const read = shop.liveReadKey.slice(-4);
  await world.db.apiKey.deleteMany({ where: { storeId: shop.store.id, last4: read } });
  const gone = await call("POST", "/customers", { key: shop.liveReadKey, body: {} });
  expect([gone.status, gone.body.error]).toEqual([401, "invalid_api_key"]);
});
