-- contract: order_tallies, overview_tallies, subscription_tallies and all that fills them, since 0.1.0
DROP TRIGGER "tallied" ON "orders";
DROP TRIGGER "tallied_again" ON "orders";
DROP TRIGGER "summed_new" ON "orders";
DROP TRIGGER "summed_old" ON "orders";
DROP TRIGGER "summed_again" ON "orders";
DROP TRIGGER "tallied_new" ON "order_items";
DROP TRIGGER "tallied_old" ON "order_items";
DROP TRIGGER "tallied_again" ON "order_items";
DROP TRIGGER "summed" ON "order_items";
DROP TRIGGER "summed_new" ON "payment_attempts";
DROP TRIGGER "summed_old" ON "payment_attempts";
DROP TRIGGER "summed_again" ON "payment_attempts";
DROP TRIGGER "summed_new" ON "subscription_periods";
DROP TRIGGER "summed_old" ON "subscription_periods";
DROP TRIGGER "summed_again" ON "subscription_periods";
DROP TRIGGER "tallied_new" ON "subscription_periods";
DROP TRIGGER "tallied_old" ON "subscription_periods";
DROP TRIGGER "tallied_again" ON "subscription_periods";
DROP TRIGGER "summed" ON "subscriptions";
DROP TRIGGER "summed_again" ON "subscriptions";
DROP TRIGGER "tallied_a_cancelled" ON "subscriptions";
DROP FUNCTION "tally_order"(), "tally_order_items"(), "sum_order"(), "sum_order_item"(), "sum_attempt"(), "sum_periods"(),
  "sum_subscriber"(), "sum_movements"(), "sum_cancelled"(), "is_tallied"(text);
DROP VIEW "overview_facts", "subscription_facts";
DROP FUNCTION "movements_of"("subscription_periods"[], "billing_interval", boolean), "months_until"(timestamptz, timestamptz),
  "yearly_of"(bigint, "billing_interval"), "slot_of"(timestamptz);
DROP TABLE "order_tallies", "overview_tallies", "subscription_tallies", "subscription_tally_fills";
