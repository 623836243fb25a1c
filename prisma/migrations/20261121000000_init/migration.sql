-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "user_token_kind" AS ENUM ('password_reset', 'email_verification', 'sign_in', 'invitation');

-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('owner', 'admin', 'support', 'developer', 'viewer');

-- CreateEnum
CREATE TYPE "store_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "verification_status" AS ENUM ('unverified', 'pending', 'verified', 'rejected');

-- CreateEnum
CREATE TYPE "product_kind" AS ENUM ('physical', 'digital', 'course', 'webinar', 'subscription', 'service', 'bookings', 'bundle');

-- CreateEnum
CREATE TYPE "product_status" AS ENUM ('active', 'draft', 'archived');

-- CreateEnum
CREATE TYPE "billing_interval" AS ENUM ('week', 'month', 'quarter', 'year');

-- CreateEnum
CREATE TYPE "customer_status" AS ENUM ('active', 'blocked');

-- CreateEnum
CREATE TYPE "source" AS ENUM ('storefront', 'funnel', 'embed', 'payment_link', 'invoice', 'subscription', 'api', 'manual', 'import');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('pending', 'paid', 'failed', 'expired', 'partially_refunded', 'refunded');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('pending', 'processing', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "fulfillment_status" AS ENUM ('unfulfilled', 'partially_fulfilled', 'fulfilled', 'not_required');

-- CreateEnum
CREATE TYPE "payment_method" AS ENUM ('mobile_money', 'card', 'bank', 'cash', 'free');

-- CreateEnum
CREATE TYPE "attempt_status" AS ENUM ('created', 'pending', 'succeeded', 'failed', 'unknown');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('active', 'past_due', 'cancelled', 'expired');

-- CreateEnum
CREATE TYPE "amount_type" AS ENUM ('fixed', 'custom');

-- CreateEnum
CREATE TYPE "payout_status" AS ENUM ('requested', 'sent', 'paid', 'failed', 'returned');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'succeeded', 'failed', 'skipped');

-- CreateEnum
CREATE TYPE "message_channel" AS ENUM ('email', 'sms');

