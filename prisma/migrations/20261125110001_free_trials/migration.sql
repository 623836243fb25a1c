-- CreateEnum
CREATE TYPE "trial_proof" AS ENUM ('phone', 'email', 'none');

-- CreateEnum
CREATE TYPE "trial_identity" AS ENUM ('ref', 'email', 'phone');

-- AlterTable
ALTER TABLE "products" ADD COLUMN "trial_days" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "trial_proof" "trial_proof" NOT NULL DEFAULT 'phone';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN "trial_ends_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "trial_uses" (
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "kind" "trial_identity" NOT NULL,
    "hash" BYTEA NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trial_uses_pkey" PRIMARY KEY ("store_id", "livemode", "kind", "hash")
);

-- CreateIndex
CREATE INDEX "trial_uses_subscription_id_idx" ON "trial_uses"("subscription_id");

-- AddForeignKey
ALTER TABLE "trial_uses" ADD CONSTRAINT "trial_uses_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
