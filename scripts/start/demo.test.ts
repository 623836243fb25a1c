import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "../lab/testing/database";
import { markRestored } from "./data-directory";
import { prepareDemo } from "./demo";

const root = mkdtempSync(path.join(tmpdir(), "sente-demo-"));
const environment = {
  ...process.env,
  DATABASE_URL: testDatabaseUrl(),
  SITE_URL: "http://localhost:3000",
  DEMO_WEBHOOK_URL: "http://localhost:4000/hooks",
  // Its past has a test of its own, scripts/demo/past.test.ts.
  DEMO: "empty",
};

afterAll(() => rmSync(root, { recursive: true }));

test("a first start that was killed while it made the demo store is followed by one that makes it", async () => {
  const killed = await prepareDemo(newDirectory(), environment, false);
  expect(killed.demo?.owner.email).toBe("owner@demo.example.com");
  const directory = newDirectory();
  const next = await prepareDemo(directory, environment, false);
  expect(next).toMatchObject({ outcome: "seeded", demo: { owner: { email: "owner-2@demo.example.com" } } });
  expect(JSON.parse(readFileSync(path.join(directory, "demo.json"), "utf8"))).toEqual(next.demo);
  expect(await prepareDemo(directory, environment, false)).toEqual({ outcome: "kept", demo: next.demo });
});

test("neither a paused instance nor one that came from a backup gets a demo store", async () => {
  const none = { outcome: "none", demo: null };
  expect(await prepareDemo(newDirectory(), environment, false, true)).toEqual(none);
  const restored = newDirectory();
  markRestored(restored, {});
  expect(await prepareDemo(restored, environment, false)).toEqual(none);
});

test("where webhooks may not go to this machine, the demo store has no endpoint", async () => {
  const strict = { ...environment, ALLOW_LOCAL_WEBHOOKS: "false" };
  const { demo } = await prepareDemo(newDirectory(), strict, false);
  expect(demo).toMatchObject({ webhook_test_secret: null, webhook_live_secret: null });
});

test("a DEMO_WEBHOOK_URL that cannot be an endpoint is named in one sentence", async () => {
  const wrong = { ...environment, DEMO_WEBHOOK_URL: "http://localhost:9/hooks" };
  await expect(prepareDemo(newDirectory(), wrong, false)).rejects.toThrow(
    /^The demo store could not be made: DEMO_WEBHOOK_URL cannot be used: Port 9 [^\n]*[^.]\.$/,
  );
});

test("an operator's own database with people in it gets no demo store", async () => {
  expect(await prepareDemo(newDirectory(), environment, true)).toEqual({ outcome: "none", demo: null });
});

test("with DEMO=off there is no demo store; without the sandbox it has no past, for that would need real money", async () => {
  const off = { ...environment, DEMO: "off" };
  expect(await prepareDemo(newDirectory(), off, false)).toEqual({ outcome: "none", demo: null });
  const real = { ...environment, DEMO: "full", ALLOW_SANDBOX_RAIL: "false" };
  const { demo } = await prepareDemo(newDirectory(), real, false);
  expect(demo).toMatchObject({ mpesa_code: null });
});

function newDirectory(): string {
  return mkdtempSync(path.join(root, "data-"));
}

test("a public demo makes no demo store, and does not begin on a database with a store of anybody", async () => {
  const strangers = { ...environment, DEMO: "public" };
  await expect(prepareDemo(newDirectory(), strangers, false)).rejects.toThrow(
    /a store that no visitor opened/,
  );
});
