-- CreateEnum
CREATE TYPE "key_scope" AS ENUM ('full', 'read');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN "scope" "key_scope" NOT NULL DEFAULT 'full';
