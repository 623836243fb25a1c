import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { newClient } from "@/lib/db/connect";
import { startPostgres } from "../postgres";
import { tuned } from "./settings";

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
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-settings-"));
  const server = await startPostgres({ dataDir, password: "p", disposable: true });
  const client = newClient(server.url);
  await client.connect();
  const { rows } = await client.query("SELECT name, setting FROM pg_settings");
  const set = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  expect(set).toMatchObject({
    ...{ idle_in_transaction_session_timeout: "60000", log_lock_waits: "on", fsync: "on" },
    ...{ log_min_duration_statement: "1000", log_parameter_max_length: "0", archive_mode: "off" },
  });
  expect(Number(set.shared_buffers) * 8).toBeGreaterThanOrEqual(64 * 1024);
  await client.end();
  await server.stop();
}, 120_000);
