import { payoutReturned } from "@/lib/domain/posting";
import { Invalid, say } from "@/lib/domain/refusal";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";

/**
 * Cancels a payout that waits for the operator's account and returns it to the wallet: it was never sent, or the rail
 * refused it for good. Owner only. Throws Invalid on `form` when it may be on its way.
 */
export const cancelPayout = verb("payout.request", async (unit, seller: Seller, id: string) => {
  const { storeId } = seller;
  const payout = await unit.lock("payouts", { id, storeId });
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
