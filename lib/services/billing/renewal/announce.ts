import type { StandingOrder } from "@/lib/db/generated/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import { civilDateIn, instantAt } from "@/lib/domain/civil-date";
import { nextAmountMinor } from "@/lib/domain/discount";
import { nextPlan } from "@/lib/domain/plan-change";
import { isBeyond, nextTryAt } from "@/lib/domain/renewal-plan";
import { nextOrderDay, type OrderTerms } from "@/lib/domain/standing-order";
import { timestampOrNull } from "@/lib/resources/event";
import { cardOf, cardText } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Channel, Unit } from "@/lib/services/core/world";
import { notify, waysTo } from "@/lib/services/notify/messages/notify";
import type { RenewalKind } from "@/lib/services/notify/messages/notify-subscriber";
import { daytime } from "../reminders/ladder";
import { emitSubscription } from "../subscriptions/publish";
import { letsRenew, renewalTotal, renewingOf } from "./renewing";

/**
 * Sends one message, in the daytime, with the manage link, if no other is given. `fact` makes it unique; `day` is the day
 * that it names. Returns by which channels it goes.
 */
export async function notifyRenewal(
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
  await notify(unit, {
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
      link: link ?? manageUrl(unit.world, row),
    },
    objectId: row.id,
    key: `${kind}/${row.id}/${fact}`,
    notBefore: daytime(unit.now, store.timeZone),
  });
  return waysTo(store, to, kind).map(({ channel }) => channel);
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
  unit: Unit,
  row: SubscriptionRow,
  failed?: FailedTry,
): Promise<SubscriptionRow> {
  const updated = { ...row, eventSequence: row.eventSequence + 1 };
  const { eventSequence } = updated;
  await unit.tx.subscription.update({ where: { id: row.id }, data: { eventSequence }, select: { id: true } });
  if (!failed) emitSubscription(unit, updated, "subscription.renewal_changed");
  else {
    const { reason, nextTryAt, link = manageUrl(unit.world, updated) } = failed;
    const attempt = { reason, next_try_at: timestampOrNull(nextTryAt), action_url: link };
    emitSubscription(unit, updated, "subscription.renewal_failed", { more: { attempt } });
  }
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

type Consented = Parameters<typeof isBeyond>[0];

/** A higher amount than was announced has as many days of its own. */
const noticeMs = 3 * 24 * 60 * 60_000;

/**
 * Whether so much may be taken now, by what the payer agreed to and was told. `beyond`: it is more than they agreed to, or
 * comes round more often. `untold`: it is more than they were told for this end. `wait`: they were told, and its days are
 * not over. Where nothing could be told for this end, what they agreed to is what they know. The subscription is locked.
 */
export async function maySchedule(
  { tx, now }: Unit,
  row: SubscriptionRow,
  asked: Parameters<typeof isBeyond>[1],
): Promise<"take" | "beyond" | "untold" | { waitUntil: Date }> {
  const found = await tx.$queryRaw<(Consented & { amountMinor: bigint | null; takenFrom: Date })[]>`
    SELECT c.cap_minor AS "capMinor", c.interval, n.amount_minor AS "amountMinor", n.taken_from AS "takenFrom"
    FROM renewal_consents c LEFT JOIN renewal_notices n
      ON n.subscription_id = ${row.id} AND n.consent_id = c.id AND n.renewal_end = ${row.currentPeriodEnd}
    WHERE c.id = ${row.renewalConsentId ?? 0n} AND c.ended_at IS NULL ORDER BY n.id`;
  const [consent] = found;
  if (!consent || isBeyond(consent, asked)) return "beyond";
  const told = found.flatMap(({ amountMinor, takenFrom }) =>
    amountMinor === null ? [] : [{ amountMinor, takenFrom }],
  );
  const enough = told.filter(({ amountMinor }) => amountMinor >= asked.totalMinor);
  const [first] = enough.sort((a, b) => a.takenFrom.getTime() - b.takenFrom.getTime());
  if (!first) return told.length === 0 ? "take" : "untold";
  return first.takenFrom <= now ? "take" : { waitUntil: first.takenFrom };
}

/**
 * Tells the payer three days before what will be taken, and from where; or that it is above what they agreed to, so that
 * nothing is taken until they agree anew.
 */
export async function notifyOfRenewal(unit: Unit, row: SubscriptionRow): Promise<void> {
  const asked = await askedOf(unit, row);
  if ((await maySchedule(unit, row, asked)) !== "beyond")
    return announceRenewal(unit, row, asked.totalMinor, unit.now);
  await notifyRenewal(unit, row, "renewal_price_changed", row.currentPeriodEnd.toISOString());
}

/** What the next renewal takes, and how often it comes round then. Whoever pays unasked bears no charges. */
export async function askedOf(unit: Unit, row: SubscriptionRow) {
  const store = await unit.store(row.storeId);
  const isOrdered = row.renewalMode === "standing_order";
  const totalMinor = isOrdered ? nextAmountMinor(row) : renewalTotal(store, row, row.renewalNetwork);
  return { totalMinor, interval: nextPlan(row).interval };
}

const noticeKinds = {
  prompt: "renewal_notice_prompt",
  charge: "renewal_notice_charge",
  standing_order: "renewal_notice_order",
} as const;

/** Tells the payer what will be taken for this end, and writes down that they were told. */
async function announceRenewal(
  unit: Unit,
  row: SubscriptionRow,
  amountMinor: bigint,
  takenFrom: Date,
): Promise<void> {
  const { id, storeId, livemode, currency, currentPeriodEnd, renewalConsentId: consentId } = row;
  if (consentId === null || row.renewalMode === "manual") return;
  const store = await unit.store(storeId);
  const nextAt = nextTryAt(renewingOf(row, store), takenFrom) ?? takenFrom;
  const ordered = row.renewalMode === "standing_order" ? await orderDueAt(unit, row) : null;
  const dueAt = ordered ?? nextAt;
  const kind = noticeKinds[row.renewalMode];
  const fact = `${currentPeriodEnd.toISOString()}/${amountMinor}`;
  const channels = await notifyRenewal(unit, row, kind, fact, { day: dueAt, totalMinor: amountMinor });
  await unit.tx.renewalNotice.create({
    data: {
      ...{ storeId, livemode, subscriptionId: id, consentId, renewalEnd: currentPeriodEnd },
      ...{ amountMinor, currency, dueAt, takenFrom, channels, createdAt: unit.now },
    },
  });
}

/** At noon of the day on which its standing order pays next. */
async function orderDueAt(unit: Unit, row: SubscriptionRow): Promise<Date | null> {
  const { timeZone } = await unit.store(row.storeId);
  const order = await unit.tx.standingOrder.findFirst({
    where: { subscriptionId: row.id, status: "active" },
    orderBy: { createdAt: "desc" },
  });
  if (!order) return null;
  const day = nextOrderDay(termsOf(order), civilDateIn(unit.now, timeZone));
  return day === null ? null : instantAt(day, 12, timeZone);
}

/** The terms of an order as they are stored. */
export function termsOf(order: Pick<StandingOrder, "interval" | "firstOn" | "lastOn">): OrderTerms {
  const { interval, firstOn, lastOn } = order;
  return { interval, first: civilDateIn(firstOn, "UTC"), last: civilDateIn(lastOn, "UTC") };
}

/**
 * The price rose after it was announced: the payer is told anew, with days of their own, as far as there is a try after
 * them. False where there is none: then they agree anew, or pay by hand.
 */
export async function announceAnew(unit: Unit, row: SubscriptionRow, totalMinor: bigint): Promise<boolean> {
  const takenFrom = new Date(unit.now.getTime() + noticeMs);
  if (!nextTryAt(renewingOf(row, await unit.store(row.storeId)), takenFrom)) return false;
  await announceRenewal(unit, row, totalMinor, takenFrom);
  return true;
}
