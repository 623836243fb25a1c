-- What the books are is kept by the database itself, whoever is connected to it. The app's own role, which owns none of
-- this, is made and given its rights by scripts/migrate/app-role.ts.

-- Row triggers do not see TRUNCATE, which would empty a table in one word.
CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is never emptied', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ledger_transactions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ledger_postings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ledger_accounts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ledger_balances" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "order_items" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "payment_attempts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "payouts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "wallet_holds" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "invoices" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();

-- A live event goes only when it is old (the service forgets after 90 days); test events go with the test data.
CREATE FUNCTION "keep_live_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM gone WHERE "livemode" AND "created_at" > now() - interval '80 days') THEN
    RAISE EXCEPTION 'a live event is kept for 80 days' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "live_stays" AFTER DELETE ON "events" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "keep_live_events"();

-- An entry is closed when the transaction that wrote it ends: nothing is ever added to it. What is added is looked at at
-- once, with the whole entry, so that nobody can look first and add afterwards: one currency, one store, one rail.
-- (xmin is the transaction that wrote the row; that of a savepoint is another, so an entry is not begun inside one.)
DROP TRIGGER "posting_currency" ON "ledger_postings";
DROP FUNCTION "check_posting_currency"();
CREATE FUNCTION "check_added_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added JOIN "ledger_transactions" t ON t."id" = added."transaction_id"
    WHERE t."xmin" <> pg_current_xact_id()::xid
  ) THEN
    RAISE EXCEPTION 'a ledger entry is closed: write a new one' USING ERRCODE = 'restrict_violation';
  END IF;
  IF EXISTS (
    SELECT 1 FROM "ledger_postings" p JOIN "ledger_accounts" a ON a."id" IN (p."from_account_id", p."to_account_id")
    WHERE p."transaction_id" IN (SELECT "transaction_id" FROM added)
    GROUP BY p."transaction_id"
    HAVING count(DISTINCT p."currency") > 1 OR bool_or(a."currency" <> p."currency")
      OR count(DISTINCT a."store_id") > 1 OR count(DISTINCT a."rail") > 1
  ) THEN
    RAISE EXCEPTION 'a ledger entry is of one currency, one store and one rail' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "entry_is_open" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "check_added_postings"();

-- With the rights of the owner, so that the app's role needs none to write a balance and moves it by a posting or not at
-- all. The path is named: a definer's function must not find a temporary table of the same name.
ALTER FUNCTION "move_balances"() SECURITY DEFINER SET search_path = public, pg_temp;
