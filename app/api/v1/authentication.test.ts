import { beforeEach, describe, expect, test } from "vitest";
import { newPool } from "@/lib/db/connect";
import { composeKey } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { deleteKey, listKeys, rollKey } from "@/lib/services/people/keys/keys";
import { apiClient, newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { testWorld } from "@/lib/testing/world";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";

const { world, route: router, call, shop } = await openApi({}, { keepLimits: true });
const start = world.clock.now();

beforeEach(() => world.clock.set(start));

const store = (authorization: string | null, headers: Record<string, string> = {}) =>
  call("GET", "/store", { headers: { ...(authorization === null ? {} : { authorization }), ...headers } });
const seller = () => ({ ...shop.live, userId: shop.owner.id, role: "owner" as const });
const rowOf = async (key: string) => world.db.apiKey.findUniqueOrThrow({ where: { hash: fingerprint(key) } });
const unknownKey = () => composeKey("live", world.random.bytes(40));

test.each([
  ["no header", null],
  ["an empty header", ""],
  ["another scheme", "Basic c2tfbGl2ZQ=="],
  ["the scheme alone", "Bearer"],
  ["the scheme and spaces", "Bearer   "],
  ["a key without a scheme", "sk_live_sn_x"],
])("%s is a 401 missing_api_key", async (_name, authorization) => {
  const { status, body, headers } = await store(authorization);
  expect([status, body.error, headers.get("WWW-Authenticate")]).toEqual([401, "missing_api_key", "Bearer"]);
  expect(headers.has("RateLimit")).toBe(false);
});

test("a wrong key is a 401 invalid_api_key, whatever is wrong with it", async () => {
  const wrong = [
    unknownKey(),
    `${shop.liveKey}x`,
    shop.liveKey.slice(0, -1),
    shop.liveKey.replace("live", "test"),
    shop.liveKey.toUpperCase(),
    `${shop.liveKey} ${shop.liveKey}`,
    `${shop.liveKey}, Bearer ${shop.liveKey}`,
    "x".repeat(8_000),
  ];
  for (const key of wrong) {
    const { status, body, headers, text } = await store(`Bearer ${key}`);
    expect([status, body.error, headers.get("WWW-Authenticate")]).toEqual([401, "invalid_api_key", "Bearer"]);
    expect(text).not.toContain(key);
  }
});

test("the scheme may be written in any case, with more than one space", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR ", "  Bearer  "]) {
    expect((await store(`${scheme} ${shop.liveKey} `)).status).toBe(200);
  }
});

test("a key that fails its checksum costs no query", async () => {
  const pool = newPool({ connectionString: testDatabaseUrl() });
  await pool.end();
  const offline = apiClient(testWorld({ pool }), router, { keepLimits: true });
  const broken = `${shop.liveKey.slice(0, -1)}${shop.liveKey.endsWith("0") ? "1" : "0"}`;
  expect((await offline("GET", "/store", { key: broken })).status).toBe(401);
  expect((await offline("GET", "/store", { key: null })).status).toBe(401);
  expect((await offline("GET", "/store", { key: shop.liveKey })).status).toBeGreaterThanOrEqual(500);
});

