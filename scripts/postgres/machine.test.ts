import { appendFileSync, mkdtempSync, openSync, readFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ask } from "../lab/testing/database";
import { scratchDirectory } from "../lab/testing/scratch";
import { startPostgres, withServer } from "../postgres";
import { rotateLog, tuned } from "./machine";

const giga = 1024 ** 3;

test.each([
  [0.25 * giga, "64MB", "128MB"],
  [1 * giga, "128MB", "512MB"],
  [4 * giga, "512MB", "2048MB"],
  [64 * giga, "512MB", "32768MB"],
])("a machine of %d bytes", (bytes, buffers, cache) => {
  expect(tuned(bytes)).toMatchObject({ shared_buffers: buffers, effective_cache_size: cache });
});

test("the server that keeps data takes them, waits for nobody who went away, and logs no values", async () => {
  const sql = "SELECT name, setting FROM pg_settings";
  const rows = await withServer((url) => ask<{ name: string; setting: string }>(url, sql), { durable: true });
  const set = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  expect(set).toMatchObject({
    ...{ idle_in_transaction_session_timeout: "60000", log_lock_waits: "on", fsync: "on" },
    ...{ log_min_duration_statement: "1000", log_parameter_max_length: "0", archive_mode: "off" },
  });
  expect(Number(set.shared_buffers) * 8).toBeGreaterThanOrEqual(64 * 1024);
}, 120_000);

test("a long log is moved aside while its server goes on writing, and a short one stays", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "sente-log-")), "postgres.log");
  const server = openSync(file, "a");
  writeSync(server, "first ");
  rotateLog(file, 10);
  appendFileSync(file, "second, too long");
  rotateLog(file, 10);
  writeSync(server, "third");
  expect([readFileSync(`${file}.1`, "utf8"), readFileSync(file, "utf8")]).toEqual([
    "first second, too long",
    "third",
  ]);
});

test("what a server said before it was killed is still there after its next start", async () => {
  const options = { dataDir: scratchDirectory("sente-log-"), password: "x", durable: false };
  const first = await startPostgres(options);
  await first.stop();
  const log = path.join(options.dataDir, "postgres.log");
  const said = readFileSync(log, "utf8");
  expect(said).toContain("shut down");
  await (await startPostgres({ ...options, disposable: true })).stop();
  expect(readFileSync(log, "utf8").startsWith(said)).toBe(true);
});
