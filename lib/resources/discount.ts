import { z } from "zod";
import type { DiscountCodeRow, DiscountRow, OrderRow } from "@/lib/db/rows";
import { discountStatus, discountStatuses } from "@/lib/domain/discount";
import { toMajor } from "@/lib/domain/money";
import { timestamp } from "./event";
import { fieldsOf } from "./fields";

export const discountTypes = ["percent", "amount"] as const satisfies DiscountRow["type"][];
export const discountDurations = ["once", "periods", "forever"] as const satisfies DiscountRow["duration"][];

const of = fieldsOf<DiscountRow, [now: Date]>();

/** What a seller takes off a price, at `now`: it begins and expires automatically. */
export const { schema: Discount, serialize: serializeDiscount } = of.object("Discount", {
  id: of.count("id", { example: 7 }),
  object: of.kind("discount"),
  name: of.text("name", { example: "Launch offer" }),
  code: of.textOrNull("code", {
    description: "What payers type. Null for an offer that applies by itself, and for batches of codes.",
    example: "SAVE20",
  }),
  is_automatic: of.flag("isAutomatic", "It applies by itself, without a code."),
  type: of.column("type", z.enum(discountTypes)),
  percent: of.made(
    z.number().nullable().meta({ description: "Of the price, for percent.", example: 20 }),
    (row) => percentOf(row.percentHundredths),
  ),
  amount: of.amountOrNull("amountMinor", "Taken off the price, for amount; never more than it."),
  currency: of.text("currency"),
  duration: of.column(
    "duration",
    z.enum(discountDurations),
    "Of subscriptions: once is one payment, periods is duration_periods of them, forever is all. Counted as they are paid, never by time.",
  ),
  duration_periods: of.countOrNull("durationPeriods"),
  product_ids: of.column("productIds", z.array(z.int()), "For these products alone. Empty: for everything."),
  min_amount: of.amountOrNull("minAmountMinor", "The least price to which it applies."),
  first_time_only: of.flag("firstTimeOnly", "Only for who never paid in this store."),
  max_redemptions: of.countOrNull("maxRedemptions", "Null: any number."),
  max_redemptions_per_customer: of.countOrNull("maxPerCustomer", "Null: any number."),
  starts_at: of.timeOrNull("startsAt"),
  expires_at: of.timeOrNull("expiresAt"),
  is_active: of.flag("isActive", "False: paused by the seller."),
  status: of.made(z.enum(discountStatuses), discountStatus),
  redemptions_count: of.count(
    "redemptionsCount",
    "Later periods of a subscription that has it are not counted.",
  ),
  total_discounted: of.amount("totalDiscountedMinor", "What was taken off in all."),
  created_at: of.time("createdAt"),
  updated_at: of.time("updatedAt"),
});

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
