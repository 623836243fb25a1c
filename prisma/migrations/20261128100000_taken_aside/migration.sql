-- AlterTable: what a rail took back of a second payment is told apart from what it took of the first.
ALTER TABLE "payment_attempts" ADD COLUMN "taken_aside" JSONB;
