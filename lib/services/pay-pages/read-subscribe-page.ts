import type { ProductRow, StoreRow, SubscriptionRow } from "@/lib/db/rows";
import { subscriptionInclude } from "@/lib/db/rows";
import type { World } from "../world";

export interface SubscribePage {
  store: StoreRow;
  product: ProductRow;
  /** What this user already has of this product in this mode, or null. */
  current: SubscriptionRow | null;
  /** The test endpoints that will hear of it. Empty outside test mode. */
  endpoints: string[];
}

/** All a subscribe page shows, by the token in its address. Null when the address leads nowhere. */
export async function readSubscribePage(
  world: World,
  token: string,
  payer: { livemode: boolean; ref: string | null; email: string | null },
): Promise<SubscribePage | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return null;
  const found = await world.db.product.findUnique({ where: { token }, include: { store: true } });
  if (!found?.interval) return null;
  const { store, ...product } = found;
  const scope = { storeId: store.id, livemode: payer.livemode };
  const [current, endpoints] = await Promise.all([
    findCurrent(world, { ...scope, productId: product.id }, payer),
    payer.livemode
      ? []
      : world.db.webhookEndpoint.findMany({
          where: { ...scope, deletedAt: null, disabledAt: null },
          select: { url: true },
        }),
  ]);
  return { store, product, current, endpoints: endpoints.map((endpoint) => endpoint.url) };
}

function findCurrent(
  world: World,
  scope: { storeId: number; livemode: boolean; productId: number },
  payer: { ref: string | null; email: string | null },
): Promise<SubscriptionRow | null> {
  if (payer.ref === null && payer.email === null) return Promise.resolve(null);
  return world.db.subscription.findFirst({
    where: {
      ...scope,
      ref: payer.ref,
      ...(payer.ref === null && payer.email !== null ? { customer: { email: payer.email } } : {}),
    },
    orderBy: { createdAt: "desc" },
    include: subscriptionInclude,
  });
}
