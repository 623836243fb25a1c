import { beforeAll, expect, test } from "vitest";
import { loneSurrogates as lone, badEscapes as raw, badTexts as texts } from "@/lib/testing/api/bad-values";
import type { Answer } from "@/lib/testing/api/client";
import { goodBodies, listOf, type Objects, objectsOf } from "@/lib/testing/api/objects";
import { openApi } from "@/lib/testing/api/stage";
import { paidSubscription } from "@/lib/testing/subscription";
import { testWorld } from "@/lib/testing/world";
import { slice } from "@/scripts/lab/testing/slice";
import { routes } from "./routes";

const failures: unknown[] = [];
const { world, route, call, shop, live, trial } = await openApi(
  {},
  {
    world: testWorld({
      log: { info() {}, warn: (facts) => failures.push(facts), error: (facts) => failures.push(facts) },
    }),
  },
);
let ids: Objects;

beforeAll(async () => {
  ids = await objectsOf(world, shop, route);
});

const keyOf = (rule: string) => (rule === "test" ? shop.testKey : shop.liveKey);
const endpoints = routes.flatMap(({ path, endpoints: own }) =>
  Object.entries(own).map(([method, { definition }]) => ({ method, path, definition })),
);
const withGoodId = (path: string, keys: string) =>
  path.replace("{id}", ids[keys === "live" ? "live" : "test"][listOf(path)] ?? "");

/** One part of the requests in each run of `npm test`. */
const slices = 8;
let judged = 0;
let corpus = 0;
/** What the slices of all sweeps have in them at the least. */
let share = 0;

/** The requests of a test that this run makes. */
function some<T>(sweep: string, cases: readonly T[], nameOf: (one: T) => string): T[] {
  corpus += cases.length;
  share += Math.floor(cases.length / slices);
  return slice(`bad input: ${sweep}`, cases, slices, nameOf);
}

function judge(what: string, answer: Answer): string[] {
  judged += 1;
  const problems: string[] = [];
  if (answer.status >= 500) problems.push(`${what}: ${answer.status}`);
  if (!answer.headers.get("Request-Id")) problems.push(`${what}: no Request-Id`);
  if (answer.status >= 400) {
    if (typeof answer.body?.message !== "string") problems.push(`${what}: no message`);
    if (answer.status === 422 && !answer.body.error && Object.keys(answer.body.errors ?? {}).length === 0)
      problems.push(`${what}: no errors`);
  }
  return problems;
}

test("the corpus has at least 80 values", () => {
  expect(new Set([...texts, ...lone, ...raw]).size).toBeGreaterThanOrEqual(80);
});

test("whatever is in a query, the answer is never a 5xx", async () => {
  const problems: string[] = [];
  const queries = endpoints.flatMap((endpoint) =>
    Object.keys(endpoint.definition.query?.shape ?? {}).flatMap((field) =>
      [...texts.map(encodeURIComponent), ...raw].flatMap((value) =>
        [`${field}=${value}`, ...(value.length < 3 ? [`${field}[]=${value}`] : [])].map((query) => ({
          ...endpoint,
          query,
          what: `${endpoint.method} ${endpoint.path}?${query}`,
        })),
      ),
    ),
  );
  for (const { method, path, definition, query, what } of some("queries", queries, (one) => one.what)) {
    const target = `${withGoodId(path, definition.keys)}?ref=user_1&${query}`;
    problems.push(...judge(what, await call(method, target, { key: keyOf(definition.keys) })));
  }
  expect(problems).toEqual([]);
  expect(failures).toEqual([]);
}, 300_000);

test("whatever is in a path, the answer is 404 and never a 5xx", async () => {
  const problems: string[] = [];
  const paths = endpoints
    .filter((one) => one.path.includes("{id}"))
    .flatMap(({ method, path, definition }) =>
      [...texts.map(encodeURIComponent), ...raw]
        .filter((value) => value !== "" && !/^[1-9]\d?$/.test(value))
        .map((value) => ({ method, keys: definition.keys, path, target: path.replace("{id}", value) }))
        .filter(({ target }) => target !== withGoodId(path, definition.keys)),
    );
  for (const { method, keys, target } of some("paths", paths, (one) => `${one.method} ${one.target}`)) {
    const body = method === "GET" ? undefined : "{}";
    const answer = await call(method, target, { key: keyOf(keys), body });
    if (answer.status !== 404) problems.push(`${method} ${target}: ${answer.status}`);
    problems.push(...judge(`${method} ${target}`, answer));
  }
  expect(problems).toEqual([]);
}, 300_000);

