import { workThrough } from "@/lib/services/core/lease";
import type { World } from "@/lib/services/core/world";
import { workPayout } from "../payouts/work";
import { workRefund } from "../refunds/work";
import { claimDue, dueRails, nextDue, type TransferTable } from "./claim";

/** Per rail: a rail that hangs does not delay the others. */
const atOnceMax = 4;
const passMax = 50;

const workers: Record<TransferTable, (world: World, id: string) => Promise<boolean>> = {
  refunds: workRefund,
  payouts: workPayout,
};

/**
 * Sends refunds and payouts that were not sent yet, and polls those under way. Safe to miss, to repeat, or to run many
 * times at once: only one worker at a time has a transfer.
 */
export async function workTransfers(
  world: World,
): Promise<{ delivered: number; failed: number; nextDueAt: Date | null }> {
  await world.rails.sandbox?.deliverDue();
  const result = { delivered: 0, failed: 0 };
  const workTable = async (table: TransferTable) => {
    const rails = await dueRails(world, table);
    await Promise.all(rails.map((rail) => workRail(world, table, rail, result)));
  };
  await Promise.all([workTable("refunds"), workTable("payouts")]);
  const next = await Promise.all([nextDue(world, "refunds"), nextDue(world, "payouts")]);
  const times = next.filter((at) => at !== null).map((at) => at.getTime());
  return { ...result, nextDueAt: times.length > 0 ? new Date(Math.min(...times)) : null };
}

async function workRail(
  world: World,
  table: TransferTable,
  rail: string,
  result: { delivered: number; failed: number },
): Promise<void> {
  let begun = 0;
  await workThrough(
    atOnceMax,
    (limit) => claimDue(world, table, rail, limit),
    async (id) => {
      begun += 1;
      try {
        if (await workers[table](world, id)) result.delivered += 1;
      } catch (error) {
        result.failed += 1;
        world.log.error({ err: error, [table]: id }, "A transfer could not be worked on; it is tried again.");
      }
    },
    () => begun >= passMax,
  );
}
