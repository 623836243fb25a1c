-- CreateTable
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_store_id_user_id_list_name_key" ON "saved_views"("store_id", "user_id", "list", "name");

-- CreateIndex
CREATE INDEX "customers_account_id_livemode_created_at_id_idx" ON "customers"("account_id", "livemode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "customers_phone_start_idx" ON "customers"("account_id", "livemode", "phone" text_pattern_ops);

-- CreateIndex
CREATE INDEX "invoices_store_id_total_minor_created_at_id_idx" ON "invoices"("store_id", "total_minor", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_store_id_payment_method_created_at_id_idx" ON "orders"("store_id", "payment_method", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_store_id_total_minor_created_at_id_idx" ON "orders"("store_id", "total_minor", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payment_attempts_receipt_idx" ON "payment_attempts"("store_id", "receipt" text_pattern_ops) WHERE "receipt" IS NOT NULL;

-- CreateIndex
CREATE INDEX "payment_attempts_reference_idx" ON "payment_attempts"("store_id", "rail_ref" text_pattern_ops) WHERE "rail_ref" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
