-- no-transaction
-- Outside of a transaction, so that nobody waits while they are built. One try of a subscription for one end is one attempt.
DROP INDEX CONCURRENTLY IF EXISTS "payment_attempts_renewal_of_renewal_end_renewal_try_key";
CREATE UNIQUE INDEX CONCURRENTLY "payment_attempts_renewal_of_renewal_end_renewal_try_key" ON "payment_attempts"("renewal_of", "renewal_end", "renewal_try");
DROP INDEX CONCURRENTLY IF EXISTS "payment_attempts_scheduled_idx";
CREATE INDEX CONCURRENTLY "payment_attempts_scheduled_idx" ON "payment_attempts"("rail", "created_at") WHERE "initiator" = 'schedule';
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_next_renewal_try_at_idx";
CREATE INDEX CONCURRENTLY "subscriptions_next_renewal_try_at_idx" ON "subscriptions"("next_renewal_try_at");
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_instrument_id_idx";
CREATE INDEX CONCURRENTLY "subscriptions_instrument_id_idx" ON "subscriptions"("instrument_id");
ALTER TABLE "payment_attempts" VALIDATE CONSTRAINT "payment_attempts_consent_id_fkey";
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_instrument_id_fkey";
