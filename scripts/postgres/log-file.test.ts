import { appendFileSync, mkdtempSync, openSync, readFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { scratchDirectory } from "../lab/testing/scratch";
import { startPostgres } from "../postgres";
import { rotateLog } from "./log-file";

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
