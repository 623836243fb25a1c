import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { World } from "@/lib/services/core/world";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkLedger } from "./check-ledger";
import { type PayingWorld, payingWorld } from "./payments";
import { type TestStore, testStore } from "./world";

/** For a file of tests: a world with a rail, which is closed when the file is over. */
export async function openStage(...of: Parameters<typeof payingWorld>): Promise<PayingWorld> {
  const world = await payingWorld(...of);
  afterAll(() => world.close());
  return world;
}

/** For a file of tests of pages: the world that pages find, until the file is over. */
export function showPages<Of extends World>(world: Of): Of {
  Object.assign(globalThis, { senteWorld: world });
  afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));
  return world;
}

/** The same with a rail. */
export async function openPages(...of: Parameters<typeof payingWorld>): Promise<PayingWorld> {
  return showPages(await openStage(...of));
}

/**
 * For a file of tests: a world with a rail, and a store of its own for each test, as `open` makes it: `shop` is always that
 * of the test that runs. Whatever a test did, the books are right after it: those of all stores, or of this one alone where
 * the clock goes back between tests.
 */
export async function openShop<Shop extends TestStore>(
  open: (world: PayingWorld) => Promise<Shop>,
  books: "all" | "own" = "all",
): Promise<{ world: PayingWorld; shop: Shop }> {
  const world = await openStage();
  // Safe: it is filled before each test.
  const shop = {} as Shop;
  beforeEach(async () => {
    Object.assign(shop, await open(world));
  });
  afterEach(async () => {
    await world.settled();
    const storeId = shop.store.id;
    expect(await (books === "all" ? checkLedger(world) : checkInvariants(world, { storeId }))).toEqual([]);
  });
  return { world, shop };
}

/** For renewals: at noon of a day, with nothing else due. */
export async function renewalShop(world: PayingWorld): Promise<TestStore> {
  world.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  await world.db.subscription.updateMany({
    data: { nextRenewalTryAt: null, nextReminderAt: null, nextDueAt: null },
  });
  return testStore(world);
}

/**
 * For a file of tests: one world with a rail, and a store of its own for each test. Whatever a test did, the books are
 * right after it.
 */
export function inPayingWorld<Shop>(
  open: (world: PayingWorld) => Promise<Shop>,
  use: (made: { world: PayingWorld; shop: Shop }) => void,
): void {
  let world: PayingWorld;
  beforeAll(async () => {
    world = await payingWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => use({ world, shop: await open(world) }));
  afterEach(async () => {
    await world.settled();
    expect(await checkLedger(world)).toEqual([]);
  });
}
