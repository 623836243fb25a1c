-- contract: an empty grace_ends_at, paid_minor or list_minor, which nothing leaves since 20261124100001: a trigger fills them for older code.
-- The checks of the migration before prove it, so no table is read again.
ALTER TABLE "subscriptions" ALTER COLUMN "grace_ends_at" SET NOT NULL, DROP CONSTRAINT "subscriptions_grace_filled";
ALTER TABLE "subscription_periods" ALTER COLUMN "paid_minor" SET NOT NULL, ALTER COLUMN "list_minor" SET NOT NULL,
  DROP CONSTRAINT "subscription_periods_filled";
