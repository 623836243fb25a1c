-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "recurring_id" INTEGER,
ADD COLUMN     "recurring_on" DATE;

-- CreateTable
CREATE TABLE "recurring_invoices" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "due_days" INTEGER,
    "currency" TEXT NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT,
    "customer_phone" TEXT,
    "total_minor" BIGINT NOT NULL,
    "channels" TEXT[],
    "interval" "billing_interval" NOT NULL,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE,
    "times" INTEGER,
    "next_index" INTEGER NOT NULL DEFAULT 0,
    "made_count" INTEGER NOT NULL DEFAULT 0,
    "next_on" DATE,
    "next_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recurring_invoices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "recurring_invoices_next_at_idx" ON "recurring_invoices"("next_at");

-- CreateIndex
CREATE INDEX "recurring_invoices_store_id_created_at_id_idx" ON "recurring_invoices"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "recurring_invoices_store_id_id_key" ON "recurring_invoices"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_recurring_id_recurring_on_key" ON "invoices"("recurring_id", "recurring_on");

-- AddForeignKey
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_store_id_recurring_id_fkey" FOREIGN KEY ("store_id", "recurring_id") REFERENCES "recurring_invoices"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
