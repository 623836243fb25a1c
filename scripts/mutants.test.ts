import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mutant, mutate, readTable } from "./lab/mutants/table";
import { tryMutant } from "./lab/mutants/try";
import { copyTree } from "./lab/testing/copy-tree";
import { slice } from "./lab/testing/slice";

const table = readTable();
const rooms = ["ledger", "settle", "renewals", "discounts", "webhooks", "access"];

test("every edit of the table is one that can be made today, and its tests are there", () => {
  for (const mutant of table) {
    expect(() => mutate(readFileSync(mutant.file, "utf8"), mutant)).not.toThrow();
    expect(mutant.tests.length, mutant.id).toBeGreaterThan(0);
    for (const file of mutant.tests) expect(existsSync(file), `${mutant.id}: ${file}`).toBe(true);
    expect(mutant.why, mutant.id).toMatch(/^[A-Z].{10,}\.$/);
    if (mutant.same !== undefined) expect(mutant.same, mutant.id).toMatch(/^.{20,}\.$/);
  }
  expect(new Set(table.map(({ id }) => id)).size).toBe(table.length);
});

test("each room has its ten, and all together are a hundred", () => {
  const tried = table.filter(({ same }) => same === undefined);
  for (const room of rooms)
    expect(tried.filter((mutant) => mutant.room === room).length, room).toBeGreaterThanOrEqual(10);
  expect(tried.length).toBeGreaterThanOrEqual(100);
});

test("an edit that is nowhere, in two places or of nothing is refused", () => {
  const edit = { id: "x01", room: "x", file: "x.ts", after: "one", tests: [], why: "" };
  expect(() => mutate("a b c", { ...edit, before: "d" })).toThrow("0 times in x.ts");
  expect(() => mutate("a b a", { ...edit, before: "a" })).toThrow("2 times in x.ts");
  expect(() => mutate("one two", { ...edit, before: "one" })).toThrow("changes nothing");
  expect(mutate("a b", { ...edit, before: "b", after: "$&" })).toBe("a $&");
});

// Some of those that a test without a database sees are tried with every commit; the long run tries all.
let copy: ReturnType<typeof copyTree>;
beforeAll(() => {
  copy = copyTree();
});
afterAll(() => copy.remove());

const pure = table.filter(
  ({ tests, same }) => !same && tests.every((file) => file.startsWith("lib/domain/")),
);

test.each(slice("mutants", pure, 40, ({ id }) => id))("$id is seen: $why", async (mutant) => {
  expect(await tryMutant(copy.root, mutant, {})).toMatchObject({ failed: expect.any(String) });
});

test("what changes nothing that a test looks at is said to be alive", async () => {
  const before = "/** The fields needed to choose among several subscriptions. */";
  const file = "lib/domain/access.ts";
  const mutant: Mutant = { id: "x01", room: "x", file, before, after: "", why: "", tests: [] };
  const seen = await tryMutant(copy.root, { ...mutant, tests: ["lib/domain/access.test.ts"] }, {});
  expect(seen).toMatchObject({ failed: null, isWhole: true });
  expect(readFileSync(`${copy.root}/${file}`, "utf8")).toContain(before);
});
