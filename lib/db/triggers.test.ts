import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testWorld } from "@/lib/testing/world";

const { pool } = testWorld();

test("docs/ARCHITECTURE.md names each trigger of a new database, with a test that is there", async () => {
  const page = readFileSync("docs/ARCHITECTURE.md", "utf8");
  const lines = page.split("\n").filter((line) => /^\| `\w+\.\w+`/.test(line));
  const named = lines.flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`(.+?)`/g)].map(([, name]) => name),
  );
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tgrelid::regclass || '.' || tgname AS name FROM pg_trigger WHERE NOT tgisinternal",
  );
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
  for (const [, file = ""] of lines.map((line) => /`([^`]+\.test\.ts)`/.exec(line) ?? []))
    expect(readFileSync(file, "utf8")).toContain("test(");
});

test("the database has at most 20 triggers and 150 lines of PL/pgSQL: rules stand in lib/domain", async () => {
  const { rows } = await pool.query<{ triggers: number; lines: number }>(
    `SELECT (SELECT count(*)::int FROM pg_trigger WHERE NOT tgisinternal) AS triggers,
       (SELECT sum(cardinality(string_to_array(btrim(prosrc, E'\\n'), E'\\n')))::int FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
        WHERE l.lanname = 'plpgsql' AND pronamespace = 'public'::regnamespace) AS lines`,
  );
  expect(rows[0]?.triggers).toBeLessThanOrEqual(20);
  expect(rows[0]?.lines).toBeLessThanOrEqual(150);
});
