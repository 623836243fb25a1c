-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "ends" BOOLEAN;
