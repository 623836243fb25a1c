import type { Pool, PoolClient } from "pg";
import { Prisma } from "@/lib/db/client";
import { sumsVersion } from "@/lib/domain/sums";
import { type Addends, add, addendsOf, parsed, rowsOf, textOf } from "@/lib/services/core/sums/addends";
import type { Ask, Source } from "@/lib/services/core/sums/facts";

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
  const totals = await checkTotals(ask, storeId);
  return [...wrong, ...totals.map((what) => `51 A sum is not that of its contributions: ${what}`)];
}

/** Each order or subscription beside its contribution, and contributions of what is gone. */
async function checkSources(ask: Ask, source: Source, only: Prisma.Sql): Promise<string[]> {
  const [table, noId] = source === "order" ? ["orders", 0] : ["subscriptions", ""];
  const from = Prisma.sql`${Prisma.raw(table)} s`;
  const isOpen = Prisma.sql`(EXISTS (SELECT 1 FROM sum_marks m
      WHERE (m.store_id, m.source, m.source_id) = (k.store_id, ${source}, k.source_id))
    OR NOT EXISTS (SELECT 1 FROM sum_states t WHERE t.store_id = k.store_id AND t.version = ${sumsVersion}))`;
  const gone = await ask<{ source_id: string }>(Prisma.sql`
    SELECT source_id FROM contributions k WHERE source = ${source} AND ${only} AND NOT ${isOpen}
      AND NOT EXISTS (SELECT 1 FROM ${from} WHERE s.store_id = k.store_id AND s.id::text = k.source_id)`);
  const wrong = gone.map(({ source_id }) => `${source} ${source_id}`);
  for (let after: string | number = noId; ; ) {
    const batch = await ask<{ id: string | number; addends: string | null; is_open: boolean }>(Prisma.sql`
      SELECT k.id, c.addends, ${isOpen} AS is_open
      FROM (SELECT store_id, id, id::text AS source_id FROM ${from} WHERE id > ${after} AND ${only} ORDER BY id LIMIT ${batchMax}) k
      LEFT JOIN contributions c ON (c.store_id, c.source, c.source_id) = (k.store_id, ${source}, k.source_id) ORDER BY k.id`);
    const now = await addendsOf(
      ask,
      source,
      batch.map(({ id }) => String(id)),
    );
    for (const { id, addends, is_open } of batch)
      if (!is_open && (addends === null || addends !== textOf(now.get(String(id)) ?? new Map())))
        wrong.push(`${source} ${id}`);
    const last = batch.at(-1);
    if (!last || batch.length < batchMax) return wrong;
    after = last.id;
  }
}

/** What the contributions come to, less what the sums say: nothing. Store by store, so that the memory is that of one. */
async function checkTotals(ask: Ask, storeId: number | null): Promise<string[]> {
  const stores =
    storeId === null ? await ask<{ id: number }>(Prisma.sql`SELECT id FROM stores`) : [{ id: storeId }];
  const wrong: string[] = [];
  for (const { id } of stores) wrong.push(...(await checkTotalsOf(ask, id)));
  return wrong;
}

async function checkTotalsOf(ask: Ask, storeId: number): Promise<string[]> {
  const left = new Map<string, bigint[]>();
  const put = (key: string, values: readonly (string | number | bigint)[], times: bigint) => {
    const sum = values.map((value, n) => (left.get(key)?.[n] ?? 0n) + times * BigInt(value));
    if (sum.some((value) => value !== 0n)) left.set(key, sum);
    else left.delete(key);
  };
  const all: Addends = new Map();
  for (let last = { source: "", source_id: "" }; ; ) {
    const batch = await ask<{ source: string; source_id: string; addends: string }>(Prisma.sql`
      SELECT source, source_id, addends FROM contributions
      WHERE store_id = ${storeId} AND (source, source_id) > (${last.source}, ${last.source_id})
      ORDER BY source, source_id LIMIT ${batchMax}`);
    for (const { addends } of batch) add(all, parsed(addends), 1);
    last = batch.at(-1) ?? last;
    if (batch.length < batchMax) break;
  }
  for (const row of [...all].flatMap(rowsOf)) put(row.slice(0, 7).join("|"), row.slice(7), 1n);
  const sums = await ask<{ key: string[]; values: string[] }>(Prisma.sql`
    SELECT ARRAY[livemode::text, grain, kind,
        to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), number::text, name, currency] AS key,
      ARRAY[count, part, other, minor, yearly_minor]::text[] AS values FROM sums WHERE store_id = ${storeId}`);
  for (const { key, values } of sums) put(key.join("|"), values, -1n);
  return [...left.keys()].map((key) => `store ${storeId} ${key.split("|").join(" ")}`);
}
