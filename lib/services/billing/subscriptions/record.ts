import { Prisma } from "@/lib/db/client";
import { assigned, columns, inserted, part } from "@/lib/db/columns";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import {
  changesAccess,
  dueSteps,
  nextDueAt,
  type Period,
  type Step,
  type SubscriptionFacts,
} from "@/lib/domain/subscription";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit, World } from "@/lib/services/core/world";
import { dropReminders } from "@/lib/services/notify/messages/notify-subscriber";
import { freshLadder, type Ladder, notifyEnded } from "../reminders/ladder";

/** Locks one subscription and reads it. Null when it does not exist in this store and mode. */
export async function lockSubscription(
  unit: Unit,
  scope: { storeId: number; livemode: boolean },
  id: string,
): Promise<SubscriptionRow | null> {
  const [row = null] = await lockSubscriptions(unit, scope, [id]);
  return row;
}

const asked = Prisma.join([
  columns("subscription", Prisma.SubscriptionScalarFieldEnum, "subscription"),
  columns("product", { id: "", name: "" }, "product"),
  columns("customer", { id: "", name: "", email: "", phone: "" }, "customer"),
]);

/** The same for several of one store and mode, in the order of their ids; missing ones are left out. */
export async function lockSubscriptions(
  unit: Unit,
  scope: { storeId: number; livemode: boolean },
  ids: readonly string[],
): Promise<SubscriptionRow[]> {
  const rows = await unit.tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${asked} FROM subscriptions subscription
    JOIN products product ON product.id = subscription.product_id
    JOIN customers customer ON customer.id = subscription.customer_id
    WHERE subscription.id = ANY (${[...ids]}::text[]) AND subscription.store_id = ${scope.storeId}
      AND subscription.livemode = ${scope.livemode}
    ORDER BY subscription.id FOR UPDATE OF subscription`;
  return rows.map((row) => ({
    ...part<SubscriptionRow>(row, "subscription"),
    product: part(row, "product"),
    customer: part(row, "customer"),
  }));
}

/**
 * Records every transition that has come due, in order and at its true instant, and publishes each one's event. The
 * subscriber is notified once, of the last of them.
 */
export async function recordDueSteps(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const steps = dueSteps(row, unit.now);
  let current = row;
  for (const step of steps) current = await recordStep(world, unit, current, step);
  return steps.some((step) => step.event) ? notifyEnded(world, unit, current) : current;
}

type Beside = Partial<
  Ladder & { paymentsCount: number; totalPaidMinor: bigint; cancelReason: string | null }
>;

/** The columns that one step changes. */
type Changes = Beside & Step["to"] & Pick<SubscriptionRow, "nextDueAt" | "eventSequence" | "updatedAt">;

/**
 * Stores one step of a locked subscription and, when it has an event, writes it to the outbox. `beside`: columns that
 * change with it.
 */
export function recordStep(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  step: Step,
  beside: Beside = {},
): Promise<SubscriptionRow> {
  const changes = changesOf(unit, row, step, beside);
  store(unit, row, changes);
  return publishStep(world, unit, row, step, changes);
}

function changesOf({ now }: Unit, row: SubscriptionRow, step: Step, beside: Beside): Changes {
  const facts: SubscriptionFacts = { ...row, ...step.to };
  return {
    ...beside,
    ...step.to,
    // A cancelled or expired subscription gets no renewal reminders.
    ...(facts.status === "cancelled" || facts.status === "expired" ? { nextReminderAt: null } : {}),
    nextDueAt: nextDueAt(facts),
    eventSequence: row.eventSequence + (step.event ? 1 : 0),
    updatedAt: now,
  };
}

function store({ tx }: Unit, { id }: SubscriptionRow, changes: Changes): void {
  tx.$send(Prisma.sql`UPDATE subscriptions SET ${assigned(changes)} WHERE id = ${id}`);
}

async function publishStep(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  step: Step,
  changes: Changes,
): Promise<SubscriptionRow> {
  const updated = { ...row, ...changes };
  if (step.event) {
    unit.emit({
      type: step.event,
      storeId: row.storeId,
      livemode: row.livemode,
      objectId: row.id,
      sequence: updated.eventSequence,
      dedupeKey: `${row.id}/${updated.eventSequence}`,
      at: step.at,
      data: subscriptionEventData(updated, step.at, manageUrl(world, updated), step.previousStatus),
    });
  }
  if (changesAccess(row, step)) await publishAccess(world, unit, updated, step);
  return updated;
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

/**
 * Adds one period for one payment: its unique keys refuse a payment that was counted before. The reminders start again
 * for the new end.
 */
export async function recordPayment(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  payment: {
    period: Period;
    step: Step;
    amountMinor: bigint;
    paymentKey: string | null;
    /** Live only: what was paid, and by which attempt. */
    paidBy?: { orderId: number; attemptId: string };
    /** `changesOfPayment`, where the subscription was written with them. */
    written?: Changes;
  },
): Promise<SubscriptionRow> {
  const period = {
    storeId: row.storeId,
    livemode: row.livemode,
    subscriptionId: row.id,
    number: row.paymentsCount + 1,
    startsAt: payment.period.start,
    endsAt: payment.period.end,
    currency: row.currency,
    amountMinor: payment.amountMinor,
    paidAt: payment.step.at,
    paymentKey: payment.paymentKey,
    ...payment.paidBy,
  };
  unit.tx.$send(Prisma.sql`INSERT INTO subscription_periods ${inserted(period)}`);
  // Before the first payment there were no reminders.
  if (row.livemode && row.paymentsCount > 0) await dropReminders(unit, row);
  const changes = payment.written ?? (await changesOfPayment(unit, row, payment));
  if (!payment.written) store(unit, row, changes);
  return publishStep(world, unit, row, payment.step, changes);
}

/** The columns of a subscription that one payment changes. */
export async function changesOfPayment(
  unit: Unit,
  row: SubscriptionRow,
  { step, amountMinor }: { step: Step; amountMinor: bigint },
): Promise<Changes> {
  const { timeZone } = await unit.store(row.storeId);
  return changesOf(unit, row, step, {
    paymentsCount: row.paymentsCount + 1,
    totalPaidMinor: row.totalPaidMinor + amountMinor,
    ...freshLadder({ ...row, ...step.to }, { livemode: row.livemode, timeZone }, unit.now),
  });
}

/**
 * Publishes access.changed: this subscription begins or stops giving access. It is also published where no other event
 * is, when the paid time of a cancelled subscription ends. Its sequence is separate from the subscription's own events,
 * under the lock of its row, but it is delivered in their line: after the event that caused it.
 */
async function publishAccess(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  { at, event, previousStatus }: Step,
): Promise<void> {
  const { storeId, livemode } = row;
  const objectId = `access/${row.id}`;
  // With the first event of all, there was no access event before.
  const sequence = event && row.eventSequence === 1 ? 1 : await unit.nextSequence(storeId, objectId);
  unit.emit({
    type: "access.changed",
    storeId,
    livemode,
    objectId,
    line: row.id,
    sequence,
    dedupeKey: `${objectId}/${sequence}`,
    at,
    data: subscriptionEventData(row, at, manageUrl(world, row), previousStatus),
  });
}