test("whatever is in a header, the answer is never a 5xx", async () => {
  const problems: string[] = [];
  const names = [
    "authorization",
    "content-type",
    "content-length",
    "x-client-ip",
    "idempotency-key",
    "request-id",
    "accept",
  ];
  // A product that is refused, so that the thousandth try costs no more than the first.
  const body = JSON.stringify({ product_id: 0, ref: "header" });
  const values = [...texts, ...raw].filter((one) => /^[\t\x20-\x7e\x80-\xff]*$/.test(one));
  const headers = names.flatMap((name) =>
    values.flatMap((value) =>
      (name === "authorization" ? ["", "Bearer "] : [""]).map((prefix) => ({ name, value: prefix + value })),
    ),
  );
  for (const { name, value } of some("headers", headers, (one) => `${one.name}: ${one.value}`)) {
    const init = { key: shop.testKey, body, headers: { [name]: value } };
    problems.push(...judge(`${name}: ${value}`, await call("POST", "/test/subscriptions", init)));
  }
  expect(problems).toEqual([]);
}, 300_000);

test("whatever is in a body, the answer is never a 5xx", async () => {
  const problems: string[] = [];
  const values: unknown[] = [
    ...[...texts, ...lone],
    ...[
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e21,
      1e308,
      -1e308,
      2_147_483_648,
      2 ** 53,
      [],
      {},
      [[]],
      [1],
      { a: 1 },
    ],
    ...[{ not: "" }, { contains: "%" }, { equals: 1 }, { toString: 1 }, ["user_1"]],
  ];
  const bodies = endpoints
    .filter((one) => one.definition.body)
    .flatMap((endpoint) =>
      [...Object.keys(endpoint.definition.body?.shape ?? {}), "__proto__", "livemode"].flatMap((field) =>
        values.map((value, at) => ({ ...endpoint, field, value, at })),
      ),
    );
  const nameOfBody = (one: (typeof bodies)[number]) => `${one.method} ${one.path} ${one.field} ${one.at}`;
  for (const { method, path, definition, field, value, at } of some("bodies", bodies, nameOfBody)) {
    const good = goodBodies[`${method} ${path}`] as Record<string, unknown> | undefined;
    // What is good starts a subscription, which takes its time, so only every fourth ref may go that far.
    const product = field === "ref" && at % 4 === 0 ? shop.products[0].id : 0;
    const base = JSON.stringify(good ?? { product_id: product, ref: "body", to: "x" }).slice(0, -1);
    const body = `${base},${JSON.stringify(field)}:${JSON.stringify(value)}}`;
    const answer = await call(method, withGoodId(path, definition.keys), {
      key: keyOf(definition.keys),
      body,
    });
    const what = `${method} ${path} ${field}=${JSON.stringify(value).slice(0, 60)}`;
    problems.push(...judge(what, answer), ...storedWrongly(what, field, value, answer));
  }
  const items = ["description", "quantity", "unit_price"].flatMap((field) =>
    values.map((value, at) => ({ field, value, at })),
  );
  for (const { field, value } of some("items of invoices", items, (one) => `${one.field} ${one.at}`)) {
    const item = { description: "Hours", quantity: 1, unit_price: 100, [field]: value };
    const body = { customer_name: "Amina", items: [item] };
    const answer = await live("POST", "/invoices", body);
    const what = `POST /invoices items.0.${field}=${JSON.stringify(value).slice(0, 60)}`;
    const shown = { ...answer, body: { ...answer.body, data: answer.body?.data?.items?.[0] } };
    problems.push(...judge(what, answer), ...storedWrongly(what, field, value, shown));
  }
  expect(problems).toEqual([]);
  expect(failures).toEqual([]);
}, 600_000);

/** What was accepted is shown as it was sent: trimmed at most, an address in lower case, nothing cut or replaced. */
function storedWrongly(what: string, field: string, value: unknown, answer: Answer): string[] {
  const shown = answer.body?.data?.[field];
  if (answer.status >= 300 || shown === undefined || shown === null) return [];
  if (typeof value === "string" && typeof shown === "string") {
    // A number is shown in the one form all numbers have, and a time as the instant it is.
    if (field === "phone" || field === "expires_at") return [];
    const trimmed = value.trim();
    // Nothing was said, so what was there stays.
    if (trimmed === "") return [];
    // A code is shown as it is compared: in capitals.
    return [value, trimmed, trimmed.toLowerCase(), field === "code" ? trimmed.toUpperCase() : value].includes(
      shown,
    )
      ? []
      : [`${what} became ${shown}`];
  }
  if (typeof value === "number" && typeof shown === "number")
    return shown === value ? [] : [`${what} became ${shown}`];
  return [];
}

