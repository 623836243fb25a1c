-- The stores to which a member is limited; none: all stores of the account, also those that come later.
ALTER TABLE "members" ADD COLUMN "store_ids" INTEGER[] NOT NULL DEFAULT '{}';
ALTER TABLE "invitations" ADD COLUMN "store_ids" INTEGER[] NOT NULL DEFAULT '{}';
-- An owner has all stores.
ALTER TABLE "members" ADD CONSTRAINT "members_owner_has_all" CHECK ("role" <> 'owner' OR "store_ids" = '{}');
-- The store in which somebody wrote a customer down, before anything was bought there.
ALTER TABLE "customers" ADD COLUMN "added_in" INTEGER;
