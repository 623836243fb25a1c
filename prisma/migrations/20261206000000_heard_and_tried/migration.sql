-- Whether the provider took our addresses, or a list, so that what is paid at the till reaches us. Null: nobody asked yet.
ALTER TABLE "rail_accounts" ADD COLUMN "till_heard" BOOLEAN;

-- The payment by which its owner tried it.
ALTER TABLE "rail_accounts" ADD COLUMN "tried_with" UUID;
