-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "invoice_digits" INTEGER NOT NULL DEFAULT 6,
ADD COLUMN     "invoice_prefix" TEXT NOT NULL DEFAULT 'INV-';
