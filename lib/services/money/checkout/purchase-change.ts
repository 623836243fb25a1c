import { Prisma, type Tx } from "@/lib/db/client";
import { subscriptionInclude } from "@/lib/db/rows";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { quoteChange } from "@/lib/services/billing/changes/quote-change";
import { planShown } from "@/lib/services/billing/changes/shown";
import type { Caller } from "@/lib/services/core/world";
import { blocked, type Payer } from "./customer";
import { type Purchase, plainPurchase } from "./purchase";

/**
 * Another plan for a subscription, now. Throws Refusal `not_changeable` where the change would wait for the end of the
 * paid time: nothing is paid for that.
 */
export async function changePurchase(
  tx: Tx,
  caller: Caller,
  { subscriptionId, productId }: { subscriptionId: string; productId: number },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const row = await tx.subscription.findFirst({
    where: { id: subscriptionId, storeId: caller.storeId, livemode: true },
    include: subscriptionInclude,
  });
  if (!row) throw new NotFound();
  const change = await quoteChange(tx, row, productId, now);
  if (change.kind !== "now") throw new Refusal("not_changeable");
  const [asked] = await tx.$queryRaw<{ blocked: boolean }[]>`
    SELECT ${blocked(caller, payer, Prisma.sql`${row.customerId}::int`)} AS blocked`;
  const { to, dueMinor, currency } = change;
  return {
    ...plainPurchase,
    source: "subscription",
    line: { productId, name: to.product.name, quantity: 1, unitPriceMinor: to.amountMinor },
    priceMinor: dueMinor,
    discountMinor: to.amountMinor - dueMinor,
    change,
    currency,
    interval: to.interval,
    subscriptionId,
    ref: row.ref,
    customerId: row.customerId,
    shown: planShown(to, row.currentPeriodEnd),
    isBlocked: asked?.blocked === true,
  };
}