-- CreateEnum
CREATE TYPE "message_status" AS ENUM ('queued', 'sent', 'failed', 'kept');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "language" TEXT NOT NULL DEFAULT 'en',
    "email_verified_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_tokens" (
    "token_hash" BYTEA NOT NULL,
    "kind" "user_token_kind" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "sign_in_throttles" (
    "subject" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "locked_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_throttles_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "member_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "plans" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "includes_api" BOOLEAN NOT NULL,
    "fee_ppm" INTEGER NOT NULL,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "stores" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "plan_code" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "currency" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT 'en',
    "logo_url" TEXT,
    "brand_colour" TEXT,
    "contact_phone" TEXT,
    "contact_email" TEXT,
    "return_url" TEXT,
    "status" "store_status" NOT NULL DEFAULT 'active',
    "suspended_at" TIMESTAMPTZ(3),
    "verification_status" "verification_status" NOT NULL DEFAULT 'unverified',
    "developer_access_blocked_at" TIMESTAMPTZ(3),
    "buyer_pays_charges" BOOLEAN NOT NULL DEFAULT false,
    "test_mode_since" TIMESTAMPTZ(3),
    "next_invoice_number" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stores_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "last4" TEXT NOT NULL,
    "created_by" INTEGER,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "subject" TEXT NOT NULL,
    "hits" TIMESTAMPTZ(3)[],

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "products" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "short_description" TEXT NOT NULL DEFAULT '',
    "kind" "product_kind" NOT NULL,
    "status" "product_status" NOT NULL DEFAULT 'active',
    "currency" TEXT NOT NULL,
    "price_minor" BIGINT NOT NULL,
    "sale_price_minor" BIGINT,
    "image_url" TEXT,
    "interval" "billing_interval",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "country" TEXT,
    "city" TEXT,
    "address" TEXT,
    "status" "customer_status" NOT NULL DEFAULT 'active',
    "source" "source" NOT NULL,
    "accepts_marketing" BOOLEAN NOT NULL DEFAULT false,
    "customer_since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "number" TEXT NOT NULL,
    "short_number" TEXT NOT NULL,
    "receipt_token" TEXT NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "payment_status" "payment_status" NOT NULL DEFAULT 'pending',
    "order_status" "order_status" NOT NULL DEFAULT 'pending',
    "fulfillment_status" "fulfillment_status" NOT NULL DEFAULT 'unfulfilled',
    "payment_method" "payment_method" NOT NULL,
    "source" "source" NOT NULL,
    "currency" TEXT NOT NULL,
    "subtotal_minor" BIGINT NOT NULL,
    "discount_minor" BIGINT NOT NULL DEFAULT 0,
    "shipping_fee_minor" BIGINT NOT NULL DEFAULT 0,
    "total_minor" BIGINT NOT NULL,
    "fee_minor" BIGINT NOT NULL DEFAULT 0,
    "net_minor" BIGINT NOT NULL,
    "payment_link_id" INTEGER,
    "invoice_id" INTEGER,
    "subscription_id" TEXT,
    "answer" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_items" (
    "store_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "product_id" INTEGER,
    "name" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_price_minor" BIGINT NOT NULL,
    "total_minor" BIGINT NOT NULL,

    CONSTRAINT "order_items_pkey" PRIMARY KEY ("order_id","position")
);

-- CreateTable
CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL,
    "store_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "rail" TEXT NOT NULL,
    "rail_ref" TEXT,
    "method" "payment_method" NOT NULL,
    "network" TEXT,
    "phone_sealed" BYTEA,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "status" "attempt_status" NOT NULL DEFAULT 'created',
    "failure_reason" TEXT,
    "rail_code" TEXT,
    "receipt" TEXT,
    "rail_fee_minor" BIGINT,
    "prompt_expires_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "polls_made" INTEGER NOT NULL DEFAULT 0,
    "next_poll_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rail_callbacks" (
    "id" BIGSERIAL NOT NULL,
    "rail" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "rail_callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" TEXT NOT NULL,
    "store_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "product_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "ref" TEXT,
    "status" "subscription_status" NOT NULL,
    "interval" "billing_interval" NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "anchor_at" TIMESTAMPTZ(3) NOT NULL,
    "anchor_periods" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "current_period_start" TIMESTAMPTZ(3) NOT NULL,
    "current_period_end" TIMESTAMPTZ(3) NOT NULL,
    "cancelled_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "next_due_at" TIMESTAMPTZ(3),
    "payments_count" INTEGER NOT NULL,
    "total_paid_minor" BIGINT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "manage_version" INTEGER NOT NULL DEFAULT 1,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_periods" (
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "order_id" INTEGER,
    "attempt_id" UUID,
    "payment_key" TEXT,

    CONSTRAINT "subscription_periods_pkey" PRIMARY KEY ("subscription_id","number")
);

-- CreateTable
CREATE TABLE "payment_links" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "amount_type" "amount_type" NOT NULL DEFAULT 'fixed',
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT,
    "min_amount_minor" BIGINT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_reusable" BOOLEAN NOT NULL DEFAULT true,
    "max_payments" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "collect_email" BOOLEAN NOT NULL DEFAULT false,
    "custom_question" TEXT,
    "thank_you_message" TEXT,
    "redirect_url" TEXT,
    "slots_reserved" INTEGER NOT NULL DEFAULT 0,
    "payments_count" INTEGER NOT NULL DEFAULT 0,
    "total_paid_minor" BIGINT NOT NULL DEFAULT 0,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "token" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "customer_id" INTEGER,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT,
    "customer_phone" TEXT,
    "currency" TEXT NOT NULL,
    "subtotal_minor" BIGINT NOT NULL,
    "discount_minor" BIGINT NOT NULL DEFAULT 0,
    "tax_label" TEXT,
    "tax_rate_ppm" INTEGER NOT NULL DEFAULT 0,
    "tax_minor" BIGINT NOT NULL DEFAULT 0,
    "total_minor" BIGINT NOT NULL,
    "paid_minor" BIGINT NOT NULL DEFAULT 0,
    "allow_part_payment" BOOLEAN NOT NULL DEFAULT false,
    "min_part_payment_minor" BIGINT,
    "notes" TEXT,
    "issued_on" DATE,
    "due_on" DATE,
    "sent_at" TIMESTAMPTZ(3),
    "viewed_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_items" (
    "store_id" INTEGER NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "quantity_milli" BIGINT NOT NULL,
    "unit_price_minor" BIGINT NOT NULL,

    CONSTRAINT "invoice_items_pkey" PRIMARY KEY ("invoice_id","position")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER,
    "kind" TEXT NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_postings" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "from_account_id" INTEGER NOT NULL,
    "to_account_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" UUID NOT NULL,
    "store_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "fee_minor" BIGINT NOT NULL,
    "status" "payout_status" NOT NULL DEFAULT 'requested',
    "rail" TEXT NOT NULL,
    "rail_ref" TEXT,
    "destination_sealed" BYTEA NOT NULL,
    "destination_label" TEXT NOT NULL,
    "failure_reason" TEXT,
    "next_poll_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "types" TEXT[],
    "secret_sealed" BYTEA NOT NULL,
    "old_secret_sealed" BYTEA,
    "old_secret_until" TIMESTAMPTZ(3),
    "switched_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(3),
    "warned_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "event_id" TEXT NOT NULL,
    "endpoint_id" INTEGER NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "skipped_reason" TEXT,
    "attempts_made" INTEGER NOT NULL DEFAULT 0,
    "first_attempt_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status_code" INTEGER,
    "error_class" TEXT,
    "response_headers" JSONB,
    "response_body" TEXT,
    "sent_by" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER,
    "store_id" INTEGER,
    "channel" "message_channel" NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "status" "message_status" NOT NULL DEFAULT 'queued',
    "attempts_made" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER,
    "store_id" INTEGER,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "reason" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "user_tokens_user_id_kind_idx" ON "user_tokens"("user_id", "kind");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "stores_slug_key" ON "stores"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "stores_account_id_id_key" ON "stores"("account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_store_id_id_key" ON "api_keys"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "products_token_key" ON "products"("token");

-- CreateIndex
CREATE UNIQUE INDEX "products_store_id_id_key" ON "products"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_account_id_livemode_id_key" ON "customers"("account_id", "livemode", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_account_id_livemode_email_key" ON "customers"("account_id", "livemode", "email");

-- CreateIndex
CREATE UNIQUE INDEX "customers_account_id_livemode_phone_key" ON "customers"("account_id", "livemode", "phone");

-- CreateIndex
CREATE UNIQUE INDEX "orders_receipt_token_key" ON "orders"("receipt_token");

-- CreateIndex
CREATE INDEX "orders_store_id_created_at_id_idx" ON "orders"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "orders_store_id_id_key" ON "orders"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_store_id_number_key" ON "orders"("store_id", "number");

-- CreateIndex
CREATE INDEX "order_items_store_id_product_id_idx" ON "order_items"("store_id", "product_id");

-- CreateIndex
CREATE INDEX "payment_attempts_order_id_idx" ON "payment_attempts"("order_id");

-- CreateIndex
CREATE INDEX "payment_attempts_next_poll_at_idx" ON "payment_attempts"("next_poll_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_store_id_id_key" ON "payment_attempts"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_rail_rail_ref_key" ON "payment_attempts"("rail", "rail_ref");

-- CreateIndex
CREATE INDEX "rail_callbacks_processed_at_idx" ON "rail_callbacks"("processed_at");

-- CreateIndex
CREATE UNIQUE INDEX "rail_callbacks_rail_dedupe_key_key" ON "rail_callbacks"("rail", "dedupe_key");

-- CreateIndex
CREATE INDEX "subscriptions_store_id_livemode_ref_idx" ON "subscriptions"("store_id", "livemode", "ref");

-- CreateIndex
CREATE INDEX "subscriptions_store_id_livemode_created_at_id_idx" ON "subscriptions"("store_id", "livemode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "subscriptions_account_id_livemode_customer_id_idx" ON "subscriptions"("account_id", "livemode", "customer_id");

-- CreateIndex
CREATE INDEX "subscriptions_next_due_at_idx" ON "subscriptions"("next_due_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_store_id_livemode_id_key" ON "subscriptions"("store_id", "livemode", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_store_id_livemode_product_id_ref_key" ON "subscriptions"("store_id", "livemode", "product_id", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_periods_order_id_key" ON "subscription_periods"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_periods_attempt_id_key" ON "subscription_periods"("attempt_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_periods_store_id_order_id_key" ON "subscription_periods"("store_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_periods_store_id_attempt_id_key" ON "subscription_periods"("store_id", "attempt_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_periods_store_id_livemode_payment_key_key" ON "subscription_periods"("store_id", "livemode", "payment_key");

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_token_key" ON "payment_links"("token");

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_store_id_id_key" ON "payment_links"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_token_key" ON "invoices"("token");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_store_id_id_key" ON "invoices"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_store_id_number_key" ON "invoices"("store_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_store_id_kind_currency_key" ON "ledger_accounts"("store_id", "kind", "currency");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_kind_source_id_key" ON "ledger_transactions"("kind", "source_id");

-- CreateIndex
CREATE INDEX "ledger_postings_from_account_id_idx" ON "ledger_postings"("from_account_id");

-- CreateIndex
CREATE INDEX "ledger_postings_to_account_id_idx" ON "ledger_postings"("to_account_id");

-- CreateIndex
CREATE INDEX "ledger_postings_transaction_id_idx" ON "ledger_postings"("transaction_id");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_store_id_id_key" ON "payouts"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_rail_rail_ref_key" ON "payouts"("rail", "rail_ref");

-- CreateIndex
CREATE UNIQUE INDEX "events_dedupe_key_key" ON "events"("dedupe_key");

-- CreateIndex
CREATE INDEX "events_store_id_livemode_created_at_id_idx" ON "events"("store_id", "livemode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "events_store_id_object_id_sequence_idx" ON "events"("store_id", "object_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "events_store_id_livemode_id_key" ON "events"("store_id", "livemode", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoints_store_id_livemode_id_key" ON "webhook_endpoints"("store_id", "livemode", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_next_attempt_at_idx" ON "webhook_deliveries"("next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_started_at_idx" ON "webhook_attempts"("delivery_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "messages_dedupe_key_key" ON "messages"("dedupe_key");

-- CreateIndex
CREATE INDEX "messages_next_attempt_at_idx" ON "messages"("next_attempt_at");

-- CreateIndex
CREATE INDEX "messages_created_at_idx" ON "messages"("created_at" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_store_id_created_at_idx" ON "audit_entries"("store_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stores" ADD CONSTRAINT "stores_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stores" ADD CONSTRAINT "stores_plan_code_fkey" FOREIGN KEY ("plan_code") REFERENCES "plans"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_livemode_customer_id_fkey" FOREIGN KEY ("account_id", "livemode", "customer_id") REFERENCES "customers"("account_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_payment_link_id_fkey" FOREIGN KEY ("store_id", "payment_link_id") REFERENCES "payment_links"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_invoice_id_fkey" FOREIGN KEY ("store_id", "invoice_id") REFERENCES "invoices"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_livemode_customer_id_fkey" FOREIGN KEY ("account_id", "livemode", "customer_id") REFERENCES "customers"("account_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_store_id_attempt_id_fkey" FOREIGN KEY ("store_id", "attempt_id") REFERENCES "payment_attempts"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_livemode_customer_id_fkey" FOREIGN KEY ("account_id", "livemode", "customer_id") REFERENCES "customers"("account_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_store_id_invoice_id_fkey" FOREIGN KEY ("store_id", "invoice_id") REFERENCES "invoices"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_from_account_id_fkey" FOREIGN KEY ("from_account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_to_account_id_fkey" FOREIGN KEY ("to_account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_store_id_livemode_event_id_fkey" FOREIGN KEY ("store_id", "livemode", "event_id") REFERENCES "events"("store_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_store_id_livemode_endpoint_id_fkey" FOREIGN KEY ("store_id", "livemode", "endpoint_id") REFERENCES "webhook_endpoints"("store_id", "livemode", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows is written by hand: rules that a Prisma schema cannot say.

-- The limiter's log is worth nothing after a crash, and writing it must cost little.
ALTER TABLE "rate_limits" SET UNLOGGED;

-- Only rows that wait for something are looked for.
DROP INDEX "subscriptions_next_due_at_idx";
CREATE INDEX "subscriptions_next_due_at_idx" ON "subscriptions" ("next_due_at") WHERE "next_due_at" IS NOT NULL;
DROP INDEX "webhook_deliveries_next_attempt_at_idx";
CREATE INDEX "webhook_deliveries_next_attempt_at_idx" ON "webhook_deliveries" ("next_attempt_at") WHERE "status" = 'pending';
DROP INDEX "payment_attempts_next_poll_at_idx";
CREATE INDEX "payment_attempts_next_poll_at_idx" ON "payment_attempts" ("next_poll_at") WHERE "next_poll_at" IS NOT NULL;
DROP INDEX "messages_next_attempt_at_idx";
CREATE INDEX "messages_next_attempt_at_idx" ON "messages" ("next_attempt_at") WHERE "status" = 'queued';

-- Test mode creates no order and no invoice.
ALTER TABLE "orders" ADD CONSTRAINT "orders_live_only" CHECK ("livemode");
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_live_only" CHECK ("livemode");

-- Money adds up in every row.
ALTER TABLE "products" ADD CONSTRAINT "products_interval_with_kind" CHECK (("kind" = 'subscription') = ("interval" IS NOT NULL));
ALTER TABLE "products" ADD CONSTRAINT "products_price" CHECK ("price_minor" > 0 AND ("sale_price_minor" IS NULL OR "sale_price_minor" > 0));
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("total_minor" = "subtotal_minor" - "discount_minor" + "shipping_fee_minor");
ALTER TABLE "orders" ADD CONSTRAINT "orders_net" CHECK ("net_minor" = "total_minor" - "fee_minor");
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_total" CHECK ("total_minor" = "unit_price_minor" * "quantity");
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_amount" CHECK ("amount_minor" > 0);
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_amounts" CHECK ("amount_minor" > 0 AND "total_paid_minor" >= 0 AND "payments_count" >= 0);
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_period" CHECK ("current_period_start" < "current_period_end");
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_span" CHECK ("starts_at" < "ends_at");
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_total" CHECK ("total_minor" = "subtotal_minor" - "discount_minor" + "tax_minor" AND "total_minor" > 0);
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_paid" CHECK ("paid_minor" BETWEEN 0 AND "total_minor");
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_amount" CHECK ("amount_minor" > 0 AND "from_account_id" <> "to_account_id");
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_amount" CHECK ("amount_minor" > 0 AND "fee_minor" >= 0);

-- The service's own ledger accounts have no store, and a unique index takes two NULLs for different.
CREATE UNIQUE INDEX "ledger_accounts_own_key" ON "ledger_accounts" ("kind", "currency") WHERE "store_id" IS NULL;

-- The ledger and the log of acts are only ever added to; a correction is a new row.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: add a correction instead', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ledger_transactions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- An event says what was true; its text is never rewritten. (Test events may be deleted with the test data.)
CREATE TRIGGER "never_rewritten" BEFORE UPDATE ON "events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- The two accounts of a posting hold the posting's currency, proven when the transaction commits.
CREATE FUNCTION "check_posting_currency"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "ledger_accounts" WHERE "id" IN (NEW."from_account_id", NEW."to_account_id") AND "currency" <> NEW."currency") THEN
    RAISE EXCEPTION 'a posting of % cannot touch an account of another currency', NEW."currency" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "posting_currency" AFTER INSERT ON "ledger_postings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_posting_currency"();
