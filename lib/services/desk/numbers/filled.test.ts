import { readFileSync } from "node:fs";
import type { PoolClient } from "pg";
import { beforeEach, expect, test } from "vitest";
import { sumInvariants } from "@/lib/services/desk/invariants/sums";
import { paidOrder } from "@/lib/testing/order";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";

const world = testWorld();
const filling = "prisma/migrations/20261125150002_fill_subscription_sums/migration.sql";
let shop: TestStore;
let subscription: string;
let order: number;

/** A database of the release before this one, with a subscription whose payment went back, and one that was ended early. */
beforeEach(async () => {
  shop = await testStore(world);
  subscription = (await paidSubscription(world, shop, { livemode: true, ref: "user_1" })).id;
  const ended = await paidSubscription(world, shop, { livemode: true, ref: "user_2" });
  order = (await paidOrder(world, shop)).id;
  await world.pool.query(`ALTER TABLE subscriptions DISABLE TRIGGER USER; ALTER TABLE orders DISABLE TRIGGER USER;
    UPDATE orders SET refunded_minor = total_minor WHERE id = ${order};
    UPDATE subscriptions SET status = 'cancelled', ended_at = started_at + interval '1 day' WHERE id = '${ended.id}';
    UPDATE subscription_periods SET order_id = ${order} WHERE subscription_id = '${subscription}';
    UPDATE subscription_periods SET interval = NULL;
    ALTER TABLE subscriptions ENABLE TRIGGER USER; ALTER TABLE orders ENABLE TRIGGER USER;
    TRUNCATE subscription_tallies, subscription_tally_fills; INSERT INTO subscription_tally_fills VALUES ('')`);
});

/** As the migration's runner cuts it. */
async function fill(): Promise<void> {
  for (const part of readFileSync(filling, "utf8").split(/;\s*$/m))
    if (part.trim() !== "") await world.pool.query(part);
}

async function broken(): Promise<unknown[]> {
  const found = [];
  for (const { number, find } of sumInvariants)
    if (number === 51)
      found.push(...(await world.pool.query(find((column) => `${column} IS NOT NULL`))).rows);
  return found;
}

async function sums(): Promise<unknown[]> {
  const { rows } = await world.pool.query(
    "SELECT kind, sum(count)::int AS count FROM subscription_tallies WHERE grain = 'slot' GROUP BY 1 ORDER BY 1",
  );
  return rows;
}

test("a filled database is summed, once, with what went back and what was ended early", async () => {
  await fill();
  // A start that was killed runs it again.
  await fill();
  expect(await broken()).toEqual([]);
  expect(await sums()).toEqual([
    { kind: "lost", count: 1 },
    { kind: "new", count: 1 },
    { kind: "stayed", count: 0 },
  ]);
  expect(await world.db.subscriptionTallyFill.count()).toBe(0);
});

test("what is written while it is filled counts once", async () => {
  const insert = (client: Pick<PoolClient, "query">, number: number) =>
    client.query(`INSERT INTO subscription_periods
      (store_id, livemode, subscription_id, number, starts_at, ends_at, currency, paid_minor, list_minor, paid_at)
      SELECT store_id, livemode, subscription_id, ${number}, ends_at, ends_at + interval '1 month', currency, 50000, 50000, paid_at
      FROM subscription_periods WHERE subscription_id = '${subscription}' AND number = ${number - 1}`);
  const client = await world.pool.connect();
  await client.query("BEGIN");
  await insert(client, 2);
  let isFilled = false;
  const filled = fill().then(() => {
    isFilled = true;
  });
  // It waits for the one that writes.
  const waiting =
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  while ((await client.query(waiting)).rowCount === 0) await new Promise((done) => setTimeout(done, 10));
  expect(isFilled).toBe(false);
  await client.query("COMMIT");
  client.release();
  await filled;
  await insert(world.pool, 3);
  expect(await broken()).toEqual([]);
});
