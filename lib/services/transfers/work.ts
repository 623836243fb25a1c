import { workPayout } from "../payouts/work";
import { workRefund } from "../refunds/work";
import type { World } from "../world";
import { claimDue, nextDue, type TransferTable } from "./claim";

const batchMax = 50;
const atOnceMax = 8;

const workers: Record<TransferTable, (world: World, id: string) => Promise<boolean>> = {
  refunds: workRefund,
  payouts: workPayout,
};

/**
 * Sends the refunds and payouts that nobody has sent yet and asks the rails for those under way. Safe to miss, to
 * repeat, or to run many times at once: one worker at a time has a transfer.
 */
export async function workTransfers(
  world: World,
): Promise<{ delivered: number; failed: number; nextDueAt: Date | null }> {
  await world.rails.sandbox?.deliverDue();
  const result = { delivered: 0, failed: 0 };
  const due: [TransferTable, string][] = [];
  for (const table of ["refunds", "payouts"] as const)
    for (const id of await claimDue(world, table, batchMax)) due.push([table, id]);
  const worker = async () => {
    for (let next = due.pop(); next; next = due.pop()) {
      const [table, id] = next;
      try {
        if (await workers[table](world, id)) result.delivered += 1;
      } catch (error) {
        result.failed += 1;
        world.log.error({ err: error, [table]: id }, "A transfer could not be worked on; it is tried again.");
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, due.length) }, worker));
  const next = await Promise.all([nextDue(world, "refunds"), nextDue(world, "payouts")]);
  const times = next.filter((at) => at !== null).map((at) => at.getTime());
  return { ...result, nextDueAt: times.length > 0 ? new Date(Math.min(...times)) : null };
}
