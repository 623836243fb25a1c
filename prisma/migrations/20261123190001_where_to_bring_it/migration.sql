-- AlterTable
ALTER TABLE "products" ADD COLUMN     "asks_place" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "order_deliveries" (
    "order_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_deliveries_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "order_deliveries_store_id_order_id_key" ON "order_deliveries"("store_id", "order_id");

-- AddForeignKey
ALTER TABLE "order_deliveries" ADD CONSTRAINT "order_deliveries_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "products" ADD CONSTRAINT "products_place_of_goods" CHECK (NOT "asks_place" OR "kind" = 'physical');
