import { afterAll, beforeEach, expect, test } from "vitest";
import { newPool } from "@/lib/db/connect";
import { testWorld } from "@/lib/testing/world";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { countRequest, type Rate } from "./rate-limit";

// Two pools stand for two processes.
const pools = [0, 1].map(() => newPool({ connectionString: testDatabaseUrl(), max: 8 }));
const worlds = pools.map((pool) => testWorld({ pool }));
const [world = testWorld()] = worlds;
let subject = "";

beforeEach(() => {
  subject = `key:${Math.random()}`;
});

afterAll(() => Promise.all(pools.map((pool) => pool.end())));

const count = (at: number) => countRequest(worlds[at % 2] ?? world, subject);
const allowed = (rates: Rate[]) => rates.filter((rate) => rate.allowed).length;

/** As if every counted request had been made that much earlier. */
const age = (seconds: number) =>
  world.pool.query(
    "UPDATE rate_limits SET hits = ARRAY(SELECT hit - $2::interval FROM unnest(hits) hit) WHERE subject = $1",
    [subject, `${seconds} seconds`],
  );

test("of 500 requests at once from two processes exactly 120 are allowed", async () => {
  const rates = await Promise.all(Array.from({ length: 500 }, (_, i) => count(i)));
  expect(allowed(rates)).toBe(120);
  const remaining = rates.filter((rate) => rate.allowed).map((rate) => rate.remaining);
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i));
});

test("of 130 requests over 4 seconds exactly 120 are allowed, the first ones", async () => {
  const rates: Promise<Rate>[] = [];
  const started = performance.now();
  for (let i = 0; i < 130; i += 1) {
    rates.push(count(i));
    await new Promise((resolve) => setTimeout(resolve, started + (i + 1) * 31 - performance.now()));
  }
  const done = await Promise.all(rates);
  expect(performance.now() - started).toBeGreaterThan(4_000);
  expect(done.map((rate) => rate.allowed)).toEqual([...Array(120).fill(true), ...Array(10).fill(false)]);
});

test("each request makes room 60 seconds after it was made, and no sooner", async () => {
  for (let i = 0; i < 100; i += 1) await count(i);
  await age(40);
  for (let i = 0; i < 20; i += 1) expect((await count(i)).allowed).toBe(true);
  const refused = await count(0);
  expect(refused).toMatchObject({ allowed: false, remaining: 0 });
  expect(refused.resetSeconds).toBeGreaterThanOrEqual(18);
  expect(refused.resetSeconds).toBeLessThanOrEqual(20);
  await age(15);
  expect((await count(0)).allowed).toBe(false);
  await age(6);
  const rates = [];
  for (let i = 0; i < 101; i += 1) rates.push(await count(i));
  expect(allowed(rates)).toBe(100);
});

test("a refused request is not counted, so that knocking does not keep the door shut", async () => {
  for (let i = 0; i < 200; i += 1) await count(i);
  const { rows } = await world.pool.query(
    "SELECT cardinality(hits) AS n FROM rate_limits WHERE subject = $1",
    [subject],
  );
  expect(rows).toEqual([{ n: 120 }]);
});

test("the table is not logged: a crash of the database empties it", async () => {
  const { rows } = await world.pool.query(
    "SELECT relpersistence FROM pg_class WHERE relname = 'rate_limits'",
  );
  expect(rows).toEqual([{ relpersistence: "u" }]);
});

test("when the log cannot be reached, requests are allowed and it is said in the log", async () => {
  const closed = newPool({ connectionString: testDatabaseUrl() });
  await closed.end();
  const warnings: string[] = [];
  const log = { info() {}, error() {}, warn: (_facts: object, message: string) => warnings.push(message) };
  const rate = await countRequest(testWorld({ pool: closed, log }), subject);
  expect(rate).toMatchObject({ allowed: true, remaining: 120 });
  expect(warnings).toHaveLength(1);
});
