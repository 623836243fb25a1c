import { discountOf } from "@/lib/domain/discount";
import { chargesOf, fixedFeesIn } from "@/lib/domain/fees";
import { networkOf, stepOf } from "@/lib/domain/network";
import { outsideRail } from "@/lib/domain/outside";
import type { Town } from "./town";

/**
 * 59. Every order that a rail was asked about costs what its lines say, less what its discount takes off, with the charges
 * on what is left; and what was asked is that. Counted once more from what the store sells by: in a town nobody changes it.
 * Each order is looked at once.
 */
export async function compareWithPrices({ world, shop, compared }: Town): Promise<string[]> {
  const { id: storeId } = shop.store;
  const [store, orders] = await Promise.all([
    world.db.store.findUniqueOrThrow({ where: { id: storeId }, include: { plan: true } }),
    world.db.order.findMany({
      where: { storeId, attempts: { some: { rail: { not: outsideRail } } }, source: { not: "invoice" } },
      include: {
        items: true,
        redemption: { include: { discount: true } },
        attempts: { where: { rail: { not: outsideRail } }, take: 1 },
      },
    }),
  ]);
  const problems: string[] = [];
  for (const { id, number, currency, discountMinor, redemption, items, attempts, ...order } of orders) {
    const [attempt] = attempts;
    const key = `price ${id}`;
    if (!attempt || compared.has(key)) continue;
    compared.add(key);
    const priceMinor = items.reduce((sum, { productId, totalMinor, name }) => {
      return productId === null && name === "Charges" ? sum : sum + totalMinor;
    }, 0n);
    const network = networkOf(attempt.network ?? "");
    const said = chargesOf({
      priceMinor: priceMinor - discountMinor,
      feePpm: store.plan.feePpm,
      fixed: fixedFeesIn(store.plan, currency),
      buyerPaysCharges: store.buyerPaysCharges,
      stepMinor: network ? stepOf(network, currency) : 1n,
    });
    const off = redemption ? discountOf(priceMinor, currency, redemption.discount) : null;
    if (off !== null && (redemption?.amountMinor !== off || discountMinor !== off))
      problems.push(`59 A discount takes off ${discountMinor} instead of ${off}: ${number}`);
    if (order.totalMinor !== said.totalMinor || attempt.amountMinor !== said.totalMinor)
      problems.push(`59 An order costs ${order.totalMinor} instead of ${said.totalMinor}: ${number}`);
    if (order.feeMinor !== said.feeMinor || order.netMinor !== said.netMinor)
      problems.push(`59 The fee of an order is ${order.feeMinor} instead of ${said.feeMinor}: ${number}`);
  }
  return problems;
}
