import type { Prisma } from "@/lib/db/client";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

const select = {
  number: true,
  startsAt: true,
  endsAt: true,
  paidAt: true,
  currency: true,
  amountMinor: true,
  order: { select: { id: true, number: true, receiptToken: true, refundedMinor: true, totalMinor: true } },
} satisfies Prisma.SubscriptionPeriodSelect;

/** A span that was paid for, and the order that paid; null in test mode. */
export type PeriodRow = Prisma.SubscriptionPeriodGetPayload<{ select: typeof select }>;

/** The paid periods of one subscription of the caller's store and mode, newest first. */
export function listPeriods(
  world: World,
  { storeId, livemode }: Caller,
  subscriptionId: string,
  take: number,
): Promise<PeriodRow[]> {
  return world.db.subscriptionPeriod.findMany({
    where: { storeId, livemode, subscriptionId },
    select,
    orderBy: { number: "desc" },
    take,
  });
}
