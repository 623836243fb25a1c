import type { StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** A store's progress towards going live. */
export interface Setup {
  products: number;
  hasTestKey: boolean;
  hasTestEndpoint: boolean;
  hasTestSubscription: boolean;
  /** A test event was answered with 2xx. */
  hasReceivedTestEvent: boolean;
  hasLiveKey: boolean;
  hasLiveEndpoint: boolean;
  /** The subscribe page of the newest plan on sale, in test mode; null when there is no plan. */
  testPageUrl: string | null;
}

export async function readSetup(world: World, caller: Caller): Promise<Setup> {
  const { storeId } = caller;
  const now = world.clock.now();
  const key = { storeId, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const endpoint = { storeId, deletedAt: null, disabledAt: null };
  const onSale = { storeId, kind: "subscription", status: "active" } as const;
  const [store, products, newest, testEndpoints, testSubscriptions, received, liveKeys, liveEndpoints] =
    await Promise.all([
      world.db.store.findUniqueOrThrow({ where: { id: storeId }, select: { testModeSince: true } }),
      world.db.product.count({ where: onSale }),
      world.db.product.findFirst({ where: onSale, orderBy: { id: "desc" }, select: { token: true } }),
      world.db.webhookEndpoint.count({ where: { ...endpoint, livemode: false } }),
      world.db.subscription.count({ where: { storeId, livemode: false } }),
      world.db.webhookDelivery.count({
        where: { storeId, livemode: false, status: "succeeded", event: { type: { not: "ping" } } },
      }),
      world.db.apiKey.count({ where: { ...key, livemode: true } }),
      world.db.webhookEndpoint.count({ where: { ...endpoint, livemode: true } }),
    ]);
  return {
    products,
    hasTestKey: store.testModeSince !== null,
    hasTestEndpoint: testEndpoints > 0,
    hasTestSubscription: testSubscriptions > 0,
    hasReceivedTestEvent: received > 0,
    hasLiveKey: liveKeys > 0,
    hasLiveEndpoint: liveEndpoints > 0,
    testPageUrl: newest ? `${world.config.siteUrl}/subscribe/${newest.token}?test=1&ref=user_1` : null,
  };
}

/**
 * Since when a store's plan does not include the API: the store was moved to that plan, or the plan lost the API. Null
 * where the store started on such a plan.
 */
export async function readNoApiSince(
  world: World,
  store: { id: number; planCode: string },
): Promise<Date | null> {
  const [moved, changed] = await Promise.all([
    world.db.auditEntry.findFirst({
      where: {
        storeId: store.id,
        action: "store.plan_changed",
        details: { path: ["to"], equals: store.planCode },
      },
      orderBy: { createdAt: "desc" },
      select: { createdAt: true },
    }),
    world.db.auditEntry.findFirst({
      where: {
        ...{ storeId: null, action: "plan.changed", target: `plan:${store.planCode}` },
        AND: [
          { details: { path: ["api"], equals: false } },
          { details: { path: ["api_before"], equals: true } },
        ],
      },
      orderBy: { createdAt: "desc" },
      select: { createdAt: true },
    }),
  ]);
  const times = [moved, changed].flatMap((entry) => (entry ? [entry.createdAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** The address of the operator who did this to the store last, as in the mail about it; null if they are gone. */
export async function readActContact(world: World, storeId: number, action: string): Promise<string | null> {
  const entry = await world.db.auditEntry.findFirst({
    where: { storeId, action },
    orderBy: { id: "desc" },
    select: { actor: true },
  });
  const id = Number(/^(?:operator|user):(\d+)$/.exec(entry?.actor ?? "")?.[1]);
  if (!id) return null;
  const person = await world.db.user.findUnique({ where: { id }, select: { email: true } });
  return person?.email ?? null;
}

/** The store the caller acts for. Throws NotFound. */
export async function readStore(world: World, caller: Caller): Promise<StoreRow> {
  const row = await world.db.store.findFirst({ where: { id: caller.storeId, accountId: caller.accountId } });
  if (!row) throw new NotFound();
  return row;
}
