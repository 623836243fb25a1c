-- no-transaction
-- In small parts, each of them committed, so that nobody waits for long. A killed start goes on where it was.
DO $$ DECLARE last text := ''; until text; -- Each line ends with a comment where its statement would end the script's.
BEGIN
  LOOP
    SELECT max("id") INTO until FROM (SELECT "id" FROM "subscriptions" WHERE "id" > last ORDER BY "id" LIMIT 1000) part; --
    EXIT WHEN until IS NULL; --
    UPDATE "subscriptions" SET "grace_ends_at" = "current_period_end" + interval '72 hours'
    WHERE "id" > last AND "id" <= until AND "grace_ends_at" IS NULL; --
    UPDATE "subscription_periods" SET "paid_minor" = "amount_minor", "list_minor" = "amount_minor"
    WHERE "subscription_id" > last AND "subscription_id" <= until AND "paid_minor" IS NULL; --
    COMMIT; --
    last := until; --
  END LOOP; --
END $$;
ALTER TABLE "subscriptions" DROP CONSTRAINT IF EXISTS "subscriptions_grace_filled";
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_grace_filled" CHECK ("grace_ends_at" IS NOT NULL) NOT VALID;
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_grace_filled";
ALTER TABLE "subscription_periods" DROP CONSTRAINT IF EXISTS "subscription_periods_filled";
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_filled"
  CHECK ("paid_minor" IS NOT NULL AND "list_minor" IS NOT NULL) NOT VALID;
ALTER TABLE "subscription_periods" VALIDATE CONSTRAINT "subscription_periods_filled";
ALTER TABLE "subscription_periods" DROP CONSTRAINT IF EXISTS "subscription_periods_paid";
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_paid" CHECK ("paid_minor" = "list_minor" - "discount_minor") NOT VALID;
