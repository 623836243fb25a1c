-- A seller's own phone as a rail account: what its network tells it, as a chain of balances.
CREATE TABLE "phone_chains" (
    "rail" TEXT PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "anchor_sealed" BYTEA,
    "anchor_at" TIMESTAMPTZ(3),
    "end_sealed" BYTEA,
    "stopped_why" TEXT,
    "gap_before" BIGINT,
    "gap_since" TIMESTAMPTZ(3),
    "heard_at" TIMESTAMPTZ(3),
    "battery" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE "phone_messages" (
    "id" BIGSERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "rail" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "receipt" TEXT,
    "currency" TEXT NOT NULL,
    "moved_minor" BIGINT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "why" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "is_exact" BOOLEAN NOT NULL,
    "is_accepted" BOOLEAN NOT NULL DEFAULT false,
    "is_behind" BOOLEAN NOT NULL DEFAULT false,
    "is_taken" BOOLEAN NOT NULL DEFAULT false,
    "heard_at" TIMESTAMPTZ(3) NOT NULL
);
-- A message is read once, however often it is sent.
CREATE UNIQUE INDEX "phone_messages_rail_digest_key" ON "phone_messages" ("rail", "digest");
CREATE INDEX "phone_messages_rail_at_idx" ON "phone_messages" ("rail", "at" DESC, "id" DESC);
CREATE INDEX "phone_messages_rail_receipt_idx" ON "phone_messages" ("rail", "receipt") WHERE "receipt" IS NOT NULL;
CREATE INDEX "phone_messages_chain_idx" ON "phone_messages" ("rail", "state") WHERE NOT "is_behind";
CREATE INDEX "phone_messages_untaken_idx" ON "phone_messages" ("rail", "id") WHERE NOT "is_taken";

-- What a payer typed of their own message, until it is there.
CREATE TABLE "phone_claims" (
    "rail" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "attempt_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "phone_claims_pkey" PRIMARY KEY ("rail", "receipt", "attempt_id")
);
CREATE INDEX "phone_claims_created_at_idx" ON "phone_claims" ("created_at");

-- How a store said that messages are to be read which no table of ours reads.
CREATE TABLE "phone_patterns" (
    "id" SERIAL PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "network" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "shape" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "phone_patterns_store_id_idx" ON "phone_patterns" ("store_id");
