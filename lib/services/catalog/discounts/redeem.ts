import { Prisma } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import type { DiscountRow, OrderRow } from "@/lib/db/rows";
import { type CarriedDiscount, carried, onlyCarried, periodsOf, spent } from "@/lib/domain/discount";
import { payInvalid } from "@/lib/domain/pay-problem";
import { redemptionEventData } from "@/lib/resources/discount";
import type { Unit, World } from "@/lib/services/core/world";
import { hashesOf, type Redeemer, type Reduction, usesOf } from "./choose";

/**
 * Reserves a place of the discount for an order, unless the order holds one. Throws PayInvalid on `code` when none is
 * left: one statement checks and counts, so that two payers cannot get the last one, and whoever comes second waits for
 * it before what this person used is counted. The order is new or locked.
 */
export async function reserveRedemption(
  world: World,
  unit: Unit,
  { storeId }: { storeId: number },
  orderId: number,
  reduction: Reduction | null,
  who: Redeemer,
): Promise<void> {
  if (!reduction) return;
  const before = await unit.tx.discountRedemption.findUnique({ where: { orderId } });
  if (before?.state === "reserved") return;
  if (reduction.counts) await takePlace(world, unit, storeId, reduction, who, orderId);
  const { discountId, codeId, amountMinor, counts } = reduction;
  const state = "reserved" as const;
  const facts = { storeId, discountId, codeId, amountMinor, counts, state };
  const hashes = hashesOf(world, storeId, who).map((hash) => Uint8Array.from(hash));
  await unit.tx.discountRedemption.upsert({
    where: { orderId },
    create: { ...facts, orderId, who: hashes, createdAt: unit.now },
    update: { ...facts, who: hashes },
  });
}

async function takePlace(
  world: World,
  unit: Unit,
  storeId: number,
  { discountId, codeId }: Pick<Reduction, "discountId" | "codeId">,
  who: Redeemer,
  orderId: number | null = null,
): Promise<void> {
  const [taken] = await unit.tx.$queryRaw<{ id: number; firstTimeOnly: boolean; max: number | null }[]>`
    UPDATE discounts SET places_taken = places_taken + 1
    WHERE id = ${discountId} AND deleted_at IS NULL AND (max_redemptions IS NULL OR places_taken < max_redemptions)
    RETURNING id, first_time_only AS "firstTimeOnly", max_per_customer AS max`;
  if (!taken) throw payInvalid("code", "discount_used_up");
  if (codeId !== null) {
    const left = await unit.tx.$executeRaw`
      UPDATE discount_codes SET places_taken = places_taken + 1
      WHERE id = ${codeId} AND (max_redemptions IS NULL OR places_taken < max_redemptions)`;
    if (left === 0) throw payInvalid("code", "discount_used_up");
  }
  if (taken.max === null && !taken.firstTimeOnly) return;
  const { of } = await usesOf(world, unit.tx, storeId, [taken], who, orderId);
  const used = of.get(discountId) ?? 0;
  if (taken.firstTimeOnly && used > 0) throw payInvalid("code", "discount_first_time_only");
  if (taken.max !== null && used >= taken.max) throw payInvalid("code", "discount_used_by_customer");
}

/**
 * Counts what a seller gave to a subscription as redeemed, before it is paid for the first time. The discount must be
 * locked. Throws PayInvalid as `reserveRedemption` does.
 */
export async function giveRedemption(
  world: World,
  unit: Unit,
  { storeId, id: subscriptionId }: { storeId: number; id: string },
  { discount, codeId }: { discount: DiscountRow; codeId: number | null },
  who: Redeemer,
): Promise<DiscountRow> {
  await takePlace(world, unit, storeId, { discountId: discount.id, codeId }, who);
  if (codeId !== null)
    await unit.tx
      .$executeRaw`UPDATE discount_codes SET redemptions_count = redemptions_count + 1 WHERE id = ${codeId}`;
  const hashes = hashesOf(world, storeId, who).map((hash) => Uint8Array.from(hash));
  const facts = { storeId, discountId: discount.id, codeId, subscriptionId, who: hashes };
  await unit.tx.discountRedemption.create({
    data: { ...facts, amountMinor: 0n, counts: true, state: "kept", createdAt: unit.now, keptAt: unit.now },
  });
  return unit.tx.discount.update({
    where: { id: discount.id },
    data: { redemptionsCount: { increment: 1 }, eventSequence: { increment: 1 } },
  });
}

/** What was given and never used is as if it had not been: its place is free again. The discount must be locked. */
export async function takeBackGiven(
  unit: Unit,
  row: { id: string; discountId: number | null },
): Promise<void> {
  if (row.discountId === null) return;
  await unit.tx.$executeRaw`
    WITH back AS (
      UPDATE discount_redemptions g SET state = 'returned'
      WHERE g.subscription_id = ${row.id} AND g.discount_id = ${row.discountId} AND g.state = 'kept'
        AND NOT EXISTS (SELECT 1 FROM discount_redemptions r JOIN orders o ON o.id = r.order_id
          WHERE r.discount_id = g.discount_id AND r.id > g.id AND o.subscription_id = g.subscription_id
            AND r.state <> 'returned')
      RETURNING g.discount_id, g.code_id
    ), code AS (
      UPDATE discount_codes c SET places_taken = c.places_taken - 1, redemptions_count = c.redemptions_count - 1
      FROM back WHERE c.id = back.code_id
    )
    UPDATE discounts d SET places_taken = d.places_taken - 1, redemptions_count = d.redemptions_count - 1
    FROM back WHERE d.id = back.discount_id`;
}

