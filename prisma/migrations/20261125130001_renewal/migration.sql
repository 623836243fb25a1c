-- CreateEnum
CREATE TYPE "attempt_initiator" AS ENUM ('payer', 'schedule');

-- CreateEnum
CREATE TYPE "renewal_mode" AS ENUM ('manual', 'prompt', 'charge');

-- CreateEnum
CREATE TYPE "instrument_status" AS ENUM ('active', 'expired', 'revoked', 'refused');

-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "called_at" TIMESTAMPTZ(3),
ADD COLUMN     "consent" JSONB,
ADD COLUMN     "consent_id" BIGINT,
ADD COLUMN     "initiator" "attempt_initiator" NOT NULL DEFAULT 'payer',
ADD COLUMN     "renewal_end" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_of" TEXT,
ADD COLUMN     "renewal_try" INTEGER;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "lets_renew" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "instrument_id" BIGINT,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3),
ADD COLUMN     "next_renewal_try_at" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_agreed_at" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_card" JSONB,
ADD COLUMN     "renewal_consent_id" BIGINT,
ADD COLUMN     "renewal_failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_failure" TEXT,
ADD COLUMN     "renewal_hour" INTEGER NOT NULL DEFAULT 9,
ADD COLUMN     "renewal_mode" "renewal_mode" NOT NULL DEFAULT 'manual',
ADD COLUMN     "renewal_network" TEXT,
ADD COLUMN     "renewal_phone" TEXT,
ADD COLUMN     "renewal_phone_sealed" BYTEA,
ADD COLUMN     "renewal_refusals" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "renewal_stopped_for" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_tried_at" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_tried_for" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_tries" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "payment_instruments" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "rail" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "token_sealed" BYTEA,
    "fingerprint" BYTEA,
    "brand" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "exp_month" INTEGER,
    "exp_year" INTEGER,
    "status" "instrument_status" NOT NULL DEFAULT 'active',
    "warned_days" INTEGER,
    "next_forget_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_instruments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "renewal_consents" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "mode" "renewal_mode" NOT NULL,
    "instrument_id" BIGINT,
    "text" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "cap_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "interval" "billing_interval" NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "renewal_consents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rail_renewals" (
    "rail" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "daily_max" INTEGER NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rail_renewals_pkey" PRIMARY KEY ("rail")
);

-- CreateIndex
CREATE INDEX "payment_instruments_store_id_customer_id_idx" ON "payment_instruments"("store_id", "customer_id");

-- CreateIndex
CREATE INDEX "payment_instruments_next_forget_at_idx" ON "payment_instruments"("next_forget_at");

-- CreateIndex
CREATE INDEX "renewal_consents_subscription_id_idx" ON "renewal_consents"("subscription_id");

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_consent_id_fkey" FOREIGN KEY ("consent_id") REFERENCES "renewal_consents"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_instrument_id_fkey" FOREIGN KEY ("instrument_id") REFERENCES "payment_instruments"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "payment_instruments" ADD CONSTRAINT "payment_instruments_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_instruments" ADD CONSTRAINT "payment_instruments_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "renewal_consents" ADD CONSTRAINT "renewal_consents_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;
