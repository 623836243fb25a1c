-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "sent_by" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Those that were sent before: on the channels of their messages.
UPDATE "invoices" i SET "sent_by" = sent.channels
FROM (
  SELECT m."store_id", m."object_id", array_agg(DISTINCT m."channel"::text) AS channels
  FROM "messages" m
  WHERE m."template" IN ('invoice_sent', 'invoice_sent_due') AND m."status" IN ('sent', 'kept')
  GROUP BY 1, 2
) sent
WHERE i."sent_at" IS NOT NULL AND sent."store_id" = i."store_id" AND sent."object_id" = 'invoice/' || i."id";

ALTER TABLE "invoices" ADD CONSTRAINT "invoices_sent_by" CHECK ("sent_by" <@ ARRAY['email', 'sms']);
