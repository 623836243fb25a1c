import type { World } from "@/lib/services/core/world";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";

/**
 * What is wrong with the books and what hangs on them, one sentence each; empty when they are right. All that must
 * always be true, of every store: see lib/services/desk/invariants.
 */
export async function checkLedger(world: Pick<World, "pool" | "clock">): Promise<string[]> {
  return checkInvariants(world);
}
