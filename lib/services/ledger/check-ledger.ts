import { checkInvariants } from "../invariants/check-invariants";
import type { World } from "../world";

/**
 * What is wrong with the books and what hangs on them, one sentence each; empty when they are right. All that must
 * always be true, of every store: see lib/services/invariants.
 */
export async function checkLedger(world: Pick<World, "pool" | "clock">): Promise<string[]> {
  return checkInvariants(world);
}
