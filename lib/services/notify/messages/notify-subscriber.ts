import { Prisma } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import { lastingAmountMinor, nextAmountMinor } from "@/lib/domain/discount";
import { nextPlan, planAt } from "@/lib/domain/plan-change";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Channel, Unit } from "@/lib/services/core/world";
import type { MessageKind } from "./notices";
import { notify, notifyBy, waysTo } from "./notify";

/** The messages to a subscriber about the end of paid time. */
const reminders = [
  "renewal_asked",
  "renewal_seven_days",
  "renewal_three_days",
  "renewal_one_day",
  "renewal_end_day",
  "renewal_last_grace_day",
  "grace_started",
  "access_ended",
  "trial_three_days",
  "trial_one_day",
  "trial_end_day",
  "trial_over",
] as const satisfies readonly MessageKind[];

/** And about a renewal that comes by itself, as long as it is still to come. */
const tries = [
  "renewal_notice_prompt",
  "renewal_notice_charge",
  "renewal_notice_order",
  "renewal_price_changed",
  "renewal_failed_again",
  "renewal_failed_last",
  "renewal_needs_payer",
] as const satisfies readonly MessageKind[];

export type SubscriberKind =
  | (typeof reminders)[number]
  | "subscription_cancelled"
  | "subscription_cancelled_at_once"
  | "days_given"
  | "trial_started";

/** What a payer is told about a subscription that renews by itself. */
export type RenewalKind =
  | (typeof tries)[number]
  | "renewal_refused_off"
  | "renewal_disputed_off"
  | "card_ends"
  | "card_over";

/**
 * Sends one message to the subscriber, with the manage link. `fact` makes the message unique: the period's end, or the
 * event's number. Nothing for test subscriptions (spec, Test mode behaviour).
 */
export async function notifySubscriber(
  unit: Unit,
  row: SubscriptionRow,
  kind: SubscriberKind,
  fact: string | number,
  notBefore?: Date,
): Promise<void> {
  if (!row.livemode) return;
  await notify(unit, {
    ...(await toSubscriber(unit, row, kind, fact)),
    ...(notBefore ? { notBefore } : {}),
  });
}

async function toSubscriber(unit: Unit, row: SubscriptionRow, kind: SubscriberKind, fact: string | number) {
  const store = await unit.store(row.storeId);
  const access = accessEndsAt(row);
  // What is asked for is the price of the plan that the payment buys.
  const isAsked = asksForNext.has(kind);
  const plan = isAsked ? nextPlan(row) : planAt(row, unit.now);
  const minor = isAsked
    ? nextAmountMinor(row)
    : lastingAmountMinor({ ...row, amountMinor: plan.amountMinor });
  return {
    store,
    to: row.customer,
    kind,
    values: {
      plan: plan.product.name,
      amount: { minor, currency: row.currency },
      end: kind === "access_ended" || kind === "trial_over" ? access : row.currentPeriodEnd,
      access,
      link: manageUrl(unit.world, row),
    },
    objectId: row.id,
    key: `${kind}/${row.id}/${fact}`,
  };
}

/** Reminds a subscriber once more, at the phone where they asked for that, in words that are true by now. */
export async function remindAgain(
  unit: Unit,
  row: SubscriptionRow,
  phone: string,
  fact: string,
): Promise<void> {
  if (!row.livemode || row.cancelledAt) return;
  const isOver = row.currentPeriodEnd <= unit.now;
  const kind = !isOver ? "renewal_asked" : hasAccess(row, unit.now) ? "grace_started" : "access_ended";
  const notification = await toSubscriber(unit, row, kind, fact);
  // What it repeats is a reminder, whatever it says by now.
  if (waysTo(notification.store, { email: null, phone }, "renewal_one_day").length === 0) return;
  await notifyBy(unit, { ...notification, why: "owed" }, "sms", phone);
}

const asksForNext: ReadonlySet<MessageKind> = new Set(reminders);

/** After a payment or a cancellation, removes waiting reminders, and what an import would tell, from the outbox, except one that is being sent now. */
export function dropReminders(unit: Unit, { storeId, id }: { storeId: number; id: string }): void {
  dropRemindersOf(unit, storeId, [id]);
}

/** What a payment or a cancellation makes untrue. */
const untrueThen: readonly string[] = [...reminders, ...tries, "moved_in"];

export function asksToPay(kind: string): boolean {
  return untrueThen.includes(kind);
}

/** The same for several. */
export function dropRemindersOf(unit: Unit, storeId: number, ids: readonly string[]): void {
  unit.tx.$send(Prisma.sql`
    DELETE FROM messages WHERE store_id = ${storeId} AND object_id = ANY (${[...ids]}::text[])
      AND template = ANY (${[...untrueThen]}::text[]) AND status = 'queued'
      AND (leased_until IS NULL OR leased_until <= ${unit.now})`);
}

/**
 * Sends the six digits that prove a new phone or e-mail, only to that address. `id` is the request's. The subscriber of
 * a test subscription gets none (spec, Test mode behaviour).
 */
export async function notifyContactCode(
  unit: Unit,
  request: {
    id: bigint;
    storeId: number;
    livemode: boolean;
    /** The subscription, or the proof itself before there is one. */
    objectId: string;
    channel: Channel;
    /** The new address itself. */
    recipient: string;
    code: string;
    minutes: number;
    language: string | null;
  },
): Promise<boolean> {
  if (!request.livemode) return true;
  const { code, channel, recipient } = request;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: request.storeId } });
  const notification = {
    store,
    to: { name: "", email: null, phone: null, language: request.language },
    kind: "contact_code" as const,
    values: { code, minutes: String(request.minutes) },
    objectId: request.objectId,
    key: `proof/${request.id}`,
  };
  return notifyBy(unit, notification, channel, recipient);
}
