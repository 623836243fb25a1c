-- CreateTable
CREATE TABLE "proofs" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "purpose" TEXT NOT NULL,
    "subscription_id" TEXT,
    "channel" "message_channel" NOT NULL,
    "value_sealed" BYTEA NOT NULL,
    "value_hash" BYTEA,
    "code_hash" BYTEA NOT NULL,
    "tries_left" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "proofs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "proofs_whose" CHECK (("subscription_id" IS NULL) <> ("value_hash" IS NULL))
);

-- CreateIndex
CREATE INDEX "proofs_subscription_id_created_at_idx" ON "proofs"("subscription_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "proofs_value_hash_created_at_idx" ON "proofs"("value_hash", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_store_id_livemode_subscription_id_fkey" FOREIGN KEY ("store_id", "livemode", "subscription_id") REFERENCES "subscriptions"("store_id", "livemode", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A code that was sent a minute ago works on, and counts. The old table stays for a release that may run beside this one.
INSERT INTO "proofs" ("store_id", "livemode", "purpose", "subscription_id", "channel", "value_sealed", "code_hash", "tries_left", "expires_at", "used_at", "created_at")
SELECT "store_id", "livemode", 'contact', "subscription_id", "channel", "value_sealed", "code_hash", "tries_left", "expires_at", "used_at", "created_at"
FROM "contact_codes" WHERE "created_at" > now() - interval '1 hour' ORDER BY "id";
