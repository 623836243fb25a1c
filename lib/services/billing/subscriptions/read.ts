import { Prisma } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import { readSubscriptions } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, World } from "@/lib/services/core/world";

export type { SubscriptionRow };

/** One subscription of the caller's store and mode. Throws NotFound for a missing one and for another store's. */
export async function readSubscription(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  const { storeId, livemode } = caller;
  const [row] = await readSubscriptions(
    world.db,
    Prisma.sql`WHERE subscription.id = ${id} AND subscription.store_id = ${storeId} AND subscription.livemode = ${livemode}`,
  );
  if (!row) throw new NotFound();
  return row;
}

const select = {
  number: true,
  kind: true,
  startsAt: true,
  endsAt: true,
  paidAt: true,
  currency: true,
  paidMinor: true,
  cutAt: true,
  order: { select: { id: true, number: true, receiptToken: true, refundedMinor: true, totalMinor: true } },
} satisfies Prisma.SubscriptionPeriodSelect;

/** A span of time, how it came, and the order that paid for it, if one did; none in test mode. */
export type PeriodRow = Prisma.SubscriptionPeriodGetPayload<{ select: typeof select }>;

/** The periods of one subscription of the caller's store and mode, newest first. */
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
