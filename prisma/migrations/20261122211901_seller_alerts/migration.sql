-- AlterEnum
ALTER TYPE "message_channel" ADD VALUE 'push';

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "sms_alerts_max" INTEGER NOT NULL DEFAULT 100;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "phone" TEXT;

-- CreateTable
CREATE TABLE "phone_codes" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "tries_left" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_settings" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "allowed" BOOLEAN NOT NULL DEFAULT false,
    "choices" TEXT[],
    "has_chosen" BOOLEAN NOT NULL DEFAULT false,
    "quiet_from" INTEGER,
    "quiet_until" INTEGER,
    "time_zone" TEXT,
    "digest_hour" INTEGER,
    "next_digest_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_settings_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "channel" "message_channel" NOT NULL,
    "event" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "fact" TEXT NOT NULL,
    "currency" TEXT,
    "amount_minor" BIGINT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3),
    "gathered" BOOLEAN NOT NULL DEFAULT false,
    "told_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_devices" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "endpoint_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instance_keys" (
    "name" TEXT NOT NULL,
    "public" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_keys_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "phone_codes_user_id_id_idx" ON "phone_codes"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "alert_settings_next_digest_at_idx" ON "alert_settings"("next_digest_at");

-- CreateIndex
CREATE INDEX "alerts_due_at_idx" ON "alerts"("due_at") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "alerts_user_id_store_id_channel_told_at_idx" ON "alerts"("user_id", "store_id", "channel", "told_at");

-- CreateIndex
CREATE INDEX "alerts_created_at_idx" ON "alerts"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_fact_user_id_channel_key" ON "alerts"("fact", "user_id", "channel");

-- CreateIndex
CREATE UNIQUE INDEX "push_devices_endpoint_hash_key" ON "push_devices"("endpoint_hash");

-- CreateIndex
CREATE INDEX "push_devices_user_id_idx" ON "push_devices"("user_id");

-- AddForeignKey
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "members"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "members"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Hours of the day.
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_hours" CHECK (
  ("quiet_from" IS NULL) = ("quiet_until" IS NULL) AND "quiet_from" BETWEEN 0 AND 23 AND "quiet_until" BETWEEN 0 AND 23
  AND "digest_hour" BETWEEN 0 AND 23);
ALTER TABLE "stores" ADD CONSTRAINT "stores_sms_alerts_max" CHECK ("sms_alerts_max" >= 0);
