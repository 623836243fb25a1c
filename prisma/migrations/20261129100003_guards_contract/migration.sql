-- contract: guards against TRUNCATE, since 0.1.0
-- The role of the app has no right to TRUNCATE; the owner, who has it, could take such a guard away as well.
DROP TRIGGER "never_emptied" ON "ledger_transactions";
DROP TRIGGER "never_emptied" ON "ledger_postings";
DROP TRIGGER "never_emptied" ON "ledger_accounts";
DROP TRIGGER "never_emptied" ON "ledger_balances";
DROP TRIGGER "never_emptied" ON "ledger_corrections";
DROP TRIGGER "never_emptied" ON "audit_entries";
DROP TRIGGER "never_emptied" ON "audit_seals";
DROP TRIGGER "never_emptied" ON "events";
DROP TRIGGER "never_emptied" ON "orders";
DROP TRIGGER "never_emptied" ON "order_items";
DROP TRIGGER "never_emptied" ON "payment_attempts";
DROP TRIGGER "never_emptied" ON "refunds";
DROP TRIGGER "never_emptied" ON "payouts";
DROP TRIGGER "never_emptied" ON "wallet_holds";
DROP TRIGGER "never_emptied" ON "invoices";
DROP FUNCTION "refuse_truncate"();
