-- CreateEnum
CREATE TYPE "reconciliation_state" AS ENUM ('agrees', 'differs', 'failed');

-- CreateEnum
CREATE TYPE "movement_op" AS ENUM ('charge', 'refund', 'payout', 'reversal');

-- CreateEnum
CREATE TYPE "difference_kind" AS ENUM ('missing_in_books', 'missing_at_rail', 'amount_differs');

-- CreateEnum
CREATE TYPE "balance_state" AS ENUM ('agrees', 'waiting', 'differs');

-- CreateTable
CREATE TABLE "reconciliations" (
    "id" BIGSERIAL NOT NULL,
    "rail" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "state" "reconciliation_state" NOT NULL,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "foreign" INTEGER NOT NULL DEFAULT 0,
    "totals" JSONB NOT NULL DEFAULT '[]',
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconciliation_differences" (
    "id" BIGSERIAL NOT NULL,
    "reconciliation_id" BIGINT NOT NULL,
    "kind" "difference_kind" NOT NULL,
    "op" "movement_op" NOT NULL,
    "our_id" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "rail_minor" BIGINT,
    "books_minor" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "reason" TEXT,

    CONSTRAINT "reconciliation_differences_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rail_balances" (
    "id" BIGSERIAL NOT NULL,
    "rail" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "rail_minor" BIGINT NOT NULL,
    "books_minor" BIGINT NOT NULL,
    "change_minor" BIGINT NOT NULL,
    "state" "balance_state" NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "settled_by" TEXT,
    "reason" TEXT,

    CONSTRAINT "rail_balances_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reconciliations_day_idx" ON "reconciliations"("day" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reconciliations_rail_day_key" ON "reconciliations"("rail", "day");

-- CreateIndex
CREATE INDEX "reconciliation_differences_closed_at_idx" ON "reconciliation_differences"("closed_at");

-- CreateIndex
CREATE UNIQUE INDEX "reconciliation_differences_reconciliation_id_op_our_id_curr_key" ON "reconciliation_differences"("reconciliation_id", "op", "our_id", "currency");

-- CreateIndex
CREATE INDEX "rail_balances_rail_currency_id_idx" ON "rail_balances"("rail", "currency", "id" DESC);

-- AddForeignKey
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_reconciliation_id_fkey" FOREIGN KEY ("reconciliation_id") REFERENCES "reconciliations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "ledger_transactions_occurred_at_idx" ON "ledger_transactions" USING BRIN ("occurred_at");
