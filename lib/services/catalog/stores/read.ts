import type { StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, World } from "@/lib/services/core/world";

/** What a shop does first, each with whether it is done. */
interface ShopSetup {
  face: boolean;
  offer: boolean;
  tried: boolean;
  shared: boolean;
  verified: boolean;
  payoutAccount: boolean;
  /** An account of its own, where there are no wallets. */
  connected: boolean;
}

/** A store's progress towards going live. */
export interface Setup {
  shop: ShopSetup;
  /** Whether there are wallets here; else an account of its own is the first thing that a store needs. */
  wallets: boolean;
  /** The seller has put the list away. */
  isPutAway: boolean;
  /** The newest payment link that is on; null when there is none. */
  newestLink: { id: number; token: string } | null;
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
  const [shop, newestLink] = await Promise.all([
    readShopSetup(world, storeId),
    readNewestLink(world, storeId),
  ]);
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
    ...shop,
    wallets: world.config.wallets,
    newestLink,
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

/** What a store has used so far, by the sections and groups of its menu. */
export async function readUsed(world: World, { storeId, accountId }: Caller): Promise<Set<string>> {
  const [used = {}] = await world.db.$queryRaw<Record<string, boolean>[]>`
    SELECT EXISTS (SELECT FROM subscriptions WHERE store_id = ${storeId} AND livemode) AS subscriptions,
      EXISTS (SELECT FROM tasks WHERE store_id = ${storeId}) AS tasks,
      EXISTS (SELECT FROM discounts WHERE store_id = ${storeId}) AS discounts,
      EXISTS (SELECT FROM messages WHERE store_id = ${storeId}) AS messages,
      EXISTS (SELECT FROM rail_accounts WHERE store_id = ${storeId} AND removed_at IS NULL) AS own,
      EXISTS (SELECT FROM members WHERE account_id = ${accountId} OFFSET 1) AS team,
      EXISTS (SELECT FROM api_keys WHERE store_id = ${storeId})
        OR EXISTS (SELECT FROM webhook_endpoints WHERE store_id = ${storeId}) AS developers`;
  return new Set(Object.keys(used).filter((section) => used[section]));
}

/** What only the seller can say about the list of first steps; kept in the log of acts. */
export const setupActs = { shared: "store.setup_shared", away: "store.setup_put_away" } as const;

async function readShopSetup(world: World, storeId: number): Promise<Pick<Setup, "shop" | "isPutAway">> {
  const { wallets, ownAccounts } = world.config;
  // For nothing else a store has to show who it is.
  const verifies = wallets || ownAccounts.verifiedOnly;
  const [store, products, links, paid, tests, destinations, accounts, acts] = await Promise.all([
    world.db.store.findUniqueOrThrow({
      where: { id: storeId },
      select: { logoUrl: true, contactPhone: true, verificationStatus: true },
    }),
    world.db.product.count({ where: { storeId, status: "active" } }),
    world.db.paymentLink.count({ where: { storeId, deletedAt: null } }),
    world.db.order.count({ where: { storeId, paidAt: { not: null } } }),
    world.db.subscription.count({ where: { storeId, livemode: false } }),
    world.db.payoutDestination.count({ where: { storeId, deletedAt: null } }),
    wallets ? 0 : world.db.railAccount.count({ where: { storeId, enabled: true } }),
    world.db.auditEntry.findMany({
      where: { storeId, action: { in: Object.values(setupActs) } },
      select: { action: true },
      distinct: ["action"],
    }),
  ]);
  const did = (act: string) => acts.some(({ action }) => action === act);
  const { verificationStatus: status } = store;
  return {
    isPutAway: did(setupActs.away),
    shop: {
      face: store.logoUrl !== null && store.contactPhone !== null,
      offer: products + links > 0,
      tried: paid + tests > 0,
      shared: did(setupActs.shared),
      verified: !verifies || status === "pending" || status === "verified",
      payoutAccount: !wallets || destinations > 0,
      connected: wallets || accounts > 0,
    },
  };
}

function readNewestLink(world: World, storeId: number): Promise<Setup["newestLink"]> {
  return world.db.paymentLink.findFirst({
    where: { storeId, deletedAt: null, isActive: true },
    orderBy: { id: "desc" },
    select: { id: true, token: true },
  });
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
