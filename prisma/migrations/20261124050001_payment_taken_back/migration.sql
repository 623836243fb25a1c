-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "taken_back_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_back_reason" TEXT;

-- Those that were taken back before: few, and found along the index of rails.
UPDATE "orders" SET "taken_back_at" = a."undone_at", "taken_back_reason" = (
  SELECT e."reason" FROM "audit_entries" e
  WHERE e."target" = 'order:' || "orders"."id" AND e."action" = 'order.payment_undone' ORDER BY e."id" DESC LIMIT 1)
FROM "payment_attempts" a
WHERE a."rail" = 'outside' AND a."status" = 'reversed' AND a."order_id" = "orders"."id";
