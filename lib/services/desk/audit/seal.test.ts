import { beforeEach, expect, test, vi } from "vitest";
import { newClient } from "@/lib/db/connect";
import { databaseOfTheApp, type TestWorld, testWorld } from "@/lib/testing/world";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { checkInvariants } from "../invariants/check-invariants";
import { checkChain, markAudit, sealAudit } from "./seal";

const dayMs = 24 * 60 * 60 * 1000;
let world: TestWorld;

/** With no more rights than the running service has. */
const asApp = () => ({ ...world, ...databaseOfTheApp() });

beforeEach(() => {
  world = testWorld();
});

async function write(action: string, reason: string | null = null): Promise<bigint> {
  const line = { actor: "user:1", action, target: "order:1", reason, details: { count: 2, by: "é" } };
  const { id } = await world.db.auditEntry.create({ data: { ...line, createdAt: world.clock.now() } });
  return id;
}

/** As the job does: what began before may be a transaction of another test's database on the same server. */
async function seal(): Promise<number | null> {
  const mark = await markAudit(asApp());
  if (!mark) return null;
  // 0 is an answer: another process sealed it.
  const answer = await vi.waitUntil(
    async () => {
      const count = await sealAudit(asApp(), mark);
      return count !== null && { count };
    },
    { timeout: 120_000 },
  );
  return answer.count;
}

/** The entries from this one on that are sealed, in the order of the chain. */
async function sealed(entryId: bigint | undefined): Promise<bigint[]> {
  const where = { entryId: { gte: entryId ?? 0n } };
  const rows = await world.db.auditSeal.findMany({ where, orderBy: { position: "asc" } });
  return rows.map((row) => row.entryId);
}

