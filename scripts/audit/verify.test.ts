import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { logPieces } from "@/lib/services/desk/audit/log";
import { markAudit, sealAudit } from "@/lib/services/desk/audit/seal";
import { testWorld } from "@/lib/testing/world";
import { testDatabaseUrl } from "../lab/testing/database";
import { runTool } from "../steps";
import { verifyLog } from "./verify";

const folder = mkdtempSync(path.join(tmpdir(), "sente-audit-"));
const at = (name: string) => path.join(folder, name);
const world = testWorld();

const reasons = [
  null,
  "",
  'too late, "they" said\nand left',
  "=1+1",
  "'quoted'",
  "-5",
  "Amina é 💛",
  "to erase",
];

beforeAll(async () => {
  const createdAt = world.clock.now();
  const line = { actor: "user:1", action: "order.cancelled", target: "order:1", createdAt };
  for (const reason of reasons)
    await world.db.auditEntry.create({
      data: { ...line, reason, storeId: 7, details: { b: 1, a: [null, "é"] } },
    });
  const old = { actor: "user:1", action: "sign_in.done", target: "user:1" };
  const long = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000);
  const { id } = await world.db.auditEntry.create({ data: { ...old, createdAt: long } });
  world.clock.advance(61_000);
  const mark = await markAudit(world);
  if (!mark) throw new Error("Nothing to seal.");
  await vi.waitUntil(() => sealAudit(world, mark), { timeout: 20_000 });
  await world.pool.query("DELETE FROM audit_entries WHERE id = $1", [String(id)]);
  await world.pool.query("SELECT erase_reason(id, 'to …') FROM audit_entries WHERE reason = 'to erase'");
  for (const form of ["csv", "jsonl"] as const) {
    const pieces: string[] = [];
    for await (const piece of logPieces(world.pool, form)) pieces.push(piece);
    writeFileSync(at(`log.${form}`), pieces.join(""));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in a copy that was changed by hand. */
async function after(form: "csv" | "jsonl", change: (text: string) => string): Promise<string[]> {
  const text = readFileSync(at(`log.${form}`), "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(at(`changed.${form}`), changed);
  return (await verifyLog(at(`changed.${form}`))).broken;
}

type Line = Record<string, string | null>;
const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const textOf = (lines: Line[]) => `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
const change = (nth: number, values: Line) => (text: string) =>
  textOf(linesOf(text).map((line, place) => (place === nth ? { ...line, ...values } : line)));

test("both files are right, with what was erased and what has gone, and end in the same seal", async () => {
  const [csv, jsonl] = [await verifyLog(at("log.csv")), await verifyLog(at("log.jsonl"))];
  expect(csv).toEqual({ lines: reasons.length + 1, head: csv.head, broken: [] });
  expect(jsonl).toEqual(csv);
});

test("a text that a spreadsheet would run is no formula in the file", () => {
  const text = readFileSync(at("log.csv"), "utf8");
  expect(text).toContain('"\'=1+1"');
  expect(text).not.toMatch(/,"?[=+-]/);
});

describe("names what was done to a file", () => {
  test("an entry, its reason or its seal changed", async () => {
    const [, , third] = linesOf(readFileSync(at("log.jsonl"), "utf8"));
    const entry = third?.entry_id;
    const said = [`entry ${entry} was changed`];
    expect(await after("jsonl", change(2, { actor: "user:2" }))).toEqual(said);
    expect(await after("jsonl", change(2, { details: "{}" }))).toEqual(said);
    expect(await after("jsonl", change(2, { reason: "no" }))).toEqual([`the reason of ${said}`]);
    expect(await after("jsonl", change(2, { reason_salt: null }))).toEqual([`the reason of ${said}`]);
    expect(await after("jsonl", change(2, { goes_at: "2020-01-01T00:00:00.000Z" }))).toContain(
      `the seal of ${said}`,
    );
    expect(await after("jsonl", change(2, { created_at: null }))).toEqual([`entry ${entry} was removed`]);
    expect(await after("csv", (text) => text.replace("'=1+1", "'=1+2"))).toHaveLength(1);
  });

  test("a line removed, added or put elsewhere", async () => {
    expect(await after("jsonl", (text) => textOf(linesOf(text).toSpliced(2, 1)))).toContain(
      "a seal before 4 is missing",
    );
    expect(
      await after("jsonl", (text) => {
        const lines = linesOf(text);
        return textOf(lines.toSpliced(2, 0, lines[0] ?? {}));
      }),
    ).toContain("a seal before 1 is missing");
    expect(
      await after("jsonl", (text) => {
        const [first = {}, second = {}, ...rest] = linesOf(text);
        return textOf([second, first, ...rest]);
      }),
    ).not.toEqual([]);
    expect(await after("jsonl", (text) => `${text}{`)).toEqual([
      expect.stringContaining(`cannot be read after line ${reasons.length + 1}`),
    ]);
  });

  test("a chain that was written anew, by the seal that was seen before", async () => {
    const { head } = await verifyLog(at("log.jsonl"));
    expect((await verifyLog(at("log.csv"), head)).broken).toEqual([]);
    const other = { position: head?.position ?? "", hash: createHash("sha256").digest("hex") };
    expect((await verifyLog(at("log.csv"), other)).broken).toEqual([
      `seal ${other.position} is not the one that was seen before`,
    ]);
  });
});

test("npm run audit exports and verifies, and ends with 1 where something is wrong", async () => {
  const audit = (...words: string[]) =>
    runTool(["scripts/bootstrap.mjs", "audit", ...words], { DATABASE_URL: testDatabaseUrl() });
  const made = await audit("export", at("own.csv"));
  expect([made.code, made.output]).toEqual([0, expect.stringContaining("9 lines are as they were sealed")]);
  expect(readFileSync(at("own.csv"), "utf8")).toBe(readFileSync(at("log.csv"), "utf8"));
  const seal = /Last seal\s+(\d+:[0-9a-f]{64})/.exec(made.output)?.[1] ?? "";
  expect((await audit("verify", at("log.jsonl"), seal)).code).toBe(0);
  await after("jsonl", change(2, { actor: "user:2" }));
  const wrong = await audit("verify", at("changed.jsonl"));
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/entry \d+ was changed/)]);
  const other = await audit(
    "verify",
    at("log.jsonl"),
    seal.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
  );
  expect(other.code).toBe(1);
});
