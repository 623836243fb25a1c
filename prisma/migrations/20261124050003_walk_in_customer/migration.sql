-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "walk_in_customer_id" INTEGER;

-- AddForeignKey
ALTER TABLE "stores" ADD CONSTRAINT "stores_walk_in_customer_id_fkey" FOREIGN KEY ("walk_in_customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
