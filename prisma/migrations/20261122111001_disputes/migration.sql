-- CreateEnum
CREATE TYPE "dispute_state" AS ENUM ('open', 'won', 'lost', 'accepted');

-- DropIndex
DROP INDEX "tasks_kind_subject_key";

-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "reversed_fee_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "reversed_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "settled_ref" TEXT,
ADD COLUMN     "taken_back_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "watched_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "ends_access_on_reversal" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "disputes" (
    "id" UUID NOT NULL,
    "store_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "attempt_id" UUID NOT NULL,
    "rail" TEXT NOT NULL,
    "rail_ref" TEXT NOT NULL,
    "state" "dispute_state" NOT NULL DEFAULT 'open',
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "reason" TEXT,
    "fee_currency" TEXT,
    "fee_minor" BIGINT NOT NULL DEFAULT 0,
    "reserved_pending_minor" BIGINT NOT NULL DEFAULT 0,
    "reserved_available_minor" BIGINT NOT NULL DEFAULT 0,
    "moves" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "disputes_attempt_id_idx" ON "disputes"("attempt_id");

-- CreateIndex
CREATE INDEX "disputes_store_id_order_id_idx" ON "disputes"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "disputes_state_created_at_idx" ON "disputes"("state", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "disputes_rail_rail_ref_key" ON "disputes"("rail", "rail_ref");

-- CreateIndex
CREATE INDEX "tasks_kind_subject_idx" ON "tasks"("kind", "subject");

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_store_id_attempt_id_fkey" FOREIGN KEY ("store_id", "attempt_id") REFERENCES "payment_attempts"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: one open task of a kind for each subject; what was settled may come again.
CREATE UNIQUE INDEX "tasks_open" ON "tasks"("kind", "subject") WHERE "resolved_at" IS NULL;

-- What is booked as taken back is never more than the rail says, and nothing is below zero.
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_reversed" CHECK ("reversed_minor" >= 0
  AND "reversed_minor" <= "taken_back_minor" AND "reversed_fee_minor" BETWEEN 0 AND "reversed_minor");
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_amounts" CHECK ("amount_minor" > 0 AND "fee_minor" >= 0
  AND "reserved_pending_minor" >= 0 AND "reserved_available_minor" >= 0);
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_decided" CHECK (("state" = 'open') = ("decided_at" IS NULL));
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_reserve" CHECK ("state" = 'open'
  OR "reserved_pending_minor" + "reserved_available_minor" = 0);

-- Payments that were taken back before this was noted.
UPDATE "payment_attempts" t SET
  "taken_back_minor" = o."total_minor",
  "reversed_minor" = o."total_minor" - back.minor,
  "reversed_fee_minor" = least(o."fee_minor", o."total_minor" - back.minor)
FROM "orders" o CROSS JOIN LATERAL (
  SELECT coalesce(sum(r."amount_minor"), 0) AS minor FROM "refunds" r WHERE r."order_id" = o."id" AND r."status" = 'paid'
    AND r."pending_minor" + r."available_minor" + r."fee_back_minor" > 0) back
WHERE o."id" = t."order_id" AND t."status" = 'reversed' AND t."paid_at" IS NOT NULL AND t."suspense_reason" IS NULL;
