import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { listProductsForDashboard, readProductForDashboard } from "@/lib/services/catalog/products/list";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { checkSums } from "@/lib/services/desk/invariants/sums";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";

const world = testWorld();
let shop: TestStore;

beforeAll(async () => {
  shop = await testStore(world);
  await paidSubscription(world, await testStore(world), { livemode: true });
});

const statuses = ["active", "past_due", "cancelled", "expired"] as const;
const which = fc.nat({ max: 1_000 });
const product = fc.constantFrom(0 as const, 1 as const);
const act = fc.oneof(
  fc.record({ what: fc.constant("begins" as const), livemode: fc.boolean(), product }),
  fc.record({ what: fc.constant("becomes" as const), which, status: fc.constantFrom(...statuses) }),
  fc.record({ what: fc.constant("changes plan" as const), which, product }),
  fc.record({ what: fc.constant("is renewed" as const), which }),
  fc.record({ what: fc.constant("goes" as const), which }),
  fc.record({ what: fc.constant("sum" as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function happen(one: Act): Promise<unknown> {
  if (one.what === "sum") return sumDue(world);
  if (one.what === "begins")
    return paidSubscription(world, shop, { livemode: one.livemode, product: one.product });
  const { storeId } = shop.live;
  const all = await world.db.subscription.findMany({ where: { storeId }, orderBy: { id: "asc" } });
  const found = all[one.which % Math.max(1, all.length)];
  if (!found) return;
  const where = { id: found.id };
  switch (one.what) {
    case "becomes": {
      // As the columns must agree: a subscription that is over says since when.
      const isOver = one.status === "cancelled" || one.status === "expired";
      const cancelledAt = one.status === "cancelled" ? world.clock.now() : null;
      const endedAt = isOver ? found.currentPeriodEnd : null;
      return world.db.subscription.update({ where, data: { status: one.status, cancelledAt, endedAt } });
    }
    case "changes plan":
      return world.db.subscription.update({
        where,
        data: { productId: shop.products[one.product].id },
      });
    case "is renewed":
      return world.db.subscription.update({ where, data: { paymentsCount: { increment: 1 } } });
    case "goes":
      await world.db.subscriptionPeriod.deleteMany({ where: { subscriptionId: found.id } });
      return world.db.subscription.delete({ where });
  }
}

/** What the list of products must show, counted one by one. */
async function naive(): Promise<Map<number, number>> {
  const rows = await world.db.subscription.groupBy({
    by: ["productId"],
    where: { storeId: shop.live.storeId, livemode: true, status: { in: ["active", "past_due"] } },
    _count: true,
  });
  return new Map(rows.map(({ productId, _count }) => [productId, _count]));
}

test("whatever happened, products show how many live subscriptions they have, and the books check agrees", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 25 }), async (acts) => {
      for (const one of acts) await happen(one);
      const counted = await naive();
      for (const { id, activeSubscribers } of await listProductsForDashboard(world, shop.live)) {
        expect(activeSubscribers).toBe(counted.get(id) ?? 0);
        expect((await readProductForDashboard(world, shop.live, id))?.activeSubscribers).toBe(
          activeSubscribers,
        );
      }
    }),
    { numRuns: 8 },
  );
  expect(await checkSums(world.pool, null)).toEqual([]);
}, 120_000);
