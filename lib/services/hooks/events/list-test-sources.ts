import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import type { TestSource } from "./send-test-payment";

const eachMax = 25;

/** The newest products, links and open invoices of the store that a payment without a subscription can be for. */
export async function listTestSources(
  world: World,
  { storeId }: Caller,
): Promise<(TestSource & { name: string })[]> {
  const newest = { orderBy: { id: "desc" }, take: eachMax } as const;
  const { totalMinor } = world.db.invoice.fields;
  const [products, links, invoices] = await Promise.all([
    world.db.product.findMany({ where: { storeId, interval: null, status: "active" }, ...newest }),
    world.db.paymentLink.findMany({ where: { storeId, deletedAt: null }, ...newest }),
    world.db.invoice.findMany({
      where: { storeId, livemode: true, cancelledAt: null, paidMinor: { lt: totalMinor } },
      ...newest,
    }),
  ]);
  return [
    ...products.map(({ id, name }) => ({ kind: "product" as const, id, name })),
    ...links.map(({ id, title }) => ({ kind: "link" as const, id, name: title })),
    ...invoices.map(({ id, number }) => ({ kind: "invoice" as const, id, name: number })),
  ];
}
