import type { SubscriptionRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { nextPlan } from "@/lib/domain/plan-change";
import { nextTryAt } from "@/lib/domain/renewal-plan";
import { timestampOrNull } from "@/lib/resources/event";
import { cardOf, cardText, subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Channel, Unit, World } from "@/lib/services/core/world";
import { channelsTo, notify } from "@/lib/services/notify/messages/notify";
import { daytime } from "../reminders/ladder";
import { letsRenew, renewalTotal, renewingOf } from "./renewing";

/** What a payer is told about a subscription that renews by itself. */
export type RenewalKind =
  | "renewal_notice_prompt"
  | "renewal_notice_charge"
  | "renewal_price_changed"
  | "renewal_failed_again"
  | "renewal_failed_last"
  | "renewal_needs_payer"
  | "renewal_refused_off"
  | "renewal_disputed_off"
  | "card_ends"
  | "card_over";

/**
 * Sends one message, in the daytime, with the manage link, if no other is given. `fact` makes it unique; `day` is the day
 * that it names. Returns by which channels it goes.
 */
export async function notifyRenewal(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  kind: RenewalKind,
  fact: string,
  { day, link, totalMinor }: { day?: Date; link?: string; totalMinor?: bigint } = {},
): Promise<Channel[]> {
  if (!row.livemode) return [];
  const store = await unit.store(row.storeId);
  const to = row.customer;
  const at = day ?? nextTryAt(renewingOf(row, store), unit.now) ?? unit.now;
  const card = cardOf(row.renewalCard);
  await notify(world, unit, {
    store,
    to,
    kind,
    values: {
      plan: nextPlan(row).product.name,
      amount: {
        minor: totalMinor ?? renewalTotal(store, row, row.renewalNetwork),
        currency: row.currency,
      },
      destination: card ? cardText(card) : (row.renewalPhone ?? ""),
      due: civilDateIn(at, store.timeZone),
      access: row.graceEndsAt,
      link: link ?? manageUrl(world, row),
    },
    objectId: row.id,
    key: `${kind}/${row.id}/${fact}`,
    notBefore: daytime(unit.now, store.timeZone),
  });
  return channelsTo(store, to, kind);
}

/** What `subscription.renewal_failed` says of the attempt. */
export interface FailedTry {
  reason: string;
  nextTryAt: Date | null;
  /** Where the payer can go on with it; else their manage page. */
  link?: string;
}

/** Publishes that renewing by itself was switched, or that a try failed. Returns the row with the number of the event. */
export async function publishRenewal(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  failed?: FailedTry,
): Promise<SubscriptionRow> {
  const updated = { ...row, eventSequence: row.eventSequence + 1 };
  const { eventSequence } = updated;
  await unit.tx.subscription.update({ where: { id: row.id }, data: { eventSequence }, select: { id: true } });
  const url = manageUrl(world, updated);
  unit.emit({
    type: failed ? "subscription.renewal_failed" : "subscription.renewal_changed",
    storeId: row.storeId,
    livemode: row.livemode,
    objectId: row.id,
    sequence: eventSequence,
    dedupeKey: `${row.id}/${eventSequence}`,
    at: unit.now,
    data: {
      ...subscriptionEventData(updated, unit.now, url, null),
      ...(failed
        ? {
            attempt: {
              reason: failed.reason,
              next_try_at: timestampOrNull(failed.nextTryAt),
              action_url: failed.link ?? url,
            },
          }
        : {}),
    },
  });
  return updated;
}

/** Whether a try is to come, for pages. */
export function comingTryAt(
  row: SubscriptionRow,
  store: Parameters<typeof letsRenew>[0] & { timeZone: string },
  now: Date,
): Date | null {
  return letsRenew(store) ? nextTryAt(renewingOf(row, store), now) : null;
}
