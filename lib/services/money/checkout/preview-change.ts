import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { type ChangeQuote, quoteChange } from "@/lib/services/billing/changes/change";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Caller, World } from "@/lib/services/core/world";
import { markOfChange } from "./pages/read-change-page";

/** What changing the plan costs and brings. `paymentUrl`: where the subscriber pays for it; null where nothing is to pay. */
export interface PlannedChange {
  quote: ChangeQuote;
  paymentUrl: string | null;
}

/** What `changePlan` would do, without doing it. Throws as that does. */
export async function previewChange(
  world: World,
  caller: Caller,
  id: string,
  productId: number,
): Promise<PlannedChange> {
  const row = await world.db.subscription.findFirst({
    where: { id, storeId: caller.storeId, livemode: caller.livemode },
    include: subscriptionInclude,
  });
  if (!row) throw new NotFound();
  const quote = await quoteChange(world.db, row, productId, world.clock.now());
  return { quote, paymentUrl: quote.dueMinor > 0n ? paymentUrlOf(world, row, productId) : null };
}

/** The page on which the subscriber sees what it costs, and pays. */
function paymentUrlOf(world: World, row: SubscriptionRow, productId: number): string {
  return `${manageUrl(world, row)}/change?to=${productId}&by=${markOfChange(world, row, productId)}`;
}
