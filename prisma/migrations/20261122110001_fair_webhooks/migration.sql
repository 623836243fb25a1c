-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN "answers_slowly" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
-- What is told of a subscription's access stands in one line with the subscription's own events.
ALTER TABLE "webhook_deliveries" ADD COLUMN "line" TEXT;
UPDATE "webhook_deliveries" d SET "line" = regexp_replace(e."object_id", '^access/', '') FROM "events" e WHERE e."id" = d."event_id";
ALTER TABLE "webhook_deliveries" ALTER COLUMN "line" SET NOT NULL;

-- CreateIndex
-- A claim steps from endpoint to endpoint along it, and reads of each the first that are due.
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at", "id") WHERE "status" = 'pending';
