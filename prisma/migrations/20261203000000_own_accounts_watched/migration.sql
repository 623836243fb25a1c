-- When the owners of an account were told that its rail refuses its keys. Null: there is nothing to tell, or they are told next.
ALTER TABLE "rail_accounts" ADD COLUMN "told_at" TIMESTAMPTZ(3);

-- Who chose what to be told before this could be told is told of it too.
UPDATE "alert_settings" SET "choices" = "choices" || ARRAY['account/email', 'account/push'] WHERE "has_chosen";

-- What a store owes the service for a month of payments into accounts of its own.
CREATE TABLE "fee_statements" (
    "id" SERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "currency" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "taken_minor" BIGINT NOT NULL,
    "invoice_id" INTEGER REFERENCES "invoices" ("id") ON UPDATE CASCADE ON DELETE SET NULL,
    "paid_at" TIMESTAMPTZ(3),
    "paid_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "fee_statements_amount" CHECK ("amount_minor" > 0 AND "taken_minor" BETWEEN 0 AND "amount_minor")
);
CREATE UNIQUE INDEX "fee_statements_store_id_currency_month_key" ON "fee_statements" ("store_id", "currency", "month");
CREATE INDEX "fee_statements_open_idx" ON "fee_statements" ("invoice_id") WHERE "paid_at" IS NULL;
