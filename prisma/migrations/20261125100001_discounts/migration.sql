-- CreateEnum
CREATE TYPE "discount_type" AS ENUM ('percent', 'amount');

-- CreateEnum
CREATE TYPE "discount_duration" AS ENUM ('once', 'periods', 'forever');

-- CreateEnum
CREATE TYPE "redemption_state" AS ENUM ('reserved', 'kept', 'returned');

-- CreateTable
CREATE TABLE "discounts" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT,
    "is_automatic" BOOLEAN NOT NULL,
    "type" "discount_type" NOT NULL,
    "percent_hundredths" INTEGER,
    "amount_minor" BIGINT,
    "currency" TEXT NOT NULL,
    "duration" "discount_duration" NOT NULL,
    "duration_periods" INTEGER,
    "product_ids" INTEGER[],
    "min_amount_minor" BIGINT,
    "first_time_only" BOOLEAN NOT NULL DEFAULT false,
    "max_redemptions" INTEGER,
    "max_per_customer" INTEGER,
    "starts_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "places_taken" INTEGER NOT NULL DEFAULT 0,
    "redemptions_count" INTEGER NOT NULL DEFAULT 0,
    "total_discounted_minor" BIGINT NOT NULL DEFAULT 0,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "discounts_value" CHECK (CASE "type"
      WHEN 'percent' THEN "percent_hundredths" BETWEEN 1 AND 10000 AND "amount_minor" IS NULL
      ELSE "amount_minor" > 0 AND "percent_hundredths" IS NULL END),
    CONSTRAINT "discounts_duration" CHECK (("duration" = 'periods') = ("duration_periods" IS NOT NULL)),
    CONSTRAINT "discounts_automatic" CHECK (NOT "is_automatic" OR "code" IS NULL)
);

-- CreateTable: every word that a payer can type, the discount's own and those of batches. A deleted one is free again.
CREATE TABLE "discount_codes" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "discount_id" INTEGER NOT NULL,
    "code" TEXT,
    "batch" INTEGER,
    "max_redemptions" INTEGER,
    "places_taken" INTEGER NOT NULL DEFAULT 0,
    "redemptions_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "discount_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discount_redemptions" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "discount_id" INTEGER NOT NULL,
    "code_id" INTEGER,
    "order_id" INTEGER,
    "subscription_id" TEXT,
    "amount_minor" BIGINT NOT NULL,
    "counts" BOOLEAN NOT NULL,
    "state" "redemption_state" NOT NULL,
    "over_limit" BOOLEAN NOT NULL DEFAULT false,
    "who" BYTEA[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "kept_at" TIMESTAMPTZ(3),

    CONSTRAINT "discount_redemptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "discount_redemptions_of" CHECK (("order_id" IS NULL) <> ("subscription_id" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "discounts_store_id_id_key" ON "discounts"("store_id", "id");

-- CreateIndex
CREATE INDEX "discounts_store_id_created_at_id_idx" ON "discounts"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "discount_codes_store_id_id_key" ON "discount_codes"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "discount_codes_store_id_code_key" ON "discount_codes"("store_id", "code");

-- CreateIndex
CREATE INDEX "discount_codes_discount_id_id_idx" ON "discount_codes"("discount_id", "id");

-- CreateIndex
CREATE INDEX "discount_redemptions_discount_id_created_at_idx" ON "discount_redemptions"("discount_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "discount_redemptions_subscription_id_idx" ON "discount_redemptions"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "discount_redemptions_order_id_key" ON "discount_redemptions"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "discount_redemptions_store_id_order_id_key" ON "discount_redemptions"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "discount_redemptions_who_idx" ON "discount_redemptions" USING GIN ("who");

-- AddForeignKey
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_store_id_discount_id_fkey" FOREIGN KEY ("store_id", "discount_id") REFERENCES "discounts"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_store_id_discount_id_fkey" FOREIGN KEY ("store_id", "discount_id") REFERENCES "discounts"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_store_id_code_id_fkey" FOREIGN KEY ("store_id", "code_id") REFERENCES "discount_codes"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable: the code as it was typed, and what a subscriber still has of a discount.
ALTER TABLE "orders" ADD COLUMN "discount_code" TEXT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN "discount_id" INTEGER,
  ADD COLUMN "discount_code" TEXT,
  ADD COLUMN "discount_percent" INTEGER,
  ADD COLUMN "discount_amount_minor" BIGINT,
  ADD COLUMN "discount_periods_left" INTEGER;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_store_id_discount_id_fkey" FOREIGN KEY ("store_id", "discount_id") REFERENCES "discounts"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
