import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";

const reasonMaxLength = 500;

/**
 * Keeps why somebody cancelled, in the log of acts, in their own words. False, and nothing kept, when they wrote nothing
 * or the subscription is not cancelled.
 */
export async function publishCancelReason(
  world: World,
  caller: Caller,
  id: string,
  text: string,
): Promise<boolean> {
  const reason = text.replaceAll("\0", "").trim().slice(0, reasonMaxLength);
  if (reason === "") return false;
  const { storeId, livemode, accountId, actor } = caller;
  return transact(world, async (unit) => {
    const found = await unit.tx.subscription.findFirst({
      where: { id, storeId, livemode, cancelledAt: { not: null } },
      select: { id: true },
    });
    if (!found) return false;
    await unit.audit({ accountId, storeId, actor, action: "subscription.cancel_reason", target: id, reason });
    return true;
  });
}
