import { z } from "zod";
import type { DiscountCodeRow, DiscountRow, OrderRow } from "@/lib/db/rows";
import { discountStatus, discountStatuses } from "@/lib/domain/discount";
import { toMajor } from "@/lib/domain/money";
import { timestamp, timestampOrNull } from "./event";

export const discountTypes = ["percent", "amount"] as const satisfies DiscountRow["type"][];
export const discountDurations = ["once", "periods", "forever"] as const satisfies DiscountRow["duration"][];

/** What a seller takes off a price. */
export const Discount = z
  .object({
    id: z.int().meta({ example: 7 }),
    object: z.literal("discount"),
    name: z.string().meta({ example: "Launch offer" }),
    code: z.string().nullable().meta({
      description: "What payers type. Null for an offer that applies by itself, and for batches of codes.",
      example: "SAVE20",
    }),
    is_automatic: z.boolean().meta({ description: "It applies by itself, without a code." }),
    type: z.enum(discountTypes),
    percent: z.number().nullable().meta({ description: "Of the price, for percent.", example: 20 }),
    amount: z
      .number()
      .nullable()
      .meta({ description: "Taken off the price, for amount; never more than it." }),
    currency: z.string(),
    duration: z.enum(discountDurations).meta({
      description:
        "Of subscriptions: once is one payment, periods is duration_periods of them, forever is all. Counted as they are paid, never by time.",
    }),
    duration_periods: z.int().nullable(),
    product_ids: z.array(z.int()).meta({ description: "For these products alone. Empty: for everything." }),
    min_amount: z.number().nullable().meta({ description: "The least price to which it applies." }),
    first_time_only: z.boolean().meta({ description: "Only for who never paid in this store." }),
    max_redemptions: z.int().nullable().meta({ description: "Null: any number." }),
    max_redemptions_per_customer: z.int().nullable().meta({ description: "Null: any number." }),
    starts_at: z.string().nullable().meta({ format: "date-time" }),
    expires_at: z.string().nullable().meta({ format: "date-time" }),
    is_active: z.boolean().meta({ description: "False: paused by the seller." }),
    status: z.enum(discountStatuses),
    redemptions_count: z
      .int()
      .meta({ description: "Later periods of a subscription that has it are not counted." }),
    total_discounted: z.number().meta({ description: "What was taken off in all." }),
    created_at: z.string().meta({ format: "date-time" }),
    updated_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "Discount" });

export type DiscountWire = z.infer<typeof Discount>;

/** The discount at `now`: it begins and expires automatically. */
export function serializeDiscount(row: DiscountRow, now: Date): DiscountWire {
  const amount = (minor: bigint) => toMajor({ minor, currency: row.currency });
  const orNull = (minor: bigint | null) => (minor === null ? null : amount(minor));
  return {
    id: row.id,
    object: "discount",
    name: row.name,
    code: row.code,
    is_automatic: row.isAutomatic,
    type: row.type,
    percent: percentOf(row.percentHundredths),
    amount: orNull(row.amountMinor),
    currency: row.currency,
    duration: row.duration,
    duration_periods: row.durationPeriods,
    product_ids: row.productIds,
    min_amount: orNull(row.minAmountMinor),
    first_time_only: row.firstTimeOnly,
    max_redemptions: row.maxRedemptions,
    max_redemptions_per_customer: row.maxPerCustomer,
    starts_at: timestampOrNull(row.startsAt),
    expires_at: timestampOrNull(row.expiresAt),
    is_active: row.isActive,
    status: discountStatus(row, now),
    redemptions_count: row.redemptionsCount,
    total_discounted: amount(row.totalDiscountedMinor),
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** Hundredths of a per cent as a number: 1250 is 12.5. */
export function percentOf(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100;
}

/** One redemption, beside the discount that was redeemed. */
export const Redemption = z
  .object({
    order_id: z.int().nullable().meta({ description: "Null where the seller gave it to a subscriber." }),
    order_number: z.string().nullable(),
    customer_id: z.int(),
    subscription_id: z.string().nullable(),
    code: z.string().nullable().meta({ description: "As it was typed; one of a batch perhaps." }),
    amount: z.number().meta({ description: "What it took off this order; 0 without an order." }),
    redeemed_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "Redemption" });

/** `data` of discount.redeemed: the discount as it is then, and who redeemed it. */
export function redemptionEventData(
  row: DiscountRow,
  order: Pick<OrderRow, "customerId" | "subscriptionId" | "discountCode"> &
    Partial<Pick<OrderRow, "id" | "number">>,
  amountMinor: bigint,
  at: Date,
): Record<string, unknown> {
  const redemption: z.infer<typeof Redemption> = {
    order_id: order.id ?? null,
    order_number: order.number ?? null,
    customer_id: order.customerId,
    subscription_id: order.subscriptionId,
    code: order.discountCode,
    amount: toMajor({ minor: amountMinor, currency: row.currency }),
    redeemed_at: timestamp(at),
  };
  return { ...serializeDiscount(row, at), livemode: true, redemption };
}

/** The answer to DELETE. */
export const DeletedDiscount = z
  .object({ id: z.int(), object: z.literal("discount"), deleted: z.literal(true) })
  .meta({ id: "DeletedDiscount" });

export function serializeDeletedDiscount(id: number): z.infer<typeof DeletedDiscount> {
  return { id, object: "discount", deleted: true };
}

/** A batch of codes of one discount. */
export const DiscountBatch = z
  .object({
    object: z.literal("discount_batch"),
    discount_id: z.int(),
    batch: z.int().meta({ description: "Which batch of the discount, from 1." }),
    max_redemptions: z.int().meta({ description: "How often each code can be redeemed." }),
    codes: z.array(z.string()).meta({ example: ["GYM-7KQ4M-X2P9D"] }),
  })
  .meta({ id: "DiscountBatch" });

export function serializeBatch(
  discountId: number,
  rows: readonly DiscountCodeRow[],
): z.infer<typeof DiscountBatch> {
  return {
    object: "discount_batch",
    discount_id: discountId,
    batch: rows[0]?.batch ?? 0,
    max_redemptions: rows[0]?.maxRedemptions ?? 1,
    codes: rows.flatMap(({ code }) => code ?? []),
  };
}
