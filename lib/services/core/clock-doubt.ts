import { transact } from "./unit";
import type { World } from "./world";

/**
 * Whether the clocks forbid acting on dates now: what a wrong time records, sends or deletes cannot be taken back. Then
 * the log and a task say so. Asked before each sweep.
 */
export async function clocksInDoubt(world: World): Promise<boolean> {
  const why = (await world.clock.doubt?.()) ?? null;
  if (why === null) return false;
  const { aheadMs = 0 } = world.clock;
  world.log.error(
    { why, aheadMs },
    "The clocks cannot be trusted: nothing is recorded, reminded or deleted.",
  );
  const details = { why, seconds: Math.round(Math.abs(aheadMs) / 1000) };
  await transact(world, (unit) =>
    unit.raiseTask({ storeId: null, kind: "clock_doubt", subject: why, details }),
  );
  return true;
}
