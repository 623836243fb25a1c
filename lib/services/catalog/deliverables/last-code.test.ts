import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import type { TestStore } from "@/lib/testing/world";
import { giveDeliverables } from "./give";
import { addPool } from "./save";

const world = await openStage();
let shop: TestStore & { seller: Seller };

beforeEach(async () => {
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await sellingStore(world);
});

const all = Boolean(process.env.LONG);

/** So many press at once while the codes are there, and all are paid at once, by several workers and by callbacks. */
async function race(payers: number, pool: string[]) {
  const { id: productId } = await product(world, shop, { kind: "digital" });
  await addPool(world, shop.seller, productId, { name: "Key", codes: pool.join("\n") });
  const pressed = await Promise.all(
    Array.from({ length: payers }, (_, payer) =>
      press(world, shop, {
        id: randomUUID(),
        for: { kind: "product", productId, quantity: 1 },
        phone: `0772 ${100 + payer} 789`,
      }),
    ),
  );
  world.clock.advance(5_000);
  await Promise.all([1, 2, 3, 4].map(() => pollOpenAttempts(world)));
  await pollOpenAttempts(world);
  await world.settled();
  const ids = pressed.map(({ id }) => id);
  const orders = await world.db.order.findMany({
    where: { storeId: shop.store.id, attempts: { some: { id: { in: ids } } }, paidAt: { not: null } },
    include: { codes: true },
  });
  expect(orders).toHaveLength(payers);
  const served = orders.filter(({ codes }) => codes.length > 0);
  const late = orders.filter(({ codes }) => codes.length === 0);
  const given = served.flatMap(({ codes }) => codes);
  expect(given.map(({ sealed }) => world.secrets.open(sealed)).sort()).toEqual([...pool].sort());
  expect(served).toHaveLength(pool.length);
  expect(new Set(served.map(({ fulfillmentStatus }) => fulfillmentStatus))).toEqual(new Set(["fulfilled"]));
  for (const { id, fulfillmentStatus } of late) {
    const task = { storeId: shop.store.id, kind: "codes_used_up", subject: `order/${id}`, resolvedAt: null };
    expect([fulfillmentStatus, await world.db.task.count({ where: task })]).toEqual(["unfulfilled", 1]);
  }
}

const codesOf = (count: number) => Array.from({ length: count }, (_, at) => `CODE-${at}`);

test("two who pay at once for the last code: one has it and one waits, in every round", async () => {
  for (let round = 0; round < (all ? 200 : 5); round += 1) {
    // More than a payer may begin in a minute.
    world.clock.advance(60 * 60_000);
    await race(2, codesOf(1));
  }
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("many who pay at once for the last three codes: three have one each, and a task says who waits", async () => {
  await race(all ? 200 : 20, codesOf(3));
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("whoever finds the last code held by a payment that then ends badly has it after all", async () => {
  const { id: productId } = await product(world, shop, { kind: "digital" });
  await addPool(world, shop.seller, productId, { name: "Key", codes: "CODE-0" });
  const buying = { kind: "product" as const, productId, quantity: 1 };
  const [one, other] = await Promise.all(
    ["0772 100 789", "0772 101 789"].map(async (phone) => {
      const { id } = await press(world, shop, { id: randomUUID(), for: buying, phone });
      const where = { attempts: { some: { id } } };
      return world.db.order.findFirstOrThrow({ where });
    }),
  );
  if (!one || !other) throw new Error("Two have pressed.");
  const sold = await world.db.product.findMany({ where: { id: productId } });
  let looks = () => {};
  const isLooking = new Promise<void>((resolve) => {
    looks = resolve;
  });
  const ends = transact(world, async (unit) => {
    await giveDeliverables(unit, one, sold);
    looks();
    await waitsForALock();
    throw new Error("It ends badly.");
  });
  await isLooking;
  const given = transact(world, (unit) => giveDeliverables(unit, other, sold));
  await expect(ends).rejects.toThrow("It ends badly.");
  expect(await given).toEqual(["digital"]);
  expect(await world.db.deliverableCode.findFirst({ where: { orderId: other.id } })).not.toBeNull();
});

/** Until somebody waits for what another transaction holds, or two seconds have passed. */
async function waitsForALock(): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    const { rows } = await world.pool.query("SELECT 1 FROM pg_locks WHERE NOT granted");
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
