-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN "undone_at" TIMESTAMPTZ(3);

-- What reversed payments had paid for was undone when the rail took the last of their money.
UPDATE "payment_attempts" SET "undone_at" = "settled_at" WHERE "status" = 'reversed' AND "reversed_minor" > 0;
