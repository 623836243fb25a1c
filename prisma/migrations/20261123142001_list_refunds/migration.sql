-- CreateIndex
CREATE INDEX "refunds_store_id_created_at_idx" ON "refunds"("store_id", "created_at" DESC);
