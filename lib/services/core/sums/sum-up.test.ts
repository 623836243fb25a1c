import { beforeEach, expect, test } from "vitest";
import { sumsVersion } from "@/lib/domain/sums";
import { listOrders } from "@/lib/services/billing/orders/list";
import { checkSums } from "@/lib/services/desk/invariants/sums";
import { readNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { readOverview } from "@/lib/services/desk/overview/read";
import { paidOrder } from "@/lib/testing/order";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { sumDue, sumUp } from "./sum-up";

const world = testWorld();
let shop: TestStore;

beforeEach(async () => {
  shop = await testStore(world);
  await paidOrder(world, shop);
  await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
});

const marks = ({ store }: TestStore) => world.db.sumMark.count({ where: { storeId: store.id } });
const sums = () =>
  world.db.sum.findMany({
    where: { storeId: shop.store.id },
    orderBy: [{ kind: "asc" }, { grain: "asc" }, { at: "asc" }, { number: "asc" }],
  });

/** Marks of orders that are gone. */
const mark = ({ store }: TestStore, count: number) =>
  world.pool.query(
    "INSERT INTO sum_marks SELECT $1, 'order', (1000000000 + n)::text, n FROM generate_series(1, $2::int) n ON CONFLICT DO NOTHING",
    [store.id, count],
  );

test("a store is summed again by another version, to the same sums", async () => {
  expect(await sumUp(world, shop.store.id)).toBe(true);
  const before = await sums();
  expect(before.length).toBeGreaterThan(4);
  const where = { storeId: shop.store.id };
  await world.db.sumState.updateMany({ where, data: { version: 0 } });
  // Also where nothing is left of what was summed.
  await world.db.$transaction([
    world.db.contribution.deleteMany({ where }),
    world.db.sum.deleteMany({ where }),
  ]);
  expect(await sumUp(world, shop.store.id)).toBe(true);
  expect(await sums()).toEqual(before);
  expect(await checkSums(world.pool, shop.store.id)).toEqual([]);
});

test("however many sum at once, each order counts once", async () => {
  await Promise.all([
    ...Array.from({ length: 4 }, () => sumDue(world)),
    ...Array.from({ length: 4 }, () => sumUp(world, shop.store.id)),
    ...Array.from({ length: 4 }, () => paidOrder(world, shop)),
  ]);
  const page = await listOrders(world, shop.live, {}, { skip: 0, take: 1 });
  expect(page.total).toBe(await world.db.order.count({ where: { storeId: shop.store.id } }));
  expect(await marks(shop)).toBe(0);
  expect(await checkSums(world.pool, shop.store.id)).toEqual([]);
});

test("a store with many marks delays no other, and nobody who reads it waits for all of them", async () => {
  const other = await testStore(world);
  await paidOrder(world, other);
  await mark(shop, 35_000);
  expect(await sumDue(world)).toBe(true);
  expect(await marks(other)).toBe(0);
  expect(await marks(shop)).toBeGreaterThan(30_000);
  expect(await sumUp(world, shop.store.id)).toBe(false);
  const orders = await world.db.order.count({ where: { storeId: shop.store.id } });
  await mark(shop, 35_000);
  expect((await listOrders(world, shop.live, {}, { skip: 0, take: 1 })).total).toBe(orders);
}, 60_000);

test("a store that cannot be summed delays no other, and whoever reads it gets an answer", async () => {
  const other = await testStore(world);
  await paidOrder(world, other);
  await world.db.contribution.create({
    data: { storeId: shop.store.id, source: "order", sourceId: "0", addends: "no JSON" },
  });
  await world.pool.query("INSERT INTO sum_marks VALUES ($1, 'order', '0')", [shop.store.id]);
  for (let pass = 0; pass < 2; pass += 1) await sumDue(world);
  expect(await marks(other)).toBe(0);
  expect(await marks(shop)).toBeGreaterThan(0);
  expect(await sumUp(world, shop.store.id)).toBe(false);
  // The pages say so.
  expect(await readOverview(world, shop.live, 30)).toMatchObject({ isBehind: true });
  expect(await readNumbers(world, shop.live, 6)).toMatchObject({ isBehind: true });
  expect(await readOverview(world, other.live, 30)).toMatchObject({ isBehind: false });
});

test("what cannot be summed together is summed in smaller parts", async () => {
  await world.pool.query(`
    CREATE FUNCTION too_many() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM added) > 1 THEN RAISE EXCEPTION 'it took too long' USING ERRCODE = '57014'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER too_many AFTER INSERT ON contributions REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION too_many()`);
  try {
    await paidOrder(world, shop);
    while (await sumDue(world));
    expect(await marks(shop)).toBe(0);
  } finally {
    await world.pool.query("DROP FUNCTION too_many CASCADE");
  }
  expect(await checkSums(world.pool, shop.store.id)).toEqual([]);
});

test("what another version summed is summed again, whichever of the two is newer", async () => {
  await sumUp(world, shop.store.id);
  for (const version of [sumsVersion + 1, -sumsVersion - 1]) {
    await world.db.sumState.updateMany({ where: { storeId: shop.store.id }, data: { version } });
    expect(await sumUp(world, shop.store.id)).toBe(true);
    expect(await world.db.sumState.findMany({ where: { storeId: shop.store.id } })).toMatchObject([
      { version: sumsVersion, orderId: 0, subscriptionId: "" },
    ]);
  }
});
