import { expect, test } from "vitest";
import { listen, watchChannel } from "@/lib/db/listen";
import { transact } from "@/lib/services/core/unit";
import { settle } from "@/lib/services/money/settlement/settle";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { statementsOf } from "@/lib/testing/statements";
import { databaseOfTheApp, testStore, testWorld } from "@/lib/testing/world";
import { watchStore } from "./watch";

const world = { ...testWorld(), ...databaseOfTheApp() };
const paying = await openStage();

let last = 0;
function happens(storeId: number): Promise<void> {
  last += 1;
  const event = { type: "ping", livemode: true, objectId: "x", sequence: 1, data: {} } as const;
  return transact(world, async (unit) => {
    unit.emit({ ...event, storeId, dedupeKey: `${last}`, at: world.clock.now() });
  });
}

const until = (isSo: () => boolean) => expect.poll(isSo, { timeout: 5_000 }).toBe(true);

test("who looks at a store hears of its events, and of no other's; nobody who has stopped", async () => {
  const [shop, other] = [(await testStore(world)).store.id, (await testStore(world)).store.id];
  const heard: string[] = [];
  const stop = await watchStore(world, shop, () => heard.push("shop"));
  const stopOther = await watchStore(world, other, () => heard.push("other"));
  await until(() => heard.length === 2);
  await happens(shop);
  await until(() => heard.length === 3);
  expect(heard[2]).toBe("shop");
  stop();
  await happens(shop);
  await happens(other);
  await until(() => heard.length === 4);
  expect(heard[3]).toBe("other");
  stopOther();
});

test("who looks at a store hears of a payment that failed, which no event tells", async () => {
  const shop = await sellingStore(paying);
  let heard = 0;
  const stop = await watchStore(paying, shop.store.id, () => {
    heard += 1;
  });
  await until(() => heard === 1);
  const { id } = await press(paying, shop);
  const before = heard;
  await settle(paying, id, { kind: "failed", failure: { reason: "cancelled_by_payer" } });
  await until(() => heard > before);
  stop();
});

test("what happens in a store that nobody looks at tells the database nothing", async () => {
  const [quiet, shop] = [(await testStore(world)).store.id, (await testStore(world)).store.id];
  const told: (string | null)[] = [];
  const stopListening = listen(world.pool, watchChannel, (storeId) => told.push(storeId));
  const stop = await watchStore(world, shop, () => {});
  await until(() => told.length === 1);
  await happens(quiet);
  await happens(shop);
  await until(() => told.length === 2);
  expect(told).toEqual([null, String(shop)]);
  for (const end of [stop, stopListening]) end();
});

test("a page more of a store that is watched here asks the database nothing", async () => {
  const shop = (await testStore(world)).store.id;
  let heard = 0;
  const first = await statementsOf(() => watchStore(world, shop, () => {}));
  expect(first.sent.filter((sql) => sql.startsWith("UPDATE"))).toHaveLength(1);
  const more = await statementsOf(() => watchStore(world, shop, () => (heard += 1)));
  expect(more.sent.filter((sql) => sql !== `LISTEN "${watchChannel}"`)).toEqual([]);
  await until(() => heard === 1);
  await happens(shop);
  await until(() => heard === 2);
  for (const stop of [first.result, more.result]) stop();
});

test("a lost connection is opened again, and whoever looks is told that something may have been missed", async () => {
  const shop = (await testStore(world)).store.id;
  let heard = 0;
  const stop = await watchStore(world, shop, () => {
    heard += 1;
  });
  await until(() => heard === 1);
  // The database was away for so long that nobody could say again that the store is watched.
  await world.db.store.update({ where: { id: shop }, data: { watchedUntil: null } });
  await world.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
  );
  await until(() => heard === 2);
  await happens(shop);
  await until(() => heard === 3);
  stop();
});
