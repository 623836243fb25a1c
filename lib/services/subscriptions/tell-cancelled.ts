import type { SubscriptionRow } from "@/lib/db/rows";
import { formatMoney } from "@/lib/domain/money";
import { accessEndsAt } from "@/lib/domain/subscription";
import type { Unit } from "../unit";
import type { World } from "../world";
import { manageUrl } from "./manage-token";

/** spec, States: cancelling tells the subscriber by e-mail. Without an address there is nobody to tell this way. */
export async function tellCancelled(world: World, unit: Unit, row: SubscriptionRow): Promise<void> {
  if (!row.customer.email) return;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: row.storeId } });
  const endsAt = accessEndsAt(row);
  const zone = { dateStyle: "long", timeStyle: "short", timeZone: store.timeZone } as const;
  const ends = `${new Intl.DateTimeFormat("en-GB", zone).format(endsAt)} (${store.timeZone})`;
  const access = endsAt > unit.now ? `You keep your access until ${ends}.` : "Your access has ended.";
  await unit.queueMessage({
    accountId: row.accountId,
    storeId: row.storeId,
    channel: "email",
    recipient: row.customer.email,
    template: "subscription_cancelled",
    subject: `${store.name}: your subscription to ${row.product.name} is cancelled`,
    body: [
      `Hello ${row.customer.name},`,
      `Your subscription to ${row.product.name} (${formatMoney({ minor: row.amountMinor, currency: row.currency })} each period) at ${store.name} is cancelled. It will not renew. ${access}`,
      `To start again: ${manageUrl(world, row)}`,
    ].join("\n\n"),
    dedupeKey: `subscription_cancelled/${row.id}/${row.eventSequence}`,
  });
}
