-- Short numbers by which payers name an invoice, a subscription or a payment link at a phone or a till. A number is never
-- given twice, also after what it named is gone: who wrote it down may still pay to it.
CREATE TABLE "account_numbers" (
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "number" TEXT NOT NULL,
    "names" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "account_numbers_pkey" PRIMARY KEY ("store_id", "number")
);
CREATE UNIQUE INDEX "account_numbers_store_id_names_key" ON "account_numbers" ("store_id", "names");

-- Every receipt of an account of a store's own, and the one payment that it belongs to: whichever door tells of it first,
-- a callback, the till or a statement, it is booked once. Without a payment it waits for its seller.
CREATE TABLE "till_payments" (
    "id" BIGSERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "rail" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "rail_ref" TEXT,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "payer_sealed" BYTEA,
    "why" TEXT,
    "attempt_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "till_payments_amount" CHECK ("amount_minor" > 0)
);
CREATE UNIQUE INDEX "till_payments_rail_receipt_key" ON "till_payments" ("rail", "receipt");
CREATE INDEX "till_payments_attempt_id_idx" ON "till_payments" ("attempt_id");
CREATE INDEX "till_payments_waiting_idx" ON "till_payments" ("store_id", "created_at") WHERE "attempt_id" IS NULL;

-- What came before there were such rows.
INSERT INTO "till_payments" ("store_id", "rail", "receipt", "currency", "amount_minor", "paid_at", "attempt_id", "created_at")
SELECT "store_id", "rail", "receipt", "currency", "amount_minor", coalesce("paid_at", "created_at"), "id", "created_at"
FROM "payment_attempts" WHERE strpos("rail", ':') > 0 AND "receipt" IS NOT NULL ORDER BY "created_at"
ON CONFLICT DO NOTHING;

-- Whether an account answers its provider's question before money moves: then an unknown number or a wrong amount is refused.
ALTER TABLE "rail_accounts" ADD COLUMN "till_refuses" BOOLEAN NOT NULL DEFAULT false;
