-- DropIndex
DROP INDEX "orders_store_id_customer_id_idx";

-- CreateIndex
CREATE INDEX "orders_spent_idx" ON "orders"("store_id", "customer_id", "paid_at", "currency", "payment_status", "total_minor", "refunded_minor");

-- CreateIndex
CREATE INDEX "orders_collected_idx" ON "orders"("store_id", "paid_at", "currency", "total_minor", "refunded_minor");

-- CreateIndex
CREATE INDEX "payment_attempts_store_id_created_at_idx" ON "payment_attempts"("store_id", "created_at");

-- CreateIndex
CREATE INDEX "subscription_periods_store_id_livemode_ends_at_idx" ON "subscription_periods"("store_id", "livemode", "ends_at");

-- CreateIndex
CREATE INDEX "subscriptions_store_id_livemode_status_current_period_end_idx" ON "subscriptions"("store_id", "livemode", "status", "current_period_end");
