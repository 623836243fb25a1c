import { composeUuid } from "@/lib/domain/token";
import { changeShown, scheduleChange } from "@/lib/services/billing/changes/change";
import { changeTestPlan } from "@/lib/services/billing/test-mode/start-subscription";
import { sealShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { type PlannedChange, previewChange } from "./pages/read-manage-page";
import { payFree } from "./pay-free";

/**
 * Gives a subscription another plan of the same store. A change that costs nothing is made: now, where unused time pays
 * for it, or chosen for the next payment. One that costs something is made when the subscriber has paid for it on their
 * page. Throws Changed, NotFound, Invalid on `product_id`, and the Refusals of `quoteChange`.
 */
export async function changePlan(
  world: World,
  seller: Caller,
  id: string,
  productId: number,
): Promise<PlannedChange> {
  permit(seller, "subscription.change_plan");
  const planned = await previewChange(world, seller, id, productId);
  const { kind, dueMinor } = planned.quote;
  // Who saw no page agrees to what was read just now.
  const caller = { seen: sealShown(world, `change/${id}`, changeShown(planned.quote)), ...seller };
  if (kind === "at_period_end")
    return { quote: (await scheduleChange(world, caller, id, productId)).quote, paymentUrl: null };
  if (dueMinor > 0n) return planned;
  if (caller.livemode) {
    await transact(world, async (unit) => {
      await payFree({ ...world, unit }, caller, {
        id: composeUuid(world.random.bytes(16)),
        for: { kind: "subscription_change", subscriptionId: id, productId },
        payer: { name: null, email: null, phone: null },
      });
      const action = "subscription.plan_changed";
      await unit.audit(caller, { action, target: `subscription:${id}`, details: { to: productId } });
    });
  } else await changeTestPlan(world, caller, id, { productId, paymentKey: null });
  return planned;
}
