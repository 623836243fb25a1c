import { payoutReturned } from "@/lib/domain/posting";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { lockPayout } from "./settle";

/**
 * Cancels a payout that waits for the operator's account and returns it to the wallet: it was never sent, or the rail
 * refused it for good. Owner only. Throws Invalid on `form` when it may be on its way.
 */
export async function cancelPayout(world: World, seller: Seller, id: string): Promise<void> {
  permit(seller, "payout.request");
  await transact(world, async (unit) => {
    const { storeId } = seller;
    const own = await unit.tx.payout.findFirst({ where: { id, storeId }, select: { id: true } });
    if (!own) throw new NotFound();
    const payout = await lockPayout(unit, id);
    if (payout.status === "returned") return;
    if (payout.status !== "requested") throw new Invalid({ form: [say("payout_under_way")] });
    await unit.tx.payout.update({
      where: { id },
      data: {
        status: "returned",
        failureReason: "called_back",
        nextPollAt: null,
        completedAt: unit.now,
      },
    });
    await unit.audit(seller, { action: "payout.called_back", target: `payout:${id}` });
    const { rail, currency } = payout;
    await unit.post({ ...payoutReturned(payout), sourceId: id, storeId, rail, currency });
  });
}
