-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "next_quote_number" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "quotes" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "due_days" INTEGER,
    "currency" TEXT NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT,
    "customer_phone" TEXT,
    "total_minor" BIGINT NOT NULL,
    "valid_until" DATE NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" TEXT,
    "declined_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "invoice_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "quotes_token_key" ON "quotes"("token");

-- CreateIndex
CREATE INDEX "quotes_store_id_created_at_id_idx" ON "quotes"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "quotes_store_id_number_key" ON "quotes"("store_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "quotes_store_id_invoice_id_key" ON "quotes"("store_id", "invoice_id");

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_store_id_invoice_id_fkey" FOREIGN KEY ("store_id", "invoice_id") REFERENCES "invoices"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An accepted quote is an invoice.
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_accepted" CHECK ("accepted_at" IS NULL OR "invoice_id" IS NOT NULL);
