import type { Prisma } from "@/lib/db/client";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { graceMs, type SubscriptionStatus } from "@/lib/domain/subscription";
import type { Caller } from "@/lib/services/core/caller";
import { type Counted, counted, given, inBatches, newestFirst, type Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";

export interface SubscriptionFilters {
  status?: SubscriptionStatus;
  ref?: string;
  /** Trimmed and lower-cased. */
  email?: string;
  productId?: number;
  /** Whether it gives access now. */
  hasAccess?: boolean;
}

/** Newest first. A filter by status uses the status at this moment, not the one that was last recorded. */
export async function listSubscriptions(
  world: World,
  caller: Caller,
  filters: SubscriptionFilters,
  page: Page,
): Promise<Counted<SubscriptionRow>> {
  if (filters.productId !== undefined) await requireProduct(world, caller, filters.productId);
  const where = subscriptionsWhere(caller, filters, world.clock.now());
  return counted(
    world.db.subscription.findMany({ where, include: subscriptionInclude, orderBy: newestFirst, ...page }),
    world.db.subscription.count({ where }),
  );
}

/** All subscriptions in batches, for a file. */
export function walkSubscriptions(
  world: World,
  caller: Caller,
  filters: SubscriptionFilters,
): AsyncGenerator<SubscriptionRow[]> {
  const where = subscriptionsWhere(caller, filters, world.clock.now());
  return inBatches<SubscriptionRow>((batch) =>
    world.db.subscription.findMany({ where, include: subscriptionInclude, orderBy: newestFirst, ...batch }),
  );
}

/** The filters as a condition on columns, true at `now`. */
function subscriptionsWhere(
  caller: Caller,
  { status, ref, email, productId, hasAccess }: SubscriptionFilters,
  now: Date,
): Prisma.SubscriptionWhereInput {
  return {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...given({ ref, productId }),
    ...(email === undefined ? {} : { customer: { email } }),
    AND: [
      ...(status === undefined ? [] : [statusFilter(status, now)]),
      ...(hasAccess === undefined ? [] : [accessFilter(hasAccess, now)]),
    ],
  };
}

/** Throws Invalid: filtering by an unknown product is an error, not an empty list. */
export async function requireProduct(world: World, caller: Caller, productId: number): Promise<void> {
  const product = await world.db.product.findFirst({
    where: { id: productId, storeId: caller.storeId },
    select: { id: true },
  });
  if (!product) throw notAProduct();
}

/** The error for a query about a product that is not the store's. */
export function notAProduct(): Invalid {
  return new Invalid({ product_id: [say("not_product")] });
}

/** `statusAt` as a condition on columns. */
function statusFilter(status: SubscriptionStatus, now: Date): Prisma.SubscriptionWhereInput {
  const graceOver = new Date(now.getTime() - graceMs);
  switch (status) {
    case "active":
      return { status: "active", currentPeriodEnd: { gt: now } };
    case "past_due":
      return {
        OR: [
          { status: "past_due", currentPeriodEnd: { gt: graceOver } },
          { status: "active", currentPeriodEnd: { lte: now, gt: graceOver } },
        ],
      };
    case "cancelled":
      return { status: "cancelled" };
    case "expired":
      return {
        OR: [
          { status: "expired" },
          { status: { in: ["active", "past_due"] }, currentPeriodEnd: { lte: graceOver } },
        ],
      };
  }
}

/** `hasAccess` as a condition on columns. Both cases are written out, because in SQL NOT of NULL is NULL. */
function accessFilter(hasAccess: boolean, now: Date): Prisma.SubscriptionWhereInput {
  const edge = hasAccess ? { gt: now } : { lte: now };
  const cancelled = [
    { status: "cancelled" as const, endedAt: edge },
    { status: "cancelled" as const, endedAt: null, currentPeriodEnd: edge },
  ];
  if (!hasAccess) return { OR: [statusFilter("expired", now), ...cancelled] };
  return { OR: [statusFilter("active", now), statusFilter("past_due", now), ...cancelled] };
}
