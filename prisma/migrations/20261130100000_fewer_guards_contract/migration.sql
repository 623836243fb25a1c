-- contract: triggers that others do the work of, and what completed the rows of earlier releases, since 0.1.0
DROP TRIGGER "filled" ON "subscription_periods";
DROP TRIGGER "grace_new" ON "subscriptions";
DROP TRIGGER "grace_moved" ON "subscriptions";
DROP FUNCTION "period_of_earlier_release"();
DROP FUNCTION "grace_of_earlier_release"();
ALTER TABLE "subscription_periods" DROP COLUMN "amount_minor";

-- One guard looks at what a statement adds to the ledger, and moves each balance once, whatever the number of postings.
DROP TRIGGER "moves_balances" ON "ledger_postings";
DROP TRIGGER "entry_is_open" ON "ledger_postings";
DROP FUNCTION "check_added_postings"();

-- With the rights of the owner, so that the app's role needs none to write a balance. An entry is closed when the transaction
-- that wrote it ends (xmin is that transaction; that of a savepoint is another, so an entry is not begun inside one).
CREATE OR REPLACE FUNCTION "move_balances"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE moved INTEGER;
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
  WITH sides AS (
    SELECT "from_account_id" AS "id", -"amount_minor" AS "minor" FROM added
    UNION ALL SELECT "to_account_id", "amount_minor" FROM added
  ), moves AS (
    SELECT "id", sum("minor")::bigint AS "minor" FROM sides GROUP BY "id"
  )
  UPDATE "ledger_balances" b SET "balance_minor" = b."balance_minor" + CASE WHEN a."is_held" THEN -m."minor" ELSE m."minor" END
  FROM moves m JOIN "ledger_accounts" a ON a."id" = m."id" WHERE b."account_id" = m."id";
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved <> (SELECT count(*) FROM (SELECT "from_account_id" FROM added UNION SELECT "to_account_id" FROM added) touched) THEN
    RAISE EXCEPTION 'an account of a posting has no balance' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "moves_balances" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "move_balances"();

-- What its postings are was looked at when each was added: what is left is an entry that has none.
CREATE OR REPLACE FUNCTION "check_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "ledger_postings" WHERE "transaction_id" = NEW."id") THEN
    RAISE EXCEPTION 'ledger entry % is not whole', NEW."id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- One trigger a table marks what has to be summed again.
DROP TRIGGER "marked" ON "orders";
DROP TRIGGER "marked_again" ON "orders";
CREATE TRIGGER "marked" AFTER INSERT OR DELETE OR UPDATE OF "payment_status", "source", "created_at", "paid_at", "payment_method",
  "currency", "total_minor", "refunded_minor" ON "orders" FOR EACH ROW EXECUTE FUNCTION "mark"();
DROP TRIGGER "marked" ON "order_items";
DROP TRIGGER "marked_again" ON "order_items";
CREATE TRIGGER "marked" AFTER INSERT OR DELETE OR UPDATE OF "product_id", "quantity", "total_minor", "discount_minor"
  ON "order_items" FOR EACH ROW EXECUTE FUNCTION "mark"();
DROP TRIGGER "marked" ON "subscriptions";
DROP TRIGGER "marked_again" ON "subscriptions";
CREATE TRIGGER "marked" AFTER INSERT OR DELETE OR UPDATE OF "status", "product_id", "interval", "currency", "livemode"
  ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION "mark"();
