import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { newPool } from "@/lib/db/connect";
import { Refusal } from "@/lib/domain/refusal";
import { one } from "@/lib/resources/envelope";
import { newShop } from "@/lib/testing/api/client";
import { testWorld } from "@/lib/testing/world";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { BrokenContract } from "./answers";
import { endpoint } from "./endpoint";

const logged: { level: string; facts: Record<string, unknown> }[] = [];
const keep = (level: string) => (facts: Record<string, unknown>) => logged.push({ level, facts });
const log = { info: keep("info"), warn: keep("warn"), error: keep("error") };
const world = testWorld({ log });

afterEach(() => {
  logged.length = 0;
  vi.unstubAllEnvs();
});

const request = (init: RequestInit = {}) =>
  new Request("http://internal/api/v1/thing?email=a@example.com", init);
const open = (handle: () => { data: { id: number } } | Promise<never>) =>
  endpoint({ summary: "Try", tag: "Test", keys: "none", returns: one(z.object({ id: z.int() })), handle });

test("what nobody expected is a 500 with a request id, and the log has the rest without the query", async () => {
  const failing = open(() => {
    throw new Error("secret of the database");
  });
  const answer = await failing.answerIn(world, request());
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    message: expect.stringMatching(/^Something went wrong/),
    error: "internal_error",
    request_id: answer.headers.get("Request-Id"),
    doc_url: "http://localhost:3000/docs/errors/internal_error",
  });
  expect(text).not.toContain("secret");
  expect(logged).toEqual([
    {
      level: "error",
      facts: {
        err: expect.any(Error),
        requestId: answer.headers.get("Request-Id"),
        method: "GET",
        path: "/api/v1/thing",
      },
    },
  ]);
});

test("a database that cannot be reached is a 503 with Retry-After", async () => {
  const pool = newPool({
    connectionString: "postgres://nobody@127.0.0.1:9/none",
    connectionTimeoutMillis: 500,
  });
  const shop = await newShop(world);
  const down = testWorld({ pool, log });
  const keyed = endpoint({
    summary: "Try",
    tag: "Test",
    keys: "any",
    returns: one(z.object({ id: z.int() })),
    handle: () => ({ data: { id: 1 } }),
  });
  const answer = await keyed.answerIn(
    down,
    request({ headers: { authorization: `Bearer ${shop.liveKey}` } }),
  );
  expect([answer.status, (await answer.json()).error, answer.headers.get("Retry-After")]).toEqual([
    503,
    "service_unavailable",
    "5",
  ]);
  await pool.end();
});

test("a statement that is ended by a restart of the database is a 503 as well", async () => {
  const pool = newPool({ connectionString: testDatabaseUrl() });
  const restarted = open(async () => {
    await pool.query("SELECT pg_terminate_backend(pg_backend_pid())");
    throw new Error("not reached");
  });
  expect((await restarted.answerIn(world, request())).status).toBe(503);
  await pool.end();
});

test("an answer that is not what the endpoint says it returns is found outside production", async () => {
  const surplus = { data: { id: 1, passwordHash: "x" } };
  await expect(open(() => surplus).answerIn(world, request())).rejects.toThrow(BrokenContract);
  await expect(open(() => ({ data: { id: 1.5 } })).answerIn(world, request())).rejects.toThrow(/data.id/);
  vi.stubEnv("NODE_ENV", "production");
  expect((await open(() => ({ data: { id: 1.5 } })).answerIn(world, request())).status).toBe(200);
});

test("every answer is JSON, not to be stored, with a request id of its own", async () => {
  const answers = [
    await open(() => ({ data: { id: 1 } })).answerIn(world, request()),
    await open(() => {
      throw new Refusal("not_cancellable");
    }).answerIn(world, request({ headers: { "Request-Id": "mine" } })),
  ];
  for (const { headers } of answers) {
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Request-Id")).toMatch(/^req_[0-9A-Za-z]{30}$/);
    expect(headers.has("Set-Cookie")).toBe(false);
  }
  expect(new Set(answers.map(({ headers }) => headers.get("Request-Id"))).size).toBe(2);
});

test("cookies say nothing about who calls", async () => {
  const shop = await newShop(world);
  const keyed = endpoint({
    summary: "Try",
    tag: "Test",
    keys: "any",
    returns: one(z.object({ id: z.int() })),
    handle: () => ({ data: { id: 1 } }),
  });
  const headers = { cookie: `next-auth.session-token=${shop.liveKey}; Authorization=Bearer ${shop.liveKey}` };
  expect((await keyed.answerIn(world, request({ headers }))).status).toBe(401);
});

test("a key that works with live mode only refuses a test key before it looks at anything else", async () => {
  const shop = await newShop(world);
  const live = endpoint({
    summary: "Try",
    tag: "Test",
    keys: "live",
    params: z.object({ id: z.literal("never") }),
    body: z.object({ name: z.string() }),
    returns: one(z.object({ id: z.int() })),
    handle: () => ({ data: { id: 1 } }),
  });
  const init = { method: "POST", body: "{", headers: { authorization: `Bearer ${shop.testKey}` } };
  const answer = await live.answerIn(world, request(init), { params: Promise.resolve({ id: "x" }) });
  expect([answer.status, (await answer.json()).error]).toEqual([403, "live_key_required"]);
});
