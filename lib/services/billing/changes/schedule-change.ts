import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { comingChange, noPending } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { voidSubscriptionOrders } from "../orders/call-off";
import { retellRenewal } from "../renewal/notice";
import { lockSubscription, recordDueSteps } from "../subscriptions/record";
import { type ChangeQuote, quoteChange } from "./quote-change";
import { changeShown } from "./shown";

/**
 * Chooses what the next payment buys, at the price of now: nothing is paid, and the plan that runs stays until its time is
 * over. Throws NotFound, Changed, as `quoteChange` does, and `not_changeable` where the change is one that happens now.
 */
export async function scheduleChange(
  world: World,
  caller: Caller,
  id: string,
  productId: number,
): Promise<{ quote: ChangeQuote; row: SubscriptionRow }> {
  permit(caller, "subscription.change_plan");
  return transact(world, async (unit) => {
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    const row = await recordDueSteps(world, unit, locked);
    const quote = await quoteChange(unit.tx, row, productId, unit.now);
    requireShown(world, caller, `change/${id}`, changeShown(quote));
    if (quote.kind === "now") throw new Refusal("not_changeable");
    const { to, from } = quote;
    const pending = {
      pendingProductId: to.product.id,
      pendingInterval: to.interval,
      pendingAmountMinor: to.amountMinor,
    };
    await unit.tx.subscription.update({ where: { id }, data: { ...pending, updatedAt: unit.now } });
    await unit.audit(caller, {
      action: "subscription.change_chosen",
      target: `subscription:${id}`,
      details: { from: from.product.id, to: to.product.id },
    });
    const chosen = { ...row, ...pending, pendingProduct: to.product };
    await retellRenewal(world, unit, chosen);
    return { quote, row: chosen };
  });
}

/**
 * The next payment buys the plan that there is, as before. Unpaid orders for the other one are void. Repeating it changes
 * nothing. Throws NotFound, and Refusal `not_changeable` where the change is paid for.
 */
export async function undoChange(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  permit(caller, "subscription.change_plan");
  return transact(world, async (unit) => {
    const found = await unit.tx.subscription.findFirst({
      where: { id, storeId: caller.storeId, livemode: caller.livemode },
      include: subscriptionInclude,
    });
    if (!found) throw new NotFound();
    const coming = comingChange(found, unit.now);
    if (coming?.isPaid) throw new Refusal("not_changeable");
    if (!coming) return found;
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    const row = await recordDueSteps(world, unit, locked);
    if (comingChange(row, unit.now)?.isPaid) throw new Refusal("not_changeable");
    await unit.tx.subscription.update({ where: { id }, data: { ...noPending, updatedAt: unit.now } });
    await unit.audit(caller, { action: "subscription.change_undone", target: `subscription:${id}` });
    const kept = { ...row, ...noPending, pendingProduct: null };
    await retellRenewal(world, unit, kept);
    return kept;
  });
}
