import { readProductSales } from "@/lib/services/billing/orders/read";
import { smallPicture } from "@/lib/services/catalog/images/pictures";
import { listProducts } from "@/lib/services/catalog/products/list";
import type { Caller, World } from "@/lib/services/core/world";
import { openPayments } from "./owed";

/** More would be heavy for a page on a slow line. */
const tilesMax = 100;
const ordersLooked = 20;
const buyersMax = 4;

/** What a store sells at the counter, the best sold first, with the picture for a list of many; and who bought last. */
export async function readCounter(world: World, caller: Caller, currency: string) {
  const [{ rows }, sales, orders] = await Promise.all([
    listProducts(world, caller, { status: "active" }, { skip: 0, take: tilesMax }),
    readProductSales(world, caller),
    world.db.order.findMany({
      where: { storeId: caller.storeId, customer: { phone: { not: null }, status: "active" } },
      orderBy: { createdAt: "desc" },
      take: ordersLooked,
      select: { customer: { select: { id: true, name: true, phone: true } } },
    }),
  ]);
  const sold = (id: number) => sales.get(id)?.orders ?? 0;
  const products = rows
    .filter((row) => row.interval === null && row.currency === currency)
    .map((row) => ({ ...row, picture: smallPicture(world, row.imageUrl) }))
    .sort((one, other) => sold(other.id) - sold(one.id));
  const buyers = new Map(orders.map(({ customer }) => [customer.id, customer]));
  return { products, buyers: [...buyers.values()].slice(0, buyersMax) };
}

/** How a sale stands for which a phone was asked: its open payment, or why the last one failed. */
export async function askedAtCounter(world: World, { id: orderId }: { id: number }) {
  const [[open = null], last] = await Promise.all([
    openPayments(world, world.db, { orderId }),
    world.db.paymentAttempt.findFirst({ where: { orderId }, orderBy: { createdAt: "desc" } }),
  ]);
  return { open, reason: last?.failureReason ?? "unknown" };
}
