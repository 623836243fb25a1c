import { expect, test } from "vitest";
import { statementNames } from "./sql-state";

const times = (count: number, use: () => string) => Array.from({ length: count }, use);

test("a statement is named once it has proven to come again and again", () => {
  const nameOf = statementNames();
  expect(times(19, () => nameOf({ sql: "SELECT 1" })).every((name) => name === "")).toBe(true);
  const name = nameOf({ sql: "SELECT 1" });
  expect(name).toMatch(/^p\d+$/);
  expect(nameOf({ sql: "SELECT 1" })).toBe(name);
});

test("two statements never share a name, and there is an end to names", () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 400 }, (_, n) => times(20, () => nameOf({ sql: `SELECT ${n}` })).at(-1));
  const given = names.filter((name) => name !== "");
  expect(given).toHaveLength(150);
  expect(new Set(given).size).toBe(150);
});

test("what is best planned for its values, lists and sums, is never named", () => {
  const nameOf = statementNames();
  const list = { sql: "SELECT id FROM orders WHERE store_id = $1 ORDER BY id LIMIT $2" };
  const sum = { sql: "SELECT COUNT(*) FROM orders WHERE store_id = $1" };
  for (const query of [list, sum]) expect(new Set(times(40, () => nameOf(query)))).toEqual(new Set([""]));
});
