-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('queued', 'sent', 'paid', 'failed');

-- AlterEnum
ALTER TYPE "attempt_status" ADD VALUE 'reversed';

-- AlterTable
ALTER TABLE "ledger_accounts" ADD COLUMN     "is_held" BOOLEAN NOT NULL,
ADD COLUMN     "rail" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "subscriber_ref" TEXT;

-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "prompt" JSONB,
ADD COLUMN     "suspense_reason" TEXT,
ADD COLUMN     "token" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "rail_callbacks" ADD COLUMN     "event" JSONB NOT NULL;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "next_order_number" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "ledger_balances" (
    "account_id" INTEGER NOT NULL,
    "balance_minor" BIGINT NOT NULL,
    "floored" BOOLEAN NOT NULL,

    CONSTRAINT "ledger_balances_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "wallet_holds" (
    "attempt_id" UUID NOT NULL,
    "store_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "release_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_holds_pkey" PRIMARY KEY ("attempt_id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL,
    "store_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "attempt_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'queued',
    "rail_ref" TEXT,
    "next_poll_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_records" (
    "id" TEXT NOT NULL,
    "phone" TEXT,
    "created_at_ms" BIGINT NOT NULL,
    "next_callback_at_ms" BIGINT,
    "record" JSONB NOT NULL,

    CONSTRAINT "sandbox_records_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refunds_next_poll_at_idx" ON "refunds"("next_poll_at");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_attempt_id_reason_key" ON "refunds"("attempt_id", "reason");

-- CreateIndex
CREATE INDEX "tasks_store_id_created_at_idx" ON "tasks"("store_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tasks_kind_subject_key" ON "tasks"("kind", "subject");

-- CreateIndex
CREATE INDEX "sandbox_records_next_callback_at_ms_idx" ON "sandbox_records"("next_callback_at_ms");

-- CreateIndex
CREATE INDEX "sandbox_records_phone_idx" ON "sandbox_records"("phone");

-- CreateIndex
CREATE INDEX "orders_subscription_id_idx" ON "orders"("subscription_id");

-- CreateIndex
CREATE INDEX "orders_store_id_customer_id_idx" ON "orders"("store_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_token_key" ON "payment_attempts"("token");

-- AddForeignKey
ALTER TABLE "ledger_balances" ADD CONSTRAINT "ledger_balances_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_holds" ADD CONSTRAINT "wallet_holds_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_store_id_attempt_id_fkey" FOREIGN KEY ("store_id", "attempt_id") REFERENCES "payment_attempts"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say

ALTER TABLE "wallet_holds" ADD CONSTRAINT "wallet_holds_amount" CHECK ("amount_minor" > 0);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("amount_minor" > 0);
CREATE INDEX "wallet_holds_due_idx" ON "wallet_holds" ("release_at") WHERE "released_at" IS NULL;

-- Clearing is held by a rail; no other account is. The service's own accounts have neither store nor twin.
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_rail" CHECK (("kind" = 'clearing') = ("rail" IS NOT NULL) AND ("rail" IS NULL OR "store_id" IS NULL));
DROP INDEX "ledger_accounts_own_key";
CREATE UNIQUE INDEX "ledger_accounts_own_key" ON "ledger_accounts" ("kind", coalesce("rail", ''), "currency") WHERE "store_id" IS NULL;

-- An account is what it is for ever: what was posted to it would change its meaning with it.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ledger_accounts" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Wallets and money on its way are never below zero.
ALTER TABLE "ledger_balances" ADD CONSTRAINT "ledger_balances_floor" CHECK (NOT "floored" OR "balance_minor" >= 0);

-- A balance is moved by a posting, with it and in no other way, so it is the sum of its postings by construction.
CREATE FUNCTION "guard_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW."balance_minor" = 0 THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'balances change by postings only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "by_postings_only" BEFORE INSERT OR UPDATE OR DELETE ON "ledger_balances" FOR EACH ROW EXECUTE FUNCTION "guard_balance"();

CREATE FUNCTION "move_balances"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE moved INTEGER;
BEGIN
  UPDATE "ledger_balances" b
  SET "balance_minor" = b."balance_minor" +
    CASE WHEN (a."id" = NEW."to_account_id") <> a."is_held" THEN NEW."amount_minor" ELSE -NEW."amount_minor" END
  FROM "ledger_accounts" a
  WHERE a."id" = b."account_id" AND a."id" IN (NEW."from_account_id", NEW."to_account_id");
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved <> 2 THEN
    RAISE EXCEPTION 'a posting moves two balances, not %', moved USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "moves_balances" AFTER INSERT ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION "move_balances"();

-- Proven when the transaction commits: an entry has postings, all of one currency, and touches one store and one rail
-- at most. A posting takes what it gives, so such an entry is always balanced.
CREATE FUNCTION "check_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found RECORD;
BEGIN
  SELECT count(*) AS postings, count(DISTINCT p."currency") AS currencies,
    count(DISTINCT a."store_id") AS stores, count(DISTINCT a."rail") AS rails
  INTO found
  FROM "ledger_postings" p JOIN "ledger_accounts" a ON a."id" IN (p."from_account_id", p."to_account_id")
  WHERE p."transaction_id" = NEW."id";
  IF found.postings = 0 OR found.currencies <> 1 OR found.stores > 1 OR found.rails > 1 THEN
    RAISE EXCEPTION 'ledger entry % is not whole', NEW."id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "entry_is_whole" AFTER INSERT ON "ledger_transactions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_entry"();