/** Gives back the place of an order that is no longer being paid. The order must be locked. */
export function releaseRedemption(unit: Unit, order: { id: number; discountMinor: bigint }): void {
  if (order.discountMinor === 0n) return;
  unit.tx.$send(Prisma.sql`
    WITH back AS (
      UPDATE discount_redemptions SET state = 'returned' WHERE order_id = ${order.id} AND state = 'reserved'
      RETURNING discount_id, code_id, counts
    ), code AS (
      UPDATE discount_codes c SET places_taken = c.places_taken - 1 FROM back WHERE c.id = back.code_id AND back.counts
    )
    UPDATE discounts d SET places_taken = d.places_taken - 1 FROM back WHERE d.id = back.discount_id AND back.counts`);
}

/** The redemption of a paid order, under the lock of its discount. */
export interface Redeemed {
  discount: DiscountRow;
  codeId: number | null;
  amountMinor: bigint;
  counts: boolean;
  /** False: its place was given back before the money came. */
  held: boolean;
}

/** Locks the discount of an order, before anything else that the payment changes. Null where it has none. */
export async function lockRedemption(
  unit: Unit,
  order: { id: number; discountMinor: bigint },
): Promise<Redeemed | null> {
  if (order.discountMinor === 0n) return null;
  const [row] = await unit.tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns("d", Prisma.DiscountScalarFieldEnum, "discount")}, r.code_id AS "codeId",
      r.amount_minor AS "amountMinor", r.counts, r.state = 'reserved' AS held
    FROM discount_redemptions r JOIN discounts d ON d.id = r.discount_id
    WHERE r.order_id = ${order.id} FOR NO KEY UPDATE OF d`;
  if (!row) return null;
  const { codeId, amountMinor, counts, held } = row as unknown as Omit<Redeemed, "discount">;
  return { discount: part(row, "discount"), codeId, amountMinor, counts, held };
}

/** What a subscription has left after a period was paid with this redemption; nothing where that changes nothing. */
export function afterRedemption(
  row: CarriedDiscount | null,
  redeemed: Redeemed | null,
  code: string | null,
): Partial<CarriedDiscount> {
  if (!redeemed) return {};
  const { discount, counts } = redeemed;
  if (row?.discountId === discount.id) return onlyCarried(spent(row));
  if (!counts) return {};
  const periods = periodsOf(discount);
  // What is for this payment alone leaves what the subscription has.
  return periods === 1 ? {} : carried(discount, code, periods === null ? null : periods - 1);
}

/**
 * The order is paid: its redemption stays. Money that came is never refused, so what comes late, above a limit, is counted
 * too, and a task is raised.
 */
export async function keepRedemption(
  unit: Unit,
  order: OrderRow,
  redeemed: Redeemed | null,
  paidAt: Date,
): Promise<void> {
  if (!redeemed) return;
  const { discount, codeId, amountMinor, counts, held } = redeemed;
  const takes = counts && !held ? 1 : 0;
  const one = counts ? 1 : 0;
  const sequence = discount.eventSequence + one;
  const [after] = await unit.tx.$queryRaw<Record<string, unknown>[]>`
    UPDATE discounts d SET places_taken = places_taken + ${takes}::int, redemptions_count = redemptions_count + ${one}::int,
      total_discounted_minor = total_discounted_minor + ${amountMinor}::bigint, event_sequence = ${sequence}::int
    WHERE id = ${discount.id} RETURNING ${columns("d", Prisma.DiscountScalarFieldEnum, "discount")}`;
  const [code] =
    codeId === null || !counts
      ? []
      : await unit.tx.$queryRaw<{ isOver: boolean }[]>`
    UPDATE discount_codes SET places_taken = places_taken + ${takes}::int, redemptions_count = redemptions_count + 1
    WHERE id = ${codeId} RETURNING coalesce(places_taken > max_redemptions, false) AS "isOver"`;
  const counted = part<DiscountRow>(after ?? {}, "discount");
  const { maxRedemptions: max, placesTaken: taken } = counted;
  // Whoever held a place is within the limit. Whoever comes late is not, where others hold all there are.
  const isOver =
    takes === 1 &&
    ((max !== null && taken > max) || code?.isOver === true || (await hasHadEnough(unit, counted, order)));
  unit.tx.$send(Prisma.sql`UPDATE discount_redemptions SET state = 'kept', over_limit = ${isOver}, kept_at = ${paidAt}
    WHERE order_id = ${order.id}`);
  if (isOver)
    await unit.raiseTask({
      storeId: order.storeId,
      kind: "discount_over_limit",
      subject: `order/${order.id}`,
      details: { order: order.number, discount: discount.name },
    });
  if (!counts) return;
  unit.emit({
    type: "discount.redeemed",
    storeId: order.storeId,
    livemode: true,
    objectId: `discount/${discount.id}`,
    sequence,
    dedupeKey: `order/${order.id}/discount`,
    at: paidAt,
    data: redemptionEventData(counted, order, amountMinor, paidAt),
  });
}

/** Of a late payment: the same person redeemed it as often as they may by others, those under way included. */
async function hasHadEnough(
  unit: Unit,
  { id, maxPerCustomer, firstTimeOnly }: DiscountRow,
  order: OrderRow,
): Promise<boolean> {
  const max = firstTimeOnly ? 1 : maxPerCustomer;
  if (max === null) return false;
  const [found] = await unit.tx.$queryRaw<{ used: number }[]>`
    SELECT count(*)::int AS used FROM discount_redemptions late
    JOIN discount_redemptions r ON r.discount_id = late.discount_id AND r.id <> late.id LEFT JOIN orders o ON o.id = r.order_id
    WHERE late.order_id = ${order.id} AND late.discount_id = ${id} AND r.counts AND r.state <> 'returned'
      AND (r.who && late.who OR o.customer_id = ${order.customerId})`;
  return (found?.used ?? 0) >= max;
}
