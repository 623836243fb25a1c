import { Prisma } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import { type Loss, shorten } from "@/lib/domain/lost-time";
import {
  type Cut,
  changeNow,
  creditOf,
  cutsAt,
  noPending,
  noPlanChange,
  pendingPlan,
  planAt,
} from "@/lib/domain/plan-change";
import { type Period, renew, type Step } from "@/lib/domain/subscription";
import type { Unit } from "@/lib/services/core/world";
import { freshEnd } from "../reminders/ladder";
import { recordPrices } from "../subscriptions/publish";
import { recordStep } from "../subscriptions/record";
import { type ChangeQuote, isPlanTaken, type NamedPlan, readValuedPeriods } from "./change";

/** Another plan that a payment brings, decided and not yet written. */
export interface AppliedChange {
  plan: NamedPlan;
  /** The periods that it ends; none where it waits for their end. */
  cuts: Cut[];
  step: Step;
  period: Period;
  /** When the plan begins, where it was paid for ahead. */
  planFrom: Date | null;
}

/**
 * A change now, whatever was agreed about it: unused time is counted at the instant of the payment. Where the subscription
 * was ended after that, it had access until then, so the plan begins there.
 */
export async function prepareNow(
  unit: Unit,
  row: SubscriptionRow,
  plan: NamedPlan,
  paidMinor: bigint,
  paidAt: Date,
): Promise<AppliedChange> {
  const { endedAt } = row;
  const at = endedAt && paidAt < endedAt && endedAt < row.currentPeriodEnd ? endedAt : paidAt;
  const cuts = cutsAt(await readValuedPeriods(unit.tx, row.id), at);
  const { period, ...step } = changeNow(row, plan, paidMinor + creditOf(cuts), at);
  return { plan, cuts, step, period, planFrom: null };
}

/**
 * The change that was chosen for this payment, at the price that was paid: the plan may have been chosen again since, at
 * a newer price. Null where there is none, or where the user has that plan by now.
 */
export async function preparePending(
  unit: Unit,
  row: SubscriptionRow,
  amountMinor: bigint,
  paidAt: Date,
): Promise<AppliedChange | null> {
  const pending = pendingPlan(row);
  if (!pending || (await isPlanTaken(unit.tx, row, pending.product.id))) return null;
  const plan = { ...pending, amountMinor };
  const { period, ...step } = renew(row, paidAt, plan.interval);
  return { plan, cuts: [], step, period, planFrom: period.start > paidAt ? period.start : null };
}

/**
 * Writes the change of a locked subscription, and publishes `subscription.changed` unless it begins later. The caller
 * then records the period, which publishes that it was paid for.
 */
export async function applyChange(
  unit: Unit,
  row: SubscriptionRow,
  { plan, cuts, step, planFrom }: AppliedChange,
  orderId: number | null,
): Promise<SubscriptionRow> {
  const from = planAt(row, step.at);
  cutPeriods(unit, row, cuts, step.at);
  writeChange(unit, row, from, plan, { creditMinor: creditOf(cuts), orderId });
  const scalars = {
    ...noPending,
    productId: plan.product.id,
    amountMinor: plan.amountMinor,
    previousProductId: from.product.id,
    previousInterval: from.interval,
    previousAmountMinor: from.amountMinor,
  };
  const named = { ...row, ...noPlanChange, product: plan.product, previousProduct: from.product, ...scalars };
  recordPrices(unit, [{ ...named, interval: plan.interval }], "change", "payer");
  if (!planFrom) return recordStep(unit, named, { ...step, event: "subscription.changed" }, scalars);
  const to = { planFrom, interval: plan.interval };
  return recordStep(unit, named, { at: step.at, event: null, previousStatus: null, to }, scalars);
}

/** They end now. One that had not begun is left without length, where it is. */
function cutPeriods({ tx }: Unit, { id }: SubscriptionRow, cuts: Cut[], at: Date): void {
  if (cuts.length === 0) return;
  tx.$send(Prisma.sql`
    UPDATE subscription_periods p SET cut_at = ${at}::timestamptz, bought_from = p.starts_at, bought_until = p.ends_at,
      credit_minor = cut.credit, lost_minor = cut.lost,
      starts_at = least(p.starts_at, ${at}::timestamptz), ends_at = ${at}::timestamptz
    FROM unnest(${cuts.map(({ number }) => number)}::int[], ${minors(cuts, "creditMinor")}::bigint[],
      ${minors(cuts, "lostMinor")}::bigint[]) AS cut(number, credit, lost)
    WHERE p.subscription_id = ${id} AND p.number = cut.number`);
}

