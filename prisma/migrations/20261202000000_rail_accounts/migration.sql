-- Accounts of sellers at rails: money that reaches them there is theirs at once.
CREATE TABLE "rail_accounts" (
    "key" TEXT PRIMARY KEY,
    "store_id" INTEGER NOT NULL REFERENCES "stores" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
    "rail" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "label" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "ways" TEXT[] NOT NULL,
    "credentials_sealed" BYTEA NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "address_sealed" BYTEA NOT NULL,
    "problem" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    CONSTRAINT "rail_accounts_key" CHECK ("key" LIKE "rail" || ':%')
);
CREATE UNIQUE INDEX "rail_accounts_address_hash_key" ON "rail_accounts" ("address_hash");
CREATE INDEX "rail_accounts_store_id_idx" ON "rail_accounts" ("store_id");
CREATE INDEX "rail_accounts_updated_at_idx" ON "rail_accounts" ("updated_at");

-- The account of the store's own that took the money of a paid order. Null: it is in the wallet, or was never here.
ALTER TABLE "orders" ADD COLUMN "own_account" TEXT;

-- An account of the books may be of one store and of one account at a rail. What was allowed of the kinds before, still is.
-- widens: ledger_accounts_rail
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_rail";
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_rail" CHECK (
    ("kind" IN ('clearing', 'own_account')) = ("rail" IS NOT NULL) AND ("kind" <> 'clearing' OR "store_id" IS NULL));
-- widens: ledger_accounts_store_id_kind_currency_key
DROP INDEX "ledger_accounts_store_id_kind_currency_key";
CREATE UNIQUE INDEX "ledger_accounts_store_id_kind_currency_key"
    ON "ledger_accounts" ("store_id", "kind", "currency", coalesce("rail", '')) WHERE "store_id" IS NOT NULL;
