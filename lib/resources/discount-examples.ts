const at = "2026-01-31T09:30:00+00:00";

const redemption = {
  ...{
    order_id: 42,
    order_number: "ORD-000042",
    customer_id: 42,
    subscription_id: "sub_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
  },
  ...{ code: "SAVE20", amount: 10000, redeemed_at: at },
};

const discount = {
  ...{ id: 7, object: "discount", name: "Launch offer", code: "SAVE20", is_automatic: false },
  ...{ type: "percent", percent: 20, amount: null, currency: "UGX" },
  ...{ duration: "once", duration_periods: null, product_ids: [], min_amount: null, first_time_only: false },
  ...{ max_redemptions: 100, max_redemptions_per_customer: 1, starts_at: null, expires_at: null },
  ...{ is_active: true, status: "active", redemptions_count: 1, total_discounted: 10000 },
  ...{ created_at: at, updated_at: at },
};

/** Examples of discounts by schema name, as in examples.ts. */
export const discountExamples: Record<string, unknown> = {
  Discount: discount,
  DeletedDiscount: { id: 7, object: "discount", deleted: true },
  DiscountBatch: {
    ...{ object: "discount_batch", discount_id: 7, batch: 1, max_redemptions: 1 },
    codes: ["GYM-7KQ4M-X2P9D", "GYM-3TR8W-K6N5H"],
  },
  Redemption: redemption,
  DiscountEventData: {
    ...{ ...discount, livemode: true },
    redemption,
  },
};
