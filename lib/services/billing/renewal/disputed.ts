import type { Unit, World } from "@/lib/services/core/world";
import { lockSubscription } from "../subscriptions/record";
import { endRenewal } from "./change";

/**
 * A bank asks about a payment that nobody pressed for: nothing more is taken by itself. The dispute has a task of its
 * own. Under the lock of the attempt and its order.
 */
export async function endDisputedRenewal(
  world: World,
  unit: Unit,
  attempt: { storeId: number; initiator: string; renewalOf: string | null },
): Promise<void> {
  const { storeId, renewalOf, initiator } = attempt;
  if (initiator !== "schedule" || renewalOf === null) return;
  const row = await lockSubscription(unit, { storeId, livemode: true }, renewalOf);
  if (!row || row.renewalMode === "manual") return;
  await endRenewal(world, unit, row, "disputed");
}
