import type { Prisma } from "@/lib/db/client";
import { insertedAll } from "@/lib/db/columns";
import type { SubscriptionRow } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";

/**
 * Why a subscription costs what it costs from now on. `plan`: what its product cost when it began. `change`: another plan.
 * `discount`: one was redeemed, given or taken away. `moved`: as it was moved in.
 */
export type PriceReason = "plan" | "change" | "discount" | "moved";

type Priced = Pick<
  SubscriptionRow,
  "id" | "storeId" | "livemode" | "productId" | "interval" | "currency" | "amountMinor"
> &
  Partial<Pick<SubscriptionRow, "discountId" | "discountPeriodsLeft">>;

/**
 * Writes down what subscriptions cost from now on, why, and whose act that was: no price is there that nothing explains.
 * Of live ones alone: nobody pays in test mode.
 */
export function recordPrices(
  { tx, now }: Pick<Unit, "tx" | "now">,
  rows: readonly Priced[],
  why: PriceReason,
  actor: string,
): void {
  const live = rows.filter(({ livemode }) => livemode);
  if (live.length > 0) tx.$send(pricesOf(live, why, actor, now));
}

/** The statement that does it, for who has another one to send with it. */
export function pricesOf(
  rows: readonly Priced[],
  why: PriceReason,
  actor: string,
  createdAt: Date,
): Prisma.Sql {
  const prices = rows.map((row) => {
    const { id, storeId, livemode, productId, interval, currency, amountMinor, discountId = null } = row;
    const priced = { storeId, livemode, subscriptionId: id, productId, interval, currency, amountMinor };
    const discountPeriods = row.discountPeriodsLeft ?? null;
    return { ...priced, discountId, discountPeriods, why, actor, createdAt };
  });
  return insertedAll("subscription_prices", prices);
}
