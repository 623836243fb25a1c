import pg from "pg";
import { expect } from "vitest";
import type { PayingWorld } from "./payments";

/** The statements that this process sent to PostgreSQL while `run` ran, transactions' own among them. */
export async function statementsOf<T>(run: () => Promise<T>): Promise<{ result: T; sent: string[] }> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    sent.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    return { result: await run(), sent };
  } finally {
    pg.Client.prototype.query = query;
  }
}

/** What each reading statement of `run` reads of the database, in pages, asked of PostgreSQL itself afterwards. */
export async function pagesOf(
  pool: pg.Pool,
  run: () => Promise<unknown>,
): Promise<{ text: string; pages: number }[]> {
  const asked: { text: string; values: unknown[] }[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function kept(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof first === "string" ? first : first.text;
    const values = typeof first === "string" ? second : (first.values ?? second);
    if (/^\s*SELECT/i.test(text)) asked.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  const read: { text: string; pages: number }[] = [];
  for (const { text, values } of asked) {
    const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
    const { rows } = await pool.query<{ "QUERY PLAN": Plan[] }>(explain, values);
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    read.push({ text, pages: (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0) });
  }
  return read;
}

interface Plan {
  Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
}

/** How many statements the callback of this payment's success takes, until it is worked through. */
export async function statementsOfSettling(world: PayingWorld, id: string): Promise<number> {
  await world.sandbox.controls.resolve(id, { word: "succeeded" });
  const { sent } = await statementsOf(async () => {
    await world.sandbox.controls.deliverCallback(id);
    await world.settled();
  });
  expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: "succeeded",
    suspenseReason: null,
  });
  const all = withoutSandbox(sent);
  // What the test's own route looks up comes before the callback is stored.
  const first = all.findIndex((text) => text.startsWith("INSERT INTO rail_callbacks"));
  expect(first).toBeGreaterThanOrEqual(0);
  return all.lastIndexOf("COMMIT") + 1 - first;
}

/** Not the sandbox's own, which stands where a rail is asked by HTTP. */
export function withoutSandbox(sent: string[]): string[] {
  return sent.filter((text) => !text.includes("sandbox_records"));
}