/** What is found after a change that the guards would refuse. */
async function after(change: string): Promise<string[]> {
  const client = await world.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(change);
    return await checkChain(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

test("what is a minute old is sealed once, in order, and the whole chain is right", async () => {
  const ids = [await write("order.fulfilled"), await write("order.cancelled", "too late")];
  expect(await markAudit(asApp())).toBeNull();
  world.clock.advance(61_000);
  const young = await write("order.fulfilled");
  expect(await seal()).toBe(2);
  expect(await sealed(ids[0])).toEqual(ids);
  expect(await seal()).toBeNull();
  world.clock.advance(61_000);
  expect(await seal()).toBe(1);
  expect(await sealed(ids[0])).toEqual([...ids, young]);
  expect(await checkChain(databaseOfTheApp().pool)).toEqual([]);
});

test("an entry that commits late is waited for, however many come after it", async () => {
  const late = newClient(testDatabaseUrl());
  await late.connect();
  try {
    await late.query("BEGIN");
    const { rows } = await late.query<{ id: string }>(
      `INSERT INTO audit_entries (actor, action, target, created_at) VALUES ('user:1', 'order.fulfilled', 'order:1', $1)
       RETURNING id`,
      [world.clock.now()],
    );
    const first = BigInt(rows[0]?.id ?? 0);
    const second = await write("order.fulfilled");
    expect(second).toBeGreaterThan(first);
    world.clock.advance(120_000);
    const mark = await markAudit(asApp());
    expect(mark?.upto).toBe(String(second));
    expect(mark && (await sealAudit(asApp(), mark))).toBeNull();
    expect(await sealed(first)).toEqual([]);
    await late.query("COMMIT");
    expect(await seal()).toBe(2);
    expect(await sealed(first)).toEqual([first, second]);
  } finally {
    await late.end();
  }
});

test("two processes that seal at once make one chain", async () => {
  const first = await write("order.fulfilled");
  for (let nth = 1; nth < 20; nth += 1) await write("order.fulfilled");
  world.clock.advance(61_000);
  await Promise.all(Array.from({ length: 4 }, seal));
  expect(await sealed(first)).toHaveLength(20);
  expect(await checkChain(world.pool)).toEqual([]);
});

test("the check names an entry that was changed, removed or inserted, and a seal", async () => {
  const ids = [
    await write("order.fulfilled"),
    await write("order.cancelled", "too late"),
    await write("a.b"),
  ];
  world.clock.advance(61_000);
  await seal();
  const [first, second] = ids;
  const at = { where: { entryId: second ?? 0n } };
  const { position } = await world.db.auditSeal.findFirstOrThrow(at);
  const cases: [string, string][] = [
    [`UPDATE audit_entries SET actor = 'user:2' WHERE id = ${first}`, `entry ${first} was changed`],
    [`UPDATE audit_entries SET details = '{"count": 3}' WHERE id = ${first}`, `entry ${first} was changed`],
    [
      `UPDATE audit_entries SET reason = 'no' WHERE id = ${second}`,
      `the reason of entry ${second} was changed`,
    ],
    [
      `UPDATE audit_entries SET reason = 'no' WHERE id = ${first}`,
      `the reason of entry ${first} was changed`,
    ],
    [`DELETE FROM audit_entries WHERE id = ${second}`, `entry ${second} was removed`],
    [`DELETE FROM audit_seals WHERE position = ${position}`, `a seal before ${position + 1n} was removed`],
    [
      `UPDATE audit_seals SET goes_at = now() - interval '1 day' WHERE entry_id = ${second}`,
      `the seal of entry ${second} was changed`,
    ],
    [
      `INSERT INTO audit_entries (id, actor, action, target, created_at) VALUES (-7, 'user:1', 'a.b', 'c', now())`,
      "entry -7 was inserted",
    ],
  ];
  for (const [change, named] of cases) expect(await after(change), change).toContain(named);
  expect(await after("SELECT 1")).toEqual([]);
  expect(await checkInvariants(world)).toEqual([]);
});

test("erasing a reason leaves the chain right, and no guess at it can be proven", async () => {
  const id = await write("order.refund_requested", "Amina wants 50% back");
  world.clock.advance(61_000);
  await seal();
  const { pool } = databaseOfTheApp();
  await pool.query("SELECT erase_reason($1, $2)", [String(id), "… wants 50% back"]);
  expect(await checkChain(pool)).toEqual([]);
  const row = await world.db.auditSeal.findFirstOrThrow({ where: { entryId: id } });
  expect(row.reasonSalt).toBeNull();
  // Without a mark of erasing, words that were never sealed are found.
  expect(await after(`UPDATE audit_entries SET reason = 'Other words' WHERE id = ${id}`)).toEqual([
    `the reason of entry ${id} was changed`,
  ]);
});

test("a sign-in may go after a year, its seal stays; before that it is missed", async () => {
  const old = { actor: "user:1", action: "sign_in.done", target: "user:1" };
  const createdAt = new Date(Date.now() - 366 * dayMs);
  const gone = await world.db.auditEntry.create({ data: { ...old, createdAt } });
  const kept = await world.db.auditEntry.create({ data: { ...old, createdAt: new Date() } });
  await write("order.fulfilled");
  world.clock.advance(Math.max(0, Date.now() - world.clock.now().getTime()) + 61_000);
  await seal();
  await databaseOfTheApp().pool.query("DELETE FROM audit_entries WHERE id = $1", [String(gone.id)]);
  expect(await checkChain(world.pool)).toEqual([]);
  expect(await sealed(gone.id)).toContain(gone.id);
  expect(await after(`DELETE FROM audit_entries WHERE id = ${kept.id}`)).toEqual([
    `entry ${kept.id} was removed`,
  ]);
});

test("nobody rewrites seals: not the service, and not its owner without taking a guard away", async () => {
  await write("order.fulfilled");
  world.clock.advance(61_000);
  await seal();
  const { pool } = databaseOfTheApp();
  for (const change of ["UPDATE audit_seals SET hash = ''", "DELETE FROM audit_seals"]) {
    await expect(pool.query(change)).rejects.toThrow(/denied/);
    await expect(world.pool.query(change)).rejects.toThrow(/append-only/);
  }
  await expect(pool.query("INSERT INTO audit_seals VALUES (9, 9, null, null, null, '', '')")).rejects.toThrow(
    /denied/,
  );
  await expect(pool.query("TRUNCATE audit_seals")).rejects.toThrow(/denied/);
});
