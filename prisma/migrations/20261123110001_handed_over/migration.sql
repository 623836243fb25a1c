-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "handed_over_at" TIMESTAMPTZ(3),
ADD COLUMN     "handover_note" TEXT;

-- By hand: what sellers marked as handed over until now. What was completed by itself was never handed over.
UPDATE "orders" o SET "handed_over_at" = act."at"
FROM (SELECT "store_id", "target", max("created_at") AS "at" FROM "audit_entries"
  WHERE "action" = 'order.fulfilled' GROUP BY "store_id", "target") act
WHERE act."store_id" = o."store_id" AND act."target" = 'order:' || o."id" AND o."fulfillment_status" = 'fulfilled';
