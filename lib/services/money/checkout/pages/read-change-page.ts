import type { SubscriptionRow } from "@/lib/db/rows";
import { planAt, requireChangeable } from "@/lib/domain/plan-change";
import { Invalid, Refusal } from "@/lib/domain/refusal";
import { base62 } from "@/lib/domain/token";
import {
  type ChangeQuote,
  type NamedPlan,
  offered,
  quoteChange,
} from "@/lib/services/billing/changes/change";
import type { World } from "@/lib/services/core/world";
import type { ManagePage } from "./read-manage-page";

/** So many plans are offered on one page. */
const plansMax = 50;

/**
 * The plans that the subscriber may choose by themselves: those on sale in the same store and currency that their seller
 * lets be chosen. Empty while nothing can be changed.
 */
export async function readChoosablePlans(
  world: World,
  { subscription, store }: Pick<ManagePage, "subscription" | "store">,
): Promise<NamedPlan[]> {
  return store.status === "suspended" ? [] : readOtherPlans(world, subscription, { isChoosable: true });
}

/** All active plans that a subscription may be changed to; empty while nothing can be changed. */
export async function readOtherPlans(
  world: World,
  subscription: SubscriptionRow,
  only: { isChoosable?: true } = {},
): Promise<NamedPlan[]> {
  const now = world.clock.now();
  if (!isChangeable(subscription, now)) return [];
  const taken = [subscription.productId, planAt(subscription, now).product.id];
  const products = await world.db.product.findMany({
    where: {
      ...{ storeId: subscription.storeId, status: "active", interval: { not: null }, ...only },
      ...{ currency: subscription.currency, id: { notIn: taken } },
    },
    orderBy: [{ priceMinor: "asc" }, { id: "asc" }],
    take: plansMax,
  });
  return products.flatMap((product) => offered(product) ?? []);
}

/**
 * What changing to this plan costs and brings. `by`: the mark in a link that the seller sent, for a plan that is not
 * offered to everybody. Null where it cannot be chosen here.
 */
export async function readChosenPlan(
  world: World,
  { subscription }: Pick<ManagePage, "subscription">,
  { to, by }: { to: string | null; by: string | null },
): Promise<ChangeQuote | null> {
  if (to === null || !/^\d{1,9}$/.test(to)) return null;
  const productId = Number(to);
  const where = { id: productId, storeId: subscription.storeId, isChoosable: true };
  const isOffered = (await world.db.product.count({ where })) > 0;
  if (!isOffered && by !== markOfChange(world, subscription, productId)) return null;
  try {
    return await quoteChange(world.db, subscription, productId, world.clock.now());
  } catch (error) {
    if (error instanceof Refusal || error instanceof Invalid) return null;
    throw error;
  }
}

/** Says in a link that the seller lets this subscriber change to this plan. */
export function markOfChange(world: World, { id }: { id: string }, productId: number): string {
  return base62(world.secrets.mac("plan-change", `${id}/${productId}`), 22);
}

function isChangeable(row: SubscriptionRow, now: Date): boolean {
  try {
    requireChangeable(row, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
