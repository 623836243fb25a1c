-- WhatsApp beside e-mail and SMS. The new value is first used after this migration.
ALTER TYPE "message_channel" ADD VALUE 'whatsapp';

-- Who wants messages by WhatsApp, said by a row each time; the newest word counts.
CREATE TABLE "whatsapp_consents" (
    "id" BIGSERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "phone" TEXT,
    "user_id" TEXT,
    "state" TEXT NOT NULL,
    "how" TEXT NOT NULL,
    "words" TEXT,
    "order_id" INTEGER REFERENCES "orders" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "instrument_hash" BYTEA,
    "at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "whatsapp_consents_store_id_phone_idx" ON "whatsapp_consents" ("store_id", "phone", "id" DESC);
CREATE INDEX "whatsapp_consents_phone_idx" ON "whatsapp_consents" ("phone");
CREATE INDEX "whatsapp_consents_user_id_idx" ON "whatsapp_consents" ("user_id");
CREATE INDEX "whatsapp_consents_order_id_idx" ON "whatsapp_consents" ("order_id");

-- What goes or went by WhatsApp, beside its row in messages.
CREATE TABLE "whatsapp_messages" (
    "message_id" BIGINT PRIMARY KEY REFERENCES "messages" ("id") ON UPDATE CASCADE ON DELETE CASCADE,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "content_sealed" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "phone" TEXT,
    "wamid" TEXT,
    "user_id" TEXT,
    "code" INTEGER,
    "fall_back_at" TIMESTAMPTZ(3),
    "again_at" TIMESTAMPTZ(3),
    "pressed" TEXT[] NOT NULL DEFAULT '{}',
    "category" TEXT,
    "billable" BOOLEAN,
    "cost_minor" BIGINT,
    "cost_currency" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "whatsapp_messages_wamid_key" ON "whatsapp_messages" ("wamid");
CREATE INDEX "whatsapp_messages_fall_back_at_idx" ON "whatsapp_messages" ("fall_back_at");
CREATE INDEX "whatsapp_messages_again_at_idx" ON "whatsapp_messages" ("again_at");
CREATE INDEX "whatsapp_messages_user_id_idx" ON "whatsapp_messages" ("user_id");
CREATE INDEX "whatsapp_messages_phone_idx" ON "whatsapp_messages" ("phone");
CREATE INDEX "whatsapp_messages_store_id_created_at_idx" ON "whatsapp_messages" ("store_id", "created_at");

-- What the provider told, before anything is done about it. ref: the message of ours that it is about.
CREATE TABLE "whatsapp_events" (
    "id" BIGSERIAL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "ref" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "body_sealed" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "whatsapp_events_dedupe_key_key" ON "whatsapp_events" ("dedupe_key");
CREATE INDEX "whatsapp_events_waiting_idx" ON "whatsapp_events" ("ref") WHERE "processed_at" IS NULL;
CREATE INDEX "whatsapp_events_received_at_idx" ON "whatsapp_events" ("received_at");
