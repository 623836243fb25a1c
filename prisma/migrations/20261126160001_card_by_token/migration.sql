-- AlterTable
ALTER TABLE "payment_instruments" ADD COLUMN "token_hash" BYTEA;
