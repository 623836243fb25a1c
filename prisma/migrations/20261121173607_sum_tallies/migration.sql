-- DropIndex
DROP INDEX "order_tallies_store_id_product_id_day_idx";

-- CreateIndex
CREATE INDEX "order_tallies_sum_idx" ON "order_tallies"("store_id", "product_id", "day", "payment_status", "source", "change");
