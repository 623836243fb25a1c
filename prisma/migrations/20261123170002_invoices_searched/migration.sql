-- CreateIndex
CREATE INDEX "invoices_search_idx" ON "invoices" USING GIN ("store_id" int4_ops, "number" gin_trgm_ops, "customer_name" gin_trgm_ops, "customer_email" gin_trgm_ops, "customer_phone" gin_trgm_ops);
