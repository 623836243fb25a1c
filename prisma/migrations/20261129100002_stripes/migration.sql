-- What the service and a rail hold together stands in several accounts, so that payments of different stores do not wait for
-- one balance. Which of them a payment uses follows from its store; the first is the one that was there.
ALTER TABLE "ledger_accounts" ADD COLUMN "stripe" INTEGER NOT NULL DEFAULT 0;
-- widens: ledger_accounts_own_key
DROP INDEX "ledger_accounts_own_key";
CREATE UNIQUE INDEX "ledger_accounts_own_key" ON "ledger_accounts" ("kind", coalesce("rail", ''), "currency", "stripe") WHERE "store_id" IS NULL;
