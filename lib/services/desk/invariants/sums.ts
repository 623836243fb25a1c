import type { Pool, PoolClient } from "pg";
import { Prisma } from "@/lib/db/client";
import { sumsVersion } from "@/lib/domain/sums";
import type { Ask, Source } from "@/lib/services/core/sums/facts";
import { type Addends, add, addendsOf, parsed, rowsOf, textOf } from "@/lib/services/core/sums/sum-up";

const batchMax = 1_000;

/**
 * 31: what an order or a subscription adds to the sums is what is stored of it, or it is marked. 51: the sums are what all
 * of these come to. All is read at one instant, so it may run while money moves.
 */
export async function checkSums(db: Pool | PoolClient, storeId: number | null): Promise<string[]> {
  if ("release" in db) return checkAt(db, storeId);
  const client = await db.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return await checkAt(client, storeId);
  } finally {
    await client.query("ROLLBACK").catch(() => {});
    client.release();
  }
}

async function checkAt(client: PoolClient, storeId: number | null): Promise<string[]> {
  const ask: Ask = async <Row>({ text, values }: Prisma.Sql) =>
    (await client.query(text, values)).rows as Row[];
  const only = storeId === null ? Prisma.sql`true` : Prisma.sql`store_id = ${storeId}`;
  const wrong = [
    ...(await checkSources(ask, "order", only)),
    ...(await checkSources(ask, "subscription", only)),
  ].map((what) => `31 A contribution to the sums is not that of what is stored: ${what}`);
  const totals = await checkTotals(ask, only);
  return [...wrong, ...totals.map((what) => `51 A sum is not that of its contributions: ${what}`)];
}

interface Kept {
  source_id: string;
  addends: string | null;
  is_marked: boolean;
}

/** Those that are there, and those of which only a contribution is left. */
async function checkSources(ask: Ask, source: Source, only: Prisma.Sql): Promise<string[]> {
  const table = Prisma.raw(
    source === "order" ? "(SELECT store_id, id::text AS id FROM orders)" : "subscriptions",
  );
  const wrong: string[] = [];
  for (let after = ""; ; ) {
    const batch = await ask<Kept>(Prisma.sql`
      SELECT source_id, addends, EXISTS (SELECT 1 FROM sum_marks m
          WHERE (m.store_id, m.source, m.source_id) = (k.store_id, ${source}, k.source_id))
        OR NOT EXISTS (SELECT 1 FROM sum_states t WHERE t.store_id = k.store_id AND t.version >= ${sumsVersion}) AS is_marked
      FROM (
        SELECT coalesce(s.store_id, c.store_id) AS store_id, coalesce(s.id, c.source_id) AS source_id, c.addends
        FROM ${table} s FULL JOIN (SELECT * FROM contributions WHERE source = ${source}) c
          ON c.store_id = s.store_id AND c.source_id = s.id
      ) k WHERE source_id > ${after} AND ${only} ORDER BY source_id LIMIT ${batchMax}`);
    const ids = batch.map(({ source_id }) => source_id);
    const now = await addendsOf(ask, source, ids);
    for (const { source_id: id, addends, is_marked } of batch)
      if (!is_marked && (addends === null || addends !== textOf(now.get(id) ?? new Map())))
        wrong.push(`${source} ${id}`);
    if (batch.length < batchMax) return wrong;
    after = ids.at(-1) ?? "";
  }
}

/** What the contributions come to, less what the sums say: nothing. */
async function checkTotals(ask: Ask, only: Prisma.Sql): Promise<string[]> {
  const left = new Map<string, bigint[]>();
  const put = (key: string, values: readonly (string | number | bigint)[], times: bigint) => {
    const sum = values.map((value, n) => (left.get(key)?.[n] ?? 0n) + times * BigInt(value));
    if (sum.some((value) => value !== 0n)) left.set(key, sum);
    else left.delete(key);
  };
  const all = new Map<number, Addends>();
  for (let [source, after] = ["", ""]; ; ) {
    const batch = await ask<{
      store_id: number;
      source: string;
      source_id: string;
      addends: string;
    }>(Prisma.sql`
      SELECT * FROM contributions WHERE (source, source_id) > (${source}, ${after}) AND ${only}
      ORDER BY source, source_id LIMIT ${batchMax}`);
    for (const { store_id, addends } of batch) {
      const own = all.get(store_id) ?? new Map();
      all.set(store_id, own);
      add(own, parsed(addends), 1);
    }
    const last = batch.at(-1);
    if (!last || batch.length < batchMax) break;
    [source, after] = [last.source, last.source_id];
  }
  for (const [storeId, addends] of all)
    for (const row of [...addends].flatMap(rowsOf))
      put([storeId, ...row.slice(0, 7)].join("|"), row.slice(7), 1n);
  const sums = await ask<{ key: string[]; values: string[] }>(Prisma.sql`
    SELECT ARRAY[store_id::text, livemode::text, grain, kind,
        to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), number::text, name, currency] AS key,
      ARRAY[count, part, other, minor, yearly_minor]::text[] AS values FROM sums WHERE ${only}`);
  for (const { key, values } of sums) put(key.join("|"), values, -1n);
  return [...left.keys()].map((key) => `store ${key.split("|").join(" ")}`);
}
