import { recordPrices } from "@/lib/services/billing/subscriptions/publish";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";

/** Another price for a product, as its seller's form would leave it. */
export async function productPrice(world: World, id: number, priceMinor: bigint): Promise<void> {
  const { storeId, priceMinor: amountMinor } = await world.db.product.findUniqueOrThrow({ where: { id } });
  await world.db.product.update({ where: { id }, data: { priceMinor, salePriceMinor: null } });
  await world.db.formerPrice.create({
    data: { storeId, productId: id, amountMinor, until: world.clock.now() },
  });
}

/** Another price for a subscription, as if it had been moved in with it. */
export function subscriptionPrice(world: World, id: string, amountMinor: bigint): Promise<void> {
  return transact(world, async (unit) => {
    const row = await unit.tx.subscription.update({ where: { id }, data: { amountMinor } });
    recordPrices(unit, [row], "moved", "test");
  });
}
