-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "scheduled_for" TEXT;

-- CreateTable
CREATE TABLE "payout_schedules" (
    "store_id" INTEGER NOT NULL,
    "destination_id" INTEGER NOT NULL,
    "weekday" INTEGER,
    "hour" INTEGER NOT NULL,
    "min_minor" BIGINT NOT NULL,
    "keep_minor" BIGINT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3),
    "last_run_on" TEXT,
    "wait_reason" TEXT,
    "told_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_schedules_pkey" PRIMARY KEY ("store_id")
);

-- CreateIndex
CREATE INDEX "payout_schedules_next_run_at_idx" ON "payout_schedules"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_store_id_scheduled_for_key" ON "payouts"("store_id", "scheduled_for");

-- AddForeignKey
ALTER TABLE "payout_schedules" ADD CONSTRAINT "payout_schedules_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_schedules" ADD CONSTRAINT "payout_schedules_store_id_destination_id_fkey" FOREIGN KEY ("store_id", "destination_id") REFERENCES "payout_destinations"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payout_schedules" ADD CONSTRAINT "payout_schedules_when" CHECK ("weekday" BETWEEN 1 AND 7 AND "hour" BETWEEN 0 AND 23);
ALTER TABLE "payout_schedules" ADD CONSTRAINT "payout_schedules_amounts" CHECK ("min_minor" >= 0 AND "keep_minor" >= 0);
