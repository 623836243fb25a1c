-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "instrument_hash" BYTEA;

-- AlterTable
ALTER TABLE "renewal_consents" ADD COLUMN     "attempt_id" UUID,
ADD COLUMN     "customer_id" INTEGER,
ADD COLUMN     "instrument_hash" BYTEA,
ADD COLUMN     "proven_by" TEXT;

-- CreateTable
CREATE TABLE "renewal_notices" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "consent_id" BIGINT NOT NULL,
    "renewal_end" TIMESTAMPTZ(3) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_from" TIMESTAMPTZ(3) NOT NULL,
    "channels" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "renewal_notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_prices" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "subscription_id" TEXT NOT NULL,
    "product_id" INTEGER NOT NULL,
    "interval" "billing_interval" NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "discount_id" INTEGER,
    "discount_periods" INTEGER,
    "why" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "former_prices" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_prices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "renewal_notices_subscription_id_renewal_end_idx" ON "renewal_notices"("subscription_id", "renewal_end");

-- CreateIndex
CREATE INDEX "subscription_prices_subscription_id_id_idx" ON "subscription_prices"("subscription_id", "id");

-- CreateIndex
CREATE INDEX "former_prices_product_id_idx" ON "former_prices"("product_id");

-- CreateIndex
CREATE INDEX "renewal_consents_instrument_hash_idx" ON "renewal_consents"("instrument_hash");

-- AddForeignKey
ALTER TABLE "renewal_notices" ADD CONSTRAINT "renewal_notices_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_prices" ADD CONSTRAINT "subscription_prices_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_prices" ADD CONSTRAINT "former_prices_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Cards that were agreed to before are known again by what is known of them. Of a phone only the service can make the hash.
UPDATE "renewal_consents" c SET "instrument_hash" = i."fingerprint" FROM "payment_instruments" i
  WHERE i."id" = c."instrument_id" AND i."fingerprint" IS NOT NULL;

-- What a subscription costs now, as it was found when prices began to be written down.
INSERT INTO "subscription_prices" ("store_id", "subscription_id", "product_id", "interval", "currency", "amount_minor",
    "discount_id", "discount_periods", "why", "actor", "created_at")
  SELECT "store_id", "id", "product_id", "interval", "currency", "amount_minor", "discount_id", "discount_periods_left",
    'found', 'system', now() FROM "subscriptions" WHERE "livemode";
