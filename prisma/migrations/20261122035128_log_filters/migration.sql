-- CreateIndex
CREATE INDEX "messages_store_id_status_created_at_id_idx" ON "messages"("store_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
-- Nearly all deliveries succeed, and what waits has an index of its own.
CREATE INDEX "webhook_deliveries_not_delivered_idx" ON "webhook_deliveries"("store_id", "livemode", "status", "event_id") WHERE "status" IN ('failed', 'skipped');
