-- no-transaction
-- Outside of a transaction, so that nobody waits while it is built.
DROP INDEX CONCURRENTLY IF EXISTS "payment_instruments_token_hash_idx";
CREATE INDEX CONCURRENTLY "payment_instruments_token_hash_idx" ON "payment_instruments"("token_hash");
