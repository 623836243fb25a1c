-- CreateTable
CREATE TABLE "form_drafts" (
    "store_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "page" TEXT NOT NULL,
    "opening" TEXT NOT NULL,
    "turn" BIGINT NOT NULL,
    "fields" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "form_drafts_pkey" PRIMARY KEY ("store_id","user_id","page")
);

-- CreateIndex
CREATE INDEX "form_drafts_updated_at_idx" ON "form_drafts"("updated_at");

-- AddForeignKey
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
