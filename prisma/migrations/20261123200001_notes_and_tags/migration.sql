-- CreateTable
CREATE TABLE "notes" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "livemode" BOOLEAN,
    "customer_id" INTEGER,
    "store_id" INTEGER,
    "order_id" INTEGER,
    "text" TEXT NOT NULL,
    "written_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tags" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "livemode" BOOLEAN,
    "customer_id" INTEGER,
    "store_id" INTEGER,
    "order_id" INTEGER,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notes_customer_id_id_idx" ON "notes"("customer_id", "id");

-- CreateIndex
CREATE INDEX "notes_order_id_id_idx" ON "notes"("order_id", "id");

-- CreateIndex
CREATE INDEX "notes_written_by_idx" ON "notes"("written_by");

-- CreateIndex
CREATE INDEX "tags_account_id_livemode_folded_customer_id_idx" ON "tags"("account_id", "livemode", "folded", "customer_id");

-- CreateIndex
CREATE INDEX "tags_store_id_folded_order_id_idx" ON "tags"("store_id", "folded", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "tags_customer_id_folded_key" ON "tags"("customer_id", "folded");

-- CreateIndex
CREATE UNIQUE INDEX "tags_order_id_folded_key" ON "tags"("order_id", "folded");

-- AddForeignKey
ALTER TABLE "notes" ADD CONSTRAINT "notes_account_id_livemode_customer_id_fkey" FOREIGN KEY ("account_id", "livemode", "customer_id") REFERENCES "customers"("account_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notes" ADD CONSTRAINT "notes_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notes" ADD CONSTRAINT "notes_written_by_fkey" FOREIGN KEY ("written_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_account_id_livemode_customer_id_fkey" FOREIGN KEY ("account_id", "livemode", "customer_id") REFERENCES "customers"("account_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each is about one customer or one order.
ALTER TABLE "notes" ADD CONSTRAINT "notes_one_subject" CHECK (
  num_nonnulls("account_id", "livemode", "customer_id") IN (0, 3) AND num_nonnulls("store_id", "order_id") IN (0, 2)
  AND num_nonnulls("customer_id", "order_id") = 1);
ALTER TABLE "tags" ADD CONSTRAINT "tags_one_subject" CHECK (
  num_nonnulls("account_id", "livemode", "customer_id") IN (0, 3) AND num_nonnulls("store_id", "order_id") IN (0, 2)
  AND num_nonnulls("customer_id", "order_id") = 1);
