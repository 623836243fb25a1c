-- Devices at tax authorities, what they sign of an order, and what they were told of things that are sold.
CREATE TABLE "fiscal_devices" (
    "id" SERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    "kind" TEXT NOT NULL,
    "tin" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "key_sealed" BYTEA,
    "control_unit" TEXT NOT NULL,
    "taxpayer" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "untaxed_class" TEXT NOT NULL,
    "item_class" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_until" TIMESTAMPTZ(3) NOT NULL,
    "swept_at" TIMESTAMPTZ(3) NOT NULL,
    "last_number" INTEGER NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "silent_since" TIMESTAMPTZ(3),
    "problem_code" TEXT,
    "problem_words" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "fiscal_devices_store_id_id_key" ON "fiscal_devices" ("store_id", "id");
CREATE UNIQUE INDEX "fiscal_devices_store_id_kind_tin_branch_serial_key"
    ON "fiscal_devices" ("store_id", "kind", "tin", "branch", "serial");
-- A store has one at a time.
CREATE UNIQUE INDEX "fiscal_devices_on" ON "fiscal_devices" ("store_id") WHERE "state" <> 'off';
-- A real one is one store's.
CREATE UNIQUE INDEX "fiscal_devices_one_store" ON "fiscal_devices" ("tin", "branch", "serial", "kind")
    WHERE "state" <> 'off' AND "kind" <> 'practice';

CREATE TABLE "fiscal_documents" (
    "id" BIGSERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    "device_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "total_minor" BIGINT NOT NULL,
    "tax_minor" BIGINT NOT NULL,
    "lines" JSONB NOT NULL,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "number" INTEGER,
    "payload" TEXT,
    "attempts_made" INTEGER NOT NULL DEFAULT 0,
    "number_attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_words" TEXT,
    "receipt_number" TEXT,
    "internal_data" TEXT,
    "signature" TEXT,
    "control_unit" TEXT,
    "url" TEXT,
    "signed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "fiscal_documents_store_id_device_id_fkey" FOREIGN KEY ("store_id", "device_id")
      REFERENCES "fiscal_devices" ("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "fiscal_documents_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id")
      REFERENCES "orders" ("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Nothing is signed twice.
CREATE UNIQUE INDEX "fiscal_documents_order_id_sequence_key" ON "fiscal_documents" ("order_id", "sequence");
CREATE UNIQUE INDEX "fiscal_documents_device_id_number_key" ON "fiscal_documents" ("device_id", "number");
CREATE INDEX "fiscal_documents_store_id_happened_at_id_idx" ON "fiscal_documents" ("store_id", "happened_at", "id");
-- The queue of a device.
CREATE INDEX "fiscal_documents_queue_idx" ON "fiscal_documents" ("device_id", "id") WHERE "status" = 'queued';
-- Orders of which something went back.
CREATE INDEX "fiscal_documents_later_idx" ON "fiscal_documents" ("store_id", "order_id") WHERE "sequence" > 0;

CREATE TABLE "fiscal_items" (
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "product_id" INTEGER,
    "tax_class" TEXT,
    "item_class" TEXT,
    "saved" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY ("store_id", "name"),
    CONSTRAINT "fiscal_items_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id")
      REFERENCES "products" ("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

ALTER TABLE "stores" ADD COLUMN "signs_sales" BOOLEAN NOT NULL DEFAULT false;
