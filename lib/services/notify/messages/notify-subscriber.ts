import type { SubscriptionRow } from "@/lib/db/rows";
import { accessEndsAt } from "@/lib/domain/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Channel, Unit, World } from "@/lib/services/core/world";
import { notify, notifyBy } from "./notify";

/** The messages to a subscriber about the end of paid time, and about cancelling. */
export type SubscriberKind =
  | "renewal_seven_days"
  | "renewal_three_days"
  | "renewal_one_day"
  | "renewal_end_day"
  | "renewal_last_grace_day"
  | "grace_started"
  | "access_ended"
  | "subscription_cancelled"
  | "subscription_cancelled_at_once";

/**
 * Sends one message to the subscriber, with the manage link. `fact` makes the message unique: the period's end, or the
 * event's number. Nothing for test subscriptions (spec, Test mode behaviour).
 */
export async function notifySubscriber(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  kind: SubscriberKind,
  fact: string | number,
  notBefore?: Date,
): Promise<void> {
  if (!row.livemode) return;
  const store = await unit.store(row.storeId);
  const customer = await unit.tx.customer.findUniqueOrThrow({
    where: { id: row.customerId },
    select: { name: true, email: true, phone: true, language: true },
  });
  const access = accessEndsAt(row);
  await notify(world, unit, {
    store,
    to: customer,
    kind,
    values: {
      plan: row.product.name,
      amount: { minor: row.amountMinor, currency: row.currency },
      end: kind === "access_ended" ? access : row.currentPeriodEnd,
      access,
      link: manageUrl(world, row),
    },
    objectId: row.id,
    key: `${kind}/${row.id}/${fact}`,
    ...(notBefore ? { notBefore } : {}),
  });
}

const ladder = [
  "renewal_seven_days",
  "renewal_three_days",
  "renewal_one_day",
  "renewal_end_day",
  "renewal_last_grace_day",
  "grace_started",
  "access_ended",
] as const satisfies readonly SubscriberKind[];

/** After a payment or a cancellation, removes waiting reminders from the outbox, except one that is being sent now. */
export async function dropReminders(unit: Unit, row: { storeId: number; id: string }): Promise<void> {
  await unit.tx.message.deleteMany({
    where: {
      storeId: row.storeId,
      objectId: row.id,
      template: { in: [...ladder] },
      status: "queued",
      OR: [{ leasedUntil: null }, { leasedUntil: { lte: unit.now } }],
    },
  });
}

/**
 * Sends the six digits that prove a new phone or e-mail, only to that address. `id` is the request's. The subscriber of
 * a test subscription gets none (spec, Test mode behaviour).
 */
export async function notifyContactCode(
  world: World,
  unit: Unit,
  request: {
    id: bigint;
    storeId: number;
    livemode: boolean;
    subscriptionId: string;
    channel: Channel;
    /** The new address itself. */
    recipient: string;
    code: string;
    minutes: number;
    language: string | null;
  },
): Promise<void> {
  if (!request.livemode) return;
  const { code, channel, recipient } = request;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: request.storeId } });
  const notification = {
    store,
    to: { name: "", email: null, phone: null, language: request.language },
    kind: "contact_code" as const,
    values: { code, minutes: String(request.minutes) },
    objectId: request.subscriptionId,
    key: `contact_code/${request.id}`,
  };
  await notifyBy(world, unit, notification, channel, recipient);
}
