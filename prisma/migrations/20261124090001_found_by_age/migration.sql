-- no-transaction
-- To find what is old among millions that are not. Outside of a transaction, so that nobody waits while they are built.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_created_at_idx" ON "events" USING BRIN ("created_at");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entries_created_at_idx" ON "audit_entries" USING BRIN ("created_at");
