-- By currency, in minor units: the fixed part, the least and the most of a payment, the fixed part of a payout.
ALTER TABLE "plans" ADD COLUMN "fixed_fees" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "plans" ADD CONSTRAINT "plans_fixed_fees" CHECK (jsonb_typeof("fixed_fees") = 'object');