test.each([
  ["an empty body", "", 422],
  ["white space", " \n", 400],
  ["a number", "1", 400],
  ["a text", '"x"', 400],
  ["null", "null", 400],
  ["a list", "[]", 400],
  ["an open object", "{", 400],
  ["a trailing comma", '{"ref":"a",}', 400],
  ["a comment", '{/**/"ref":"a"}', 400],
  ["single quotes", "{'ref':'a'}", 400],
  ["NaN", '{"product_id":NaN}', 400],
  ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ["UTF-16", new Uint8Array(Buffer.from('{"a":1}', "utf16le")), 400],
  ["100,000 lists, unclosed", "[".repeat(100_000), 400],
  ["100,000 lists", "[".repeat(100_000) + "]".repeat(100_000), 422],
  ["40,000 objects", `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`, 422],
  ["33 levels", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, 422],
  ["1,001 keys", `{${Array.from({ length: 1_001 }, (_, i) => `"k${i}":1`).join()}}`, 422],
  ["1 MiB", `{"ref":"${"x".repeat(1024 * 1024)}"}`, 413],
  ["256 KiB and one byte", `{"ref":"${"x".repeat(256 * 1024 - 9)}"}`, 413],
])("a body of %s is answered in JSON with a 4xx", async (_name, body, status) => {
  const answer = await trial("POST", "/test/subscriptions", body);
  expect(answer.status).toBe(status);
  expect(answer.body.message).toMatch(/\.$/);
});

test("exactly 256 KiB and a body at the allowed depth are read", async () => {
  const start = `{"product_id":${shop.products[0].id},"ref":"large","filler":"`;
  const full = `${start}${"x".repeat(256 * 1024 - start.length - 2)}"}`;
  expect(Buffer.byteLength(full)).toBe(256 * 1024);
  const init = { key: shop.testKey };
  expect((await call("POST", "/test/subscriptions", { ...init, body: full })).status).toBe(201);
  const nested = `{"product_id":${shop.products[0].id},"ref":"deep","x":${"[".repeat(31)}${"]".repeat(31)}}`;
  expect((await call("POST", "/test/subscriptions", { ...init, body: nested })).status).toBe(201);
});

test("a body that is written twice or names __proto__ changes nothing but its own fields", async () => {
  const product = shop.products[0].id;
  const body = `{"product_id":1,"product_id":${product},"ref":"a","ref":"twice","__proto__":{"ref":"evil"},"livemode":true}`;
  const answer = await trial("POST", "/test/subscriptions", body);
  expect(answer.body.data).toMatchObject({ ref: "twice", livemode: false });
  expect({}).not.toHaveProperty("ref");
});

test("a method without a body ignores any body, whatever its type and size", async () => {
  const row = await paidSubscription(world, shop, { livemode: true, ref: "bodyless" });
  const answer = await call("POST", `/subscriptions/${row.id}/cancel`, {
    key: shop.liveKey,
    body: "[".repeat(400_000),
    headers: { "Content-Type": "text/plain" },
  });
  expect(answer.status).toBe(200);
});

test.each([
  ["ref=a&ref=b", "ref"],
  ["ref[]=a", "ref"],
  ["ref%5B%5D=a", "ref"],
  ["ref[not]=a", "ref"],
  ["ref=a&product_id[gt]=1", "product_id"],
  ["ref=a%00b", "ref"],
  ["ref=%ED%A0%80", "ref"],
  [`ref=${"a".repeat(192)}`, "ref"],
  ["ref=a&product_id=1.5", "product_id"],
  ["ref=a&product_id=-1", "product_id"],
  ["ref=a&product_id=x", "product_id"],
])("?%s is a 422 on %s", async (query, field) => {
  const answer = await live("GET", `/access?${query}`);
  expect(answer.status).toBe(422);
  expect(answer.body).not.toHaveProperty("error");
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect(answer.body.errors[field]).toEqual([expect.stringMatching(/\.$/)]);
});

test.each([
  ["1970-01-01", 200],
  ["2200-12-31", 200],
  ["1969-12-31", 422],
  ["2201-01-01", 422],
  ["1969-12-31T23:59:59Z", 422],
  ["2201-01-01T00:00:00Z", 422],
])("the date %s is answered with %i", async (date, status) => {
  const listed = await live("GET", `/orders?created_after=${date}`);
  expect(listed.status).toBe(status);
  if (status === 422) expect(Object.keys(listed.body.errors)).toEqual(["created_after"]);
});

test("unknown parameters are ignored, and a ref of 191 characters is taken", async () => {
  const answer = await live("GET", `/access?ref=${"%F0%9F%98%80".repeat(191)}&x[]=1&x=2&page=0`);
  expect(answer.status).toBe(200);
});

test("the corpus asks at least 5,000 times, and its share was asked", () => {
  expect(corpus).toBeGreaterThanOrEqual(5_000);
  expect(judged).toBeGreaterThanOrEqual(share);
});