export const minors = (cuts: Cut[], field: "creditMinor" | "lostMinor") =>
  cuts.map((cut) => String(cut[field]));

/** The number is that of the period which the caller records next. */
function writeChange(
  { tx, now }: Unit,
  { id, storeId, livemode, currency }: SubscriptionRow,
  from: NamedPlan,
  { product, interval, amountMinor }: NamedPlan,
  { creditMinor, orderId }: { creditMinor: bigint; orderId: number | null },
): void {
  tx.$send(Prisma.sql`
    INSERT INTO plan_changes (store_id, livemode, subscription_id, order_id, number, from_product_id, to_product_id,
      interval, currency, amount_minor, credit_minor, created_at, applied_at)
    VALUES (${storeId}, ${livemode}, ${id}, ${orderId}, (SELECT coalesce(max(number), 0) + 1 FROM subscription_periods
      WHERE subscription_id = ${id}), ${from.product.id}, ${product.id}, ${interval}::billing_interval, ${currency},
      ${amountMinor}, ${creditMinor}, ${now}, ${now})
    ON CONFLICT (order_id) DO UPDATE SET number = excluded.number, applied_at = excluded.applied_at,
      credit_minor = excluded.credit_minor`);
}

/** What an unpaid order is for: another plan of this subscription, at once. */
export function writeWanted(
  { tx, now }: Unit,
  { id, storeId, livemode }: Pick<SubscriptionRow, "id" | "storeId" | "livemode">,
  orderId: number,
  { from, to, currency, creditMinor }: Pick<ChangeQuote, "from" | "to" | "currency" | "creditMinor">,
): void {
  tx.$send(Prisma.sql`
    INSERT INTO plan_changes (store_id, livemode, subscription_id, order_id, from_product_id, to_product_id, interval,
      currency, amount_minor, credit_minor, created_at)
    VALUES (${storeId}, ${livemode}, ${id}, ${orderId}, ${from.product.id}, ${to.product.id},
      ${to.interval}::billing_interval, ${currency}, ${to.amountMinor}, ${creditMinor}, ${now})
    ON CONFLICT (order_id) DO NOTHING`);
}

/**
 * Takes off a locked subscription what a lost payment had bought: the period gets shorter, and all that follows comes
 * earlier. The credits are written as if the money had gone back before the change of plan, so that it is lost once.
 */
export async function takeTime(unit: Unit, row: SubscriptionRow, loss: Loss): Promise<SubscriptionRow> {
  writeLoss(unit, row, loss);
  const step = shorten(row, loss, unit.now);
  const store = await unit.store(row.storeId);
  return recordStep(unit, row, step, freshEnd(row, step.to, store, unit.now));
}

function writeLoss({ tx }: Unit, { id }: SubscriptionRow, { cuts, number, takenMs }: Loss): void {
  tx.$send(Prisma.sql`
    UPDATE subscription_periods p SET credit_minor = cut.credit, lost_minor = cut.lost
    FROM unnest(${cuts.map((cut) => cut.number)}::int[], ${minors(cuts, "creditMinor")}::bigint[],
      ${minors(cuts, "lostMinor")}::bigint[]) AS cut(number, credit, lost)
    WHERE p.subscription_id = ${id} AND p.number = cut.number`);
  tx.$send(Prisma.sql`
    UPDATE plan_changes c SET credit_minor = coalesce((
      SELECT sum(p.credit_minor) FROM subscription_periods p WHERE p.subscription_id = ${id} AND p.number < c.number
        AND p.number >= coalesce((SELECT max(e.number) FROM plan_changes e
          WHERE e.subscription_id = ${id} AND e.number < c.number), 0)), 0)
    WHERE c.subscription_id = ${id} AND c.number IS NOT NULL`);
  tx.$send(Prisma.sql`
    UPDATE subscription_periods SET ends_at = ends_at - ${takenMs}::bigint * interval '1 millisecond',
      starts_at = starts_at - CASE WHEN number > ${number} THEN ${takenMs}::bigint ELSE 0 END * interval '1 millisecond'
    WHERE subscription_id = ${id} AND number >= ${number}`);
}
