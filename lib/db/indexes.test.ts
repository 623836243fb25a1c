import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { testWorld } from "@/lib/testing/world";

const world = testWorld();
afterAll(() => world.pool.end());

test("docs/indexes.md names every index, and no other", async () => {
  const { rows } = await world.pool.query<{ name: string }>(
    "SELECT indexrelname AS name FROM pg_stat_user_indexes ORDER BY 1",
  );
  const named = [
    ...readFileSync("docs/indexes.md", "utf8").matchAll(/^\| [a-z_]+ \| ([a-z0-9_]+) \| (?=\S)/gm),
  ];
  expect(named.map(([, name]) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("no index is the beginning of another one of its table, which would serve as well", async () => {
  const { rows } = await world.pool.query<{ name: string; other: string }>(`
    WITH keys AS (
      SELECT i.indexrelid, i.indrelid, i.indisunique, coalesce(pg_get_expr(i.indpred, i.indrelid), '') AS only,
        (SELECT array_agg(ROW (pg_get_indexdef(i.indexrelid, k, false), i.indoption[k - 1], i.indclass[k - 1])::text ORDER BY k)
         FROM generate_series(1, i.indnkeyatts) k) AS columns
      FROM pg_index i JOIN pg_stat_user_indexes USING (indexrelid)
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree'
    )
    SELECT a.indexrelid::regclass::text AS name, b.indexrelid::regclass::text AS other
    FROM keys a JOIN keys b ON a.indrelid = b.indrelid AND a.indexrelid <> b.indexrelid
    WHERE NOT a.indisunique AND b.only IN (a.only, '') AND b.columns[1:cardinality(a.columns)] = a.columns`);
  expect(rows).toEqual([]);
});
