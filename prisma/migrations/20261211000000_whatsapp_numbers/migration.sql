-- Numbers of stores' own at the provider of WhatsApp.
CREATE TABLE "whatsapp_numbers" (
    "id" SERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "number_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "token_sealed" BYTEA NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "display" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "quality" TEXT NOT NULL,
    "price_minor" BIGINT,
    "price_currency" TEXT,
    "problem" INTEGER,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "heard_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "whatsapp_numbers_store_id_number_id_key" ON "whatsapp_numbers" ("store_id", "number_id");
CREATE INDEX "whatsapp_numbers_address_idx" ON "whatsapp_numbers" ("address");
-- A store has one at a time, and a number is one store's.
CREATE UNIQUE INDEX "whatsapp_numbers_on" ON "whatsapp_numbers" ("store_id") WHERE "removed_at" IS NULL;
CREATE UNIQUE INDEX "whatsapp_numbers_one_store" ON "whatsapp_numbers" ("number_id") WHERE "removed_at" IS NULL;

ALTER TABLE "stores" ADD COLUMN "own_whatsapp" BOOLEAN NOT NULL DEFAULT false;
-- By which of them a message went, and which of them told something; null: the installation's.
ALTER TABLE "whatsapp_messages" ADD COLUMN "own_number" INTEGER;
ALTER TABLE "whatsapp_events" ADD COLUMN "own_number" INTEGER;
