import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { lockSubscriptions, recordDueSteps } from "./record";

const batchMax = 500;
/** How many are advanced in one transaction: a payer whose subscription is among them waits a fraction of a second. */
const togetherMax = 25;

export interface AdvanceResult {
  advanced: number;
  failed: number;
  /** True when there may be more that is due already. */
  more: boolean;
}

/** Due subscriptions of one store and mode. */
interface Group {
  storeId: number;
  livemode: boolean;
  ids: string[];
}

/**
 * Records the steps that have come due and publishes them. Reads are correct without it; it exists so that events are
 * sent and rows are up to date. Subscriptions of one store share a transaction, since thousands may end in one minute;
 * if that fails, each has its own, so that one bad row does not stop the others. Safe to miss, to repeat, or to run
 * twice at once.
 */
export async function advanceDueSubscriptions(world: World): Promise<AdvanceResult> {
  const due = await world.db.subscription.findMany({
    where: { nextDueAt: { lte: world.clock.now() } },
    orderBy: { nextDueAt: "asc" },
    select: { id: true, storeId: true, livemode: true },
    take: batchMax,
  });
  const result: AdvanceResult = { advanced: 0, failed: 0, more: due.length === batchMax };
  // One after the other: two at once are no faster, and requests wait twice as long.
  for (const group of groupsOf(due)) result.failed += await failedOf(world, group);
  result.advanced = due.length - result.failed;
  return result;
}

function groupsOf(due: readonly { id: string; storeId: number; livemode: boolean }[]): Group[] {
  const groups: Group[] = [];
  for (const { id, storeId, livemode } of due) {
    const open = groups.find(
      (group) => group.storeId === storeId && group.livemode === livemode && group.ids.length < togetherMax,
    );
    if (open) open.ids.push(id);
    else groups.push({ storeId, livemode, ids: [id] });
  }
  return groups;
}

/** Advances them. Returns how many failed. */
async function failedOf(world: World, group: Group): Promise<number> {
  try {
    await advance(world, group);
    return 0;
  } catch {
    // At least one of them fails: the others are advanced without it.
    let failed = 0;
    for (const id of group.ids) if (!(await advanceAlone(world, { ...group, ids: [id] }))) failed += 1;
    return failed;
  }
}

function advance(world: World, group: Group): Promise<void> {
  return transact(world, async (unit) => {
    for (const row of await lockSubscriptions(unit, group, group.ids)) {
      await recordDueSteps(world, unit, row);
      await breathe();
    }
  });
}

/** Requests go first: the steps of 25 subscriptions would keep them waiting for 20 milliseconds. */
function breathe(): Promise<void> {
  return new Promise((go) => setImmediate(go));
}

/** False when it failed; the error is logged. */
async function advanceAlone(world: World, group: Group): Promise<boolean> {
  try {
    await advance(world, group);
    return true;
  } catch (error) {
    const [subscription] = group.ids;
    world.log.error({ err: error, subscription }, "A subscription could not be advanced; it is tried again.");
    return false;
  }
}
