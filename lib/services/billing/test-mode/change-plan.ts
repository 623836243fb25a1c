import type { SubscriptionRow } from "@/lib/db/rows";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { prepareNow } from "../changes/apply-change";
import { quoteChange } from "../changes/quote-change";
import { changeShown } from "../changes/shown";
import { findPaid, lockSubscription, recordDueSteps } from "../subscriptions/record";
import { recordTestChange } from "./start-subscription";

/**
 * Does in test mode what the payment for another plan does. `paymentKey` names the press, so that pressing twice changes
 * once. Throws NotFound, Changed, and as `quoteChange` does.
 */
export async function changeTestPlan(
  world: World,
  caller: Caller,
  id: string,
  { productId, paymentKey }: { productId: number; paymentKey: string | null },
): Promise<SubscriptionRow> {
  permit(caller, "subscription.change_plan");
  return transact(world, async (unit) => {
    const locked = await lockSubscription(unit, { storeId: caller.storeId, livemode: false }, id);
    if (!locked) throw new NotFound();
    if (await findPaid(unit, locked, paymentKey)) return locked;
    const row = await recordDueSteps(world, unit, locked);
    const quote = await quoteChange(unit.tx, row, productId, unit.now);
    requireShown(world, caller, `change/${id}`, changeShown(quote));
    if (quote.kind !== "now") throw new Refusal("not_changeable");
    const change = await prepareNow(unit, row, quote.to, quote.dueMinor, unit.now);
    return recordTestChange(world, unit, row, change, quote.to.amountMinor - quote.dueMinor, paymentKey);
  });
}
