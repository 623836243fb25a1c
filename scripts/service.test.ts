import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { parseOperatorEnv } from "@/lib/env";
import { startService } from "./service";

const folder = mkdtempSync(path.join(tmpdir(), "sente-service-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a copy beside a service takes neither its port for metrics nor its database, also where .env names them", async () => {
  const ofLive = {
    METRICS_ADDRESS: "on",
    DATABASE_URL: "postgres://a:b@db/c",
    SITE_URL: "https://a.example",
  };
  for (const [name, value] of Object.entries(ofLive)) vi.stubEnv(name, value);
  vi.stubEnv("npm_lifecycle_event", "drill");
  // As scripts/bootstrap.mjs reads it: a variable that is there, even an empty one, stays.
  const settings = path.join(folder, ".env");
  writeFileSync(
    settings,
    Object.entries(ofLive)
      .map((one) => `${one.join("=")}\n`)
      .join(""),
  );
  const bootstrap = path.join(folder, "bootstrap.mjs");
  writeFileSync(
    bootstrap,
    `process.loadEnvFile(${JSON.stringify(settings)}); console.log(JSON.stringify(process.env))`,
  );
  const { said } = await startService({ DATA_DIR: folder, DEMO: "off" }, { isReady: false, bootstrap });
  vi.unstubAllEnvs();
  await expect.poll(said).toMatch(/}\n$/);
  const got = JSON.parse(said());
  expect(got).not.toHaveProperty("npm_lifecycle_event");
  const { METRICS_ADDRESS, DATABASE_URL, DEMO } = parseOperatorEnv(got);
  expect({ METRICS_ADDRESS, DATABASE_URL, DEMO }).toEqual({ DEMO: "off" });
  expect(got.SITE_URL).toBe("");
});
