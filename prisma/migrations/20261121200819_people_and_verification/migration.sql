-- AlterTable
ALTER TABLE "user_tokens" ADD COLUMN     "email" TEXT;

-- CreateTable
CREATE TABLE "verification_documents" (
    "store_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_documents_pkey" PRIMARY KEY ("store_id")
);

-- AddForeignKey
ALTER TABLE "verification_documents" ADD CONSTRAINT "verification_documents_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
