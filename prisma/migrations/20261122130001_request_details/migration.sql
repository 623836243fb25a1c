-- CreateTable
CREATE TABLE "request_log_details" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "request_id" TEXT NOT NULL,
    "key_last4" TEXT NOT NULL,
    "address" TEXT,
    "query" TEXT NOT NULL,
    "request_body" TEXT,
    "request_bytes" INTEGER,
    "response_body" TEXT,
    "response_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_log_details_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "request_log_details_store_id_livemode_id_idx" ON "request_log_details"("store_id", "livemode", "id" DESC);

-- CreateIndex
CREATE INDEX "request_log_details_created_at_idx" ON "request_log_details"("created_at");
