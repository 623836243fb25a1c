import { Prisma } from "@/lib/db/client";
import { assigned, inserted } from "@/lib/db/columns";
import type { PeriodKind } from "@/lib/db/generated/enums";
import { type ProductRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import type { CarriedDiscount } from "@/lib/domain/discount";
import { noPending } from "@/lib/domain/plan-change";
import {
  dueSteps,
  nextDueAt,
  type Period,
  type Step,
  type SubscriptionFacts,
} from "@/lib/domain/subscription";
import type { Caller, Unit } from "@/lib/services/core/world";
import { dropReminders } from "@/lib/services/notify/messages/notify-subscriber";
import { type Ended, endedNow, freshEnd, type Ladder, tellEnded } from "../reminders/ladder";
import { endConsent, type freshTries, renewedByHand } from "../renewal/renewing";
import { publishStep } from "./publish";

/**
 * Records every transition that has come due, in order and at its true instant, and publishes each one's event. The
 * subscriber is notified once, of the last of them.
 */
export async function recordDueSteps(unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  const steps = dueSteps(row, unit.now);
  let current = row;
  let ended: Ended | null = null;
  for (const step of steps) {
    const isTold = step === steps.at(-1) && steps.some(({ event }) => event);
    if (isTold) ended = await endedNow(unit, { ...current, ...step.to });
    current = await recordStep(unit, current, step, ended?.ladder);
  }
  if (ended) await tellEnded(unit, current, ended);
  return current;
}

type Beside = Partial<
  Ladder &
    CarriedDiscount & {
      paymentsCount: number;
      totalPaidMinor: bigint;
      cancelReason: string | null;
    } & PlanScalars
> &
  Partial<Tries>;

/** The columns that say which plan is true when. */
type PlanScalars = Pick<
  SubscriptionRow,
  | "productId"
  | "amountMinor"
  | "previousProductId"
  | "previousInterval"
  | "previousAmountMinor"
  | "pendingProductId"
  | "pendingInterval"
  | "pendingAmountMinor"
>;

/** The columns of the tries that a new end begins anew, and those that go with the consent. */
type Tries = ReturnType<typeof freshTries> & Partial<typeof renewedByHand>;

/** The columns that one step changes. */
type Changes = Beside & Step["to"] & Pick<SubscriptionRow, "nextDueAt" | "eventSequence" | "updatedAt">;

/**
 * Stores one step of a locked subscription and, when it has an event, writes it to the outbox. `beside`: columns that
 * change with it.
 */
export function recordStep(
  unit: Unit,
  row: SubscriptionRow,
  step: Step,
  beside: Beside = {},
): Promise<SubscriptionRow> {
  const changes = changesOf(unit, row, step, beside);
  storeSubscription(unit, row, changes);
  if (changes.renewalMode === "manual") endConsent(unit, row, step.to.status ?? "cancelled");
  return publishStep(unit, row, step, changes);
}

function changesOf({ now }: Unit, row: SubscriptionRow, step: Step, beside: Beside): Changes {
  const facts: SubscriptionFacts = { ...row, ...step.to };
  const isOver = facts.status === "cancelled" || facts.status === "expired";
  return {
    ...beside,
    ...step.to,
    // Whoever cancels has not chosen what the next payment buys.
    ...(facts.status === "cancelled" ? noPending : {}),
    // A cancelled or expired subscription gets no renewal reminders, and what its payer agreed to is over.
    ...(isOver ? { nextReminderAt: null } : {}),
    ...(isOver && row.renewalMode !== "manual" ? renewedByHand : {}),
    nextDueAt: nextDueAt(facts),
    eventSequence: row.eventSequence + (step.event ? 1 : 0),
    updatedAt: now,
  };
}

/** Stores columns of a locked subscription, without waiting for it. */
export function storeSubscription(
  { tx }: Unit,
  { id }: { id: string },
  changes: Parameters<typeof assigned>[0],
): void {
  tx.$send(Prisma.sql`UPDATE subscriptions SET ${assigned(changes)} WHERE id = ${id}`);
}

/** The subscription that this press of the button already paid for, or null. */
export async function findPaid(
  unit: Unit,
  scope: { storeId: number; livemode: boolean },
  paymentKey: string | null,
): Promise<SubscriptionRow | null> {
  if (paymentKey === null) return null;
  const period = await unit.tx.subscriptionPeriod.findFirst({
    where: { storeId: scope.storeId, livemode: scope.livemode, paymentKey },
    include: { subscription: { include: subscriptionInclude } },
  });
  return period?.subscription ?? null;
}

/** Writes a subscription at what its product costs now, before its first period. */
export function createSubscription(
  { tx, now }: Unit,
  { storeId, accountId, livemode }: Pick<Caller, "storeId" | "accountId" | "livemode">,
  product: ProductRow,
  facts: SubscriptionFacts,
  more: Pick<SubscriptionRow, "id" | "customerId" | "ref"> & Partial<CarriedDiscount>,
): Promise<SubscriptionRow> {
  return tx.subscription.create({
    data: {
      ...{ ...facts, ...more, storeId, accountId, livemode },
      ...{ productId: product.id, currency: product.currency },
      // What it costs afterwards, whatever the product costs then.
      amountMinor: product.salePriceMinor ?? product.priceMinor,
      ...{ paymentsCount: 0, totalPaidMinor: 0n, nextDueAt: nextDueAt(facts) },
      ...{ createdAt: now, updatedAt: now },
    },
    include: subscriptionInclude,
  });
}

/** What a period costs at its list price, and what is taken off: an order takes the rest. */
export interface Price {
  listMinor: bigint;
  discountMinor: bigint;
}

/** Days that were given cost nothing. */
export const noPrice: Price = { listMinor: 0n, discountMinor: 0n };

/** One period more, and how it came. */
export interface NewPeriod {
  kind: PeriodKind;
  period: Period;
  step: Step;
  price: Price;
  /** What is left of a discount after it, where that changes. */
  discount?: Partial<CarriedDiscount>;
  paymentKey: string | null;
  /** Live only: the order that brought it, and the attempt that paid for it. A free one has no attempt. */
  paidBy?: { orderId: number; attemptId: string | null };
  /** `changesOfPeriod`, where the subscription was written with them. */
  written?: Changes;
}

/**
 * Adds one period to a locked subscription: unique keys refuse a payment that was counted before. The reminders start
 * again for the new end.
 */
export async function recordPeriod(
  unit: Unit,
  row: SubscriptionRow,
  added: NewPeriod,
): Promise<SubscriptionRow> {
  const { kind, price, paidBy, paymentKey } = added;
  const period = {
    storeId: row.storeId,
    livemode: row.livemode,
    subscriptionId: row.id,
    // The lock of the subscription keeps others from taking the same number.
    number: Prisma.sql`(SELECT coalesce(max(number), 0) + 1 FROM subscription_periods WHERE subscription_id = ${row.id})`,
    kind: Prisma.sql`${kind}::period_kind`,
    startsAt: added.period.start,
    endsAt: added.period.end,
    interval: Prisma.sql`${added.step.to.interval ?? row.interval}::billing_interval`,
    currency: row.currency,
    paidMinor: paidOf(price),
    ...price,
    paidAt: added.step.at,
    paymentKey,
    ...(paidBy ? { orderId: paidBy.orderId, attemptId: paidBy.attemptId ?? undefined } : {}),
  };
  unit.tx.$send(Prisma.sql`INSERT INTO subscription_periods ${inserted(period)}`);
  // Before the first event there were no reminders, unless it was moved in: of that nobody is told.
  if (row.livemode && (row.eventSequence > 0 || row.importedFrom !== null)) await dropReminders(unit, row);
  const changes = added.written ?? (await changesOfPeriod(unit, row, added));
  if (!added.written) storeSubscription(unit, row, changes);
  return publishStep(unit, row, added.step, changes);
}

/** The columns of a subscription that one period more changes. Only what was paid for counts as a payment. */
export async function changesOfPeriod(
  unit: Unit,
  row: SubscriptionRow,
  { kind, step, price, discount = {} }: Pick<NewPeriod, "kind" | "step" | "price" | "discount">,
): Promise<Changes> {
  const store = await unit.store(row.storeId);
  const counted = {
    paymentsCount: row.paymentsCount + 1,
    totalPaidMinor: row.totalPaidMinor + paidOf(price),
  };
  return changesOf(unit, row, step, {
    ...(kind === "paid" ? counted : {}),
    ...discount,
    ...freshEnd(row, step.to, store, unit.now),
  });
}

function paidOf({ listMinor, discountMinor }: Price): bigint {
  return listMinor - discountMinor;
}
