import { transact } from "../unit";
import type { World } from "../world";
import { lockSubscription, recordDueSteps } from "./record";

const batchMax = 500;

export interface AdvanceResult {
  advanced: number;
  failed: number;
  /** True when there may be more that is due already. */
  more: boolean;
}

/**
 * Records what has come due and tells it. Reads are right without it; it exists so that events are sent and rows say
 * what is true. Each subscription is its own transaction, so that one bad row holds up no other. Safe to miss, to
 * repeat, or to run twice at once.
 */
export async function advanceDueSubscriptions(world: World): Promise<AdvanceResult> {
  const due = await world.db.subscription.findMany({
    where: { nextDueAt: { lte: world.clock.now() } },
    orderBy: { nextDueAt: "asc" },
    select: { id: true, storeId: true, livemode: true },
    take: batchMax,
  });
  const result: AdvanceResult = { advanced: 0, failed: 0, more: due.length === batchMax };
  for (const subscription of due) {
    try {
      await transact(world, async (unit) => {
        const row = await lockSubscription(unit, subscription, subscription.id);
        if (row) await recordDueSteps(world, unit, row);
      });
      result.advanced += 1;
    } catch (error) {
      result.failed += 1;
      world.log.error(
        { err: error, subscription: subscription.id },
        "A subscription could not be advanced; it is tried again.",
      );
    }
  }
  return result;
}
