-- CreateEnum
CREATE TYPE "deliverable_kind" AS ENUM ('file', 'link', 'text', 'codes');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "download_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "downloads_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "order_items" ADD COLUMN     "delivers" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "delivers" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "stored_files" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL CHECK ("bytes" >= 0),
    "sha256" BYTEA,
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file_chunks" (
    "file_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "file_chunks_pkey" PRIMARY KEY ("file_id","position")
);
-- What is sold as a file is compressed already: the database does not try again.
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "deliverables" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "kind" "deliverable_kind" NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT,
    "file_id" INTEGER,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliverables_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deliverables_content_check" CHECK (
      ("kind" = 'file') = ("file_id" IS NOT NULL) AND ("kind" IN ('link', 'text')) = ("content" IS NOT NULL)
    )
);

-- CreateTable
CREATE TABLE "deliverable_codes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "deliverable_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "order_id" INTEGER,
    "given_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliverable_codes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deliverable_codes_given_check" CHECK (("order_id" IS NULL) = ("given_at" IS NULL))
);

-- CreateTable
CREATE TABLE "download_counts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "deliverable_id" INTEGER NOT NULL,
    "order_id" INTEGER,
    "subscription_id" TEXT,
    "sent_bytes" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "download_counts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "download_counts_whose_check" CHECK (("order_id" IS NULL) <> ("subscription_id" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "stored_files_store_id_id_key" ON "stored_files"("store_id", "id");

-- CreateIndex
CREATE INDEX "stored_files_store_id_bytes_idx" ON "stored_files"("store_id", "bytes");

-- CreateIndex
CREATE UNIQUE INDEX "deliverables_file_id_key" ON "deliverables"("file_id");

-- CreateIndex
CREATE INDEX "deliverables_product_id_position_idx" ON "deliverables"("product_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "deliverables_store_id_id_key" ON "deliverables"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deliverables_store_id_file_id_key" ON "deliverables"("store_id", "file_id");

-- CreateIndex
CREATE INDEX "deliverable_codes_deliverable_id_order_id_id_idx" ON "deliverable_codes"("deliverable_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "deliverable_codes_order_id_idx" ON "deliverable_codes"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "deliverable_codes_product_id_hash_key" ON "deliverable_codes"("product_id", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "deliverable_codes_deliverable_id_order_id_key" ON "deliverable_codes"("deliverable_id", "order_id");

-- CreateIndex
CREATE INDEX "download_counts_deliverable_id_idx" ON "download_counts"("deliverable_id");

-- CreateIndex
CREATE UNIQUE INDEX "download_counts_order_id_deliverable_id_key" ON "download_counts"("order_id", "deliverable_id");

-- CreateIndex
CREATE UNIQUE INDEX "download_counts_subscription_id_deliverable_id_key" ON "download_counts"("subscription_id", "deliverable_id");

-- AddForeignKey
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliverables" ADD CONSTRAINT "deliverables_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliverables" ADD CONSTRAINT "deliverables_store_id_file_id_fkey" FOREIGN KEY ("store_id", "file_id") REFERENCES "stored_files"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliverable_codes" ADD CONSTRAINT "deliverable_codes_store_id_deliverable_id_fkey" FOREIGN KEY ("store_id", "deliverable_id") REFERENCES "deliverables"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliverable_codes" ADD CONSTRAINT "deliverable_codes_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "download_counts" ADD CONSTRAINT "download_counts_store_id_deliverable_id_fkey" FOREIGN KEY ("store_id", "deliverable_id") REFERENCES "deliverables"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "download_counts" ADD CONSTRAINT "download_counts_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "download_counts" ADD CONSTRAINT "download_counts_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;
