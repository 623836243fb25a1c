-- AlterTable
ALTER TABLE "products" ADD COLUMN "is_choosable" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable: nothing was changed yet.
ALTER TABLE "subscriptions" ADD COLUMN "plan_from" TIMESTAMPTZ(3),
  ADD COLUMN "previous_product_id" INTEGER,
  ADD COLUMN "previous_interval" "billing_interval",
  ADD COLUMN "previous_amount_minor" BIGINT,
  ADD COLUMN "pending_product_id" INTEGER,
  ADD COLUMN "pending_interval" "billing_interval",
  ADD COLUMN "pending_amount_minor" BIGINT;

-- AlterTable
ALTER TABLE "subscription_periods" ADD COLUMN "cut_at" TIMESTAMPTZ(3),
  ADD COLUMN "bought_from" TIMESTAMPTZ(3),
  ADD COLUMN "bought_until" TIMESTAMPTZ(3),
  ADD COLUMN "credit_minor" BIGINT,
  ADD COLUMN "lost_minor" BIGINT;

-- widens: subscription_periods_span
ALTER TABLE "subscription_periods" DROP CONSTRAINT "subscription_periods_span",
  ADD CONSTRAINT "subscription_periods_span" CHECK ("starts_at" < "ends_at" OR "cut_at" IS NOT NULL AND "starts_at" = "ends_at") NOT VALID,
  ADD CONSTRAINT "subscription_periods_cut" CHECK ("cut_at" IS NULL OR ("bought_from" < "bought_until"
    AND "credit_minor" >= 0 AND "lost_minor" >= 0) IS TRUE) NOT VALID;
ALTER TABLE "subscription_periods" VALIDATE CONSTRAINT "subscription_periods_span", VALIDATE CONSTRAINT "subscription_periods_cut";

-- CreateTable
CREATE TABLE "plan_changes" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "order_id" INTEGER,
    "number" INTEGER,
    "from_product_id" INTEGER NOT NULL,
    "to_product_id" INTEGER NOT NULL,
    "interval" "billing_interval" NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "credit_minor" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "plan_changes_amounts" CHECK ("amount_minor" > 0 AND "credit_minor" >= 0),
    CONSTRAINT "plan_changes_applied" CHECK (("number" IS NULL) = ("applied_at" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "plan_changes_order_id_key" ON "plan_changes"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_changes_store_id_order_id_key" ON "plan_changes"("store_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_changes_subscription_id_number_key" ON "plan_changes"("subscription_id", "number");

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_previous_product_id_fkey" FOREIGN KEY ("previous_product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_pending_product_id_fkey" FOREIGN KEY ("pending_product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_store_id_from_product_id_fkey" FOREIGN KEY ("store_id", "from_product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_store_id_to_product_id_fkey" FOREIGN KEY ("store_id", "to_product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