describe("a key", () => {
  test("that is deleted gives 401 invalid_api_key on the next call", async () => {
    const other = await newShop(world);
    expect((await store(`Bearer ${other.liveKey}`)).status).toBe(200);
    const owner = { ...other.live, userId: other.owner.id, role: "owner" as const };
    await deleteKey(world, owner, (await rowOf(other.liveKey)).id);
    expect((await store(`Bearer ${other.liveKey}`)).body.error).toBe("invalid_api_key");
  });

  test("that was rolled works to the last instant of its overlap", async () => {
    const other = await newShop(world);
    const owner = { ...other.live, userId: other.owner.id, role: "owner" as const };
    const { key } = await rollKey(world, owner, (await rowOf(other.liveKey)).id, 24);
    world.clock.advance(24 * 3_600_000 - 1);
    expect((await store(`Bearer ${other.liveKey}`)).status).toBe(200);
    world.clock.advance(1);
    expect((await store(`Bearer ${other.liveKey}`)).body.error).toBe("invalid_api_key");
    expect((await store(`Bearer ${key}`)).status).toBe(200);
  });

  test("works for its own store", async () => {
    const other = await newShop(world);
    expect((await store(`Bearer ${shop.liveKey}`)).body.data.id).toBe(shop.store.id);
    expect((await store(`Bearer ${other.testKey}`)).body.data.id).toBe(other.store.id);
  });

  test("shows when it was last used, to the minute, without the answer waiting for it", async () => {
    const lastUsed = async () =>
      (await listKeys(world, seller())).find((key) => key.name === "Live")?.lastUsedAt ?? null;
    const used = async () => {
      await store(`Bearer ${shop.liveKey}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return lastUsed();
    };
    world.clock.advance(3_600_000);
    const first = world.clock.now();
    expect(await used()).toEqual(first);
    world.clock.advance(59_999);
    expect(await used()).toEqual(first);
    world.clock.advance(1);
    expect(await used()).toEqual(new Date(first.getTime() + 60_000));
  });
});

describe("the limit", () => {
  const limited = apiClient(world, router, { keepLimits: true });

  test("shows its state on every answer to a working key, whatever the answer", async () => {
    const { liveKey: key, testKey } = await newShop(world);
    const answers = [
      await limited("GET", "/store", { key }),
      await limited("GET", "/products/1x", { key }),
      await limited("GET", "/access", { key }),
      await limited("DELETE", "/test/data", { key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 403]);
    for (const [at, { headers }] of answers.entries()) {
      const left = 119 - at;
      expect(headers.get("RateLimit-Policy")).toBe('"default";q=120;w=60');
      expect(headers.get("RateLimit")).toMatch(new RegExp(`^"default";r=${left};t=(60|5\\d)$`));
      expect(headers.get("X-RateLimit-Limit")).toBe("120");
      expect(headers.get("X-RateLimit-Remaining")).toBe(String(left));
      expect(headers.has("Retry-After")).toBe(false);
    }
    const other = await limited("GET", "/store", { key: testKey });
    expect(other.headers.get("X-RateLimit-Remaining")).toBe("119");
  });

  test("answers the 121st request of a minute with 429, without a code, and says when to come back", async () => {
    const { liveKey: key } = await newShop(world);
    const answers = await Promise.all(Array.from({ length: 121 }, () => limited("GET", "/store", { key })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([429]);
    const { body, headers } = refused[0] ?? answers[0] ?? (await limited("GET", "/store"));
    expect(Object.keys(body)).toEqual(["message", "request_id", "doc_url"]);
    const wait = Number(headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(headers.get("RateLimit")).toBe(`"default";r=0;t=${wait}`);
    expect(headers.get("X-RateLimit-Remaining")).toBe("0");
    const left = Number(headers.get("X-RateLimit-Reset")) - Date.now() / 1_000;
    expect(Math.abs(left - wait)).toBeLessThan(5);
  });
});

describe("bad keys", () => {
  test("are answered 429 from the 61st in a minute from one address, before any query", async () => {
    const address = { "x-client-ip": "192.0.2.1" };
    const answers = [];
    for (let i = 0; i < 62; i += 1) {
      answers.push(
        await store(i % 3 === 0 ? null : `Bearer ${i % 3 === 1 ? "sk_live_sn_no" : unknownKey()}`, address),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(401), 429, 429]);
    expect(answers[60]?.headers.get("Retry-After")).toMatch(/^[1-6]?\d$/);
    expect((await store(null, { "x-client-ip": "192.0.2.2" })).status).toBe(401);
  });

  test("do not shut out a key that worked before from the same address, however many there are", async () => {
    const address = { "x-client-ip": "192.0.2.3" };
    expect((await store(`Bearer ${shop.liveKey}`, address)).status).toBe(200);
    const bad = await Promise.all(
      Array.from({ length: 200 }, () => store(`Bearer ${unknownKey()}`, address)),
    );
    expect(bad.filter(({ status }) => status === 401)).toHaveLength(60);
    expect((await store(`Bearer ${shop.liveKey}`, address)).status).toBe(200);
  });

  test("a hundred requests at once with a good key are not taken for guesses, though nobody knows it yet", async () => {
    const { liveKey } = await newShop(world);
    const address = { "x-client-ip": "192.0.2.5" };
    const answers = await Promise.all(Array.from({ length: 100 }, () => store(`Bearer ${liveKey}`, address)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test("good keys are not counted", async () => {
    const address = { "x-client-ip": "192.0.2.4" };
    for (let i = 0; i < 70; i += 1) {
      const { liveKey } = i % 35 === 0 ? await newShop(world) : shop;
      expect((await store(`Bearer ${liveKey}`, address)).status).toBe(200);
    }
    expect((await store(null, address)).status).toBe(401);
  });
});
