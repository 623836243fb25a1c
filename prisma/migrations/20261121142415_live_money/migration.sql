-- CreateEnum
CREATE TYPE "payout_kind" AS ENUM ('mobile_money', 'bank');

-- DropIndex
DROP INDEX "refunds_attempt_id_reason_key";

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "overdue_told_on" DATE,
ADD COLUMN     "reminders_sent" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "sends_reminders" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "object_id" TEXT,
ADD COLUMN     "provider_ref" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "holds_slot" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "refunded_minor" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "payment_links" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shows_places" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "kind" "payout_kind" NOT NULL,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3),
ADD COLUMN     "polls_made" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "receipt" TEXT,
ADD COLUMN     "requested_by" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "payout_fee_ppm" INTEGER NOT NULL DEFAULT 10000;

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "available_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "failure_reason" TEXT,
ADD COLUMN     "fee_back_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3),
ADD COLUMN     "pending_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "polls_made" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "request_key" TEXT,
ADD COLUMN     "requested_by" TEXT;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "address" TEXT,
ADD COLUMN     "sends_receipts" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "sends_reminders" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "tax_number" TEXT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "next_reminder_at" TIMESTAMPTZ(3),
ADD COLUMN     "reminded_for" TIMESTAMPTZ(3),
ADD COLUMN     "reminders_sent" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "payout_destinations" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "kind" "payout_kind" NOT NULL,
    "currency" TEXT NOT NULL,
    "details_sealed" BYTEA NOT NULL,
    "label" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_destinations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_codes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "channel" "message_channel" NOT NULL,
    "value_sealed" BYTEA NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "tries_left" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_codes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payout_destinations_store_id_id_key" ON "payout_destinations"("store_id", "id");

-- CreateIndex
CREATE INDEX "contact_codes_subscription_id_created_at_idx" ON "contact_codes"("subscription_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "invoices_store_id_created_at_id_idx" ON "invoices"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "invoices_next_due_at_idx" ON "invoices"("next_due_at");

-- CreateIndex
CREATE INDEX "messages_store_id_created_at_idx" ON "messages"("store_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "messages_store_id_object_id_idx" ON "messages"("store_id", "object_id");

-- CreateIndex
CREATE INDEX "orders_store_id_payment_link_id_idx" ON "orders"("store_id", "payment_link_id");

-- CreateIndex
CREATE INDEX "orders_store_id_invoice_id_idx" ON "orders"("store_id", "invoice_id");

-- CreateIndex
CREATE INDEX "payment_links_store_id_created_at_id_idx" ON "payment_links"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payouts_store_id_created_at_idx" ON "payouts"("store_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payouts_next_poll_at_idx" ON "payouts"("next_poll_at");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_request_key_key" ON "refunds"("request_key");

-- CreateIndex
CREATE INDEX "refunds_store_id_order_id_idx" ON "refunds"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "refunds_attempt_id_idx" ON "refunds"("attempt_id");

-- CreateIndex
CREATE INDEX "subscriptions_next_reminder_at_idx" ON "subscriptions"("next_reminder_at");

-- AddForeignKey
ALTER TABLE "payout_destinations" ADD CONSTRAINT "payout_destinations_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_codes" ADD CONSTRAINT "contact_codes_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say

-- Until now the attempt and the reason named a refund.
UPDATE "refunds" SET "request_key" = "reason" || '/' || "attempt_id";
ALTER TABLE "refunds" ALTER COLUMN "request_key" SET NOT NULL;

-- Reminders look at every running live subscription once and plan the rest themselves.
UPDATE "subscriptions" SET "next_reminder_at" = "current_period_start" WHERE "livemode" AND "status" IN ('active', 'past_due');

ALTER TABLE "refunds" ADD CONSTRAINT "refunds_sources" CHECK ("pending_minor" >= 0 AND "available_minor" >= 0 AND "fee_back_minor" >= 0);
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("refunded_minor" >= 0 AND "refunded_minor" <= "total_minor");
