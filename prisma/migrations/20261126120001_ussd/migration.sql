-- A provider of USSD, and what one session showed and agreed to.
CREATE TABLE "ussd_settings" (
  "provider" TEXT NOT NULL PRIMARY KEY,
  "enabled" BOOLEAN NOT NULL,
  "dial" TEXT NOT NULL,
  "addresses" TEXT[] NOT NULL DEFAULT '{}',
  "secret_sealed" BYTEA NOT NULL,
  "updated_by" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE "ussd_acts" (
  "id" BIGSERIAL NOT NULL PRIMARY KEY,
  "provider" TEXT NOT NULL,
  "session_id" TEXT NOT NULL,
  "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "phone_hash" BYTEA NOT NULL,
  "phone_sealed" BYTEA,
  "pay_phone_sealed" BYTEA,
  "language" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "want" JSONB NOT NULL,
  "currency" TEXT,
  "shown_minor" BIGINT,
  "shown_at" TIMESTAMPTZ(3) NOT NULL,
  "agreed_at" TIMESTAMPTZ(3),
  "due_at" TIMESTAMPTZ(3),
  "leased_until" TIMESTAMPTZ(3),
  "attempt_id" UUID NOT NULL,
  "done_at" TIMESTAMPTZ(3),
  "outcome" TEXT,
  CONSTRAINT "ussd_acts_agreed_check" CHECK ("agreed_at" IS NOT NULL OR ("due_at" IS NULL AND "done_at" IS NULL)),
  CONSTRAINT "ussd_acts_done_check" CHECK ("done_at" IS NULL OR ("due_at" IS NULL AND "outcome" IS NOT NULL))
);
CREATE UNIQUE INDEX "ussd_acts_provider_session_id_key" ON "ussd_acts" ("provider", "session_id");
CREATE UNIQUE INDEX "ussd_acts_attempt_id_key" ON "ussd_acts" ("attempt_id");
CREATE INDEX "ussd_acts_due_at_idx" ON "ussd_acts" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "ussd_acts_phone_hash_idx" ON "ussd_acts" ("phone_hash");
CREATE INDEX "ussd_acts_store_id_idx" ON "ussd_acts" ("store_id");

-- Whoever dials says no more than a number.
CREATE INDEX "customers_phone_idx" ON "customers" ("phone") WHERE "livemode" AND "phone" IS NOT NULL;
