-- The tables of 0.1.0, which 42 migrations made one after the other: they are below, with their checksums. On a database
-- that has them this does nothing. A new one gets their result and their names, so that 0.1.0 can be started on it again.
DO $start$
DECLARE
  released CONSTANT text[] := ARRAY[
    '20261121000000_init 644ab6ff18652437d9283419d737234ae56187de94131fb39c0c6868a39ee71b',
    '20261121120000_money_engine 54911e58bee215898913e7b802ad1eb0cca20557df99179eefa73364a1f50472',
    '20261121142415_live_money 3be43dd1f7b5082801a95d007629b4a6afbc63f8e0a0f82fcf77e3f3ce6ae808',
    '20261121142913_api_memory b7a1e1ec6406f802e336cbb3858f11e549be902bbc0d2343ba70c49107c7cb3b',
    '20261121153745_people_and_rails 3b030e77ef8744c20ff77626f1d3c344041deccec78207e8fda2dd1b24e1bfdd',
    '20261121171433_list_growth e3c458390ec3531d77349c24f98b29a624b720748597e56bbdc6778489dee461',
    '20261121173607_sum_tallies 06c8df12e01e8efc02cdcea0d61bf554ac86b053d2a9a223c126d44917d4193e',
    '20261121200819_people_and_verification 8774d208575711b01835ef709d3f0d53bdf16a5163d59768f80567a13b996c56',
    '20261121204144_dashboard_lists a94f6a3482e7e15d446ed3ab81c6f1401c87432e59b50461e66019657e783d86',
    '20261122035128_log_filters f129851de900d1887e8363bfcec6c2152877e80522412fe279cb51cd0a160b1b',
    '20261122110001_fair_webhooks 1b320e8ce56df2b5180c6cf190074f2e0ffe75e6ba7d4032b37bfa34b88e078f',
    '20261122111001_disputes e45cb336d66d6d5b2cd38087a8c1352f75d42a89ba5efaaa76bb04d9d0010069',
    '20261122113000_database_keeps_its_word cff55c2f1b2207cd4aa46e6f909fc7de96ec391b82b1dc02bbfd0f4c93d4509f',
    '20261122113001_ledger_corrections 42827cc5bc7115a2eda1b2da7abc1f07f8b3b646e1efd1fd8974fe71906084d4',
    '20261122114001_keys_of_payers f8c373a3560fef231f17d39d6843cd5cc78bc0e0b6a8ddba310e7f294f07219a',
    '20261122115001_sealed_callbacks 17b488aeca8924e59f31e4c4d0e6476e5f35441d46e6410d25aa06e7793f2bc7',
    '20261122116001_people_and_mail 6b659733d75c874da31db521df57ca1716d0ceab805326323f6198cd85b4d6ff',
    '20261122117001_invoice_sent_by 9d9e9177614d08d5d9540a13cfe653ea5eb57b3bc620aa355fc6cae77978b78c',
    '20261122118001_reconciliation 7da952cc87518a515271e87856e56ea54a64f9a68cf3c7701b5bbae8a700dff7',
    '20261122119001_undone_payments db8ec5568c2919a12bf70613e07f2f60f242bb7b60b9da38cf5239241c7cc07d',
    '20261122130001_request_details 554caa466421f761c29a0bc4990a36284c076a3b8f4fe698bbe9c2b50df9ef93',
    '20261122211901_seller_alerts 0f257d8c37dd8ae299b36437a9600d6f749dfabc625f36c00993671dac4eef98',
    '20261122211915_find_it 18b35ccf76cbf03abe176981aa132d52b627940eb0c7bcffdc0ec4524dda7352',
    '20261122220001_push_sessions 7f990b5a19e91ac35f7a637d39d80cb819e065dad5ec146426df4a80c7aa5d63',
    '20261123100001_form_drafts 0d9e69f8c88b3d9b7019a0de955e516dac1cf0b2487b42668d381bc0cec8e962',
    '20261123100002_invoice_numbering 8ad1b8702cf2356bf01185edb6ac8c6a5147a40e2a19a1e1774482594d106359',
    '20261123100003_quotes 2b7b5aa96b95fda3d7c373e547566192471b08fdf0c8aa64a556540b1700abea',
    '20261123100004_recurring_invoices 9d210c15a83505c854bb7fc989a8d5e25db4a78d7b150d7652ad631e6f0e9e1b',
    '20261123110001_handed_over f9e2b0af79abcb23af36f2046aa93ccf99368369d791ec133bf63a016a887270',
    '20261123130001_demo_accounts 81929cef3318b3c8e359527326215eaced4e6d5aafe55cee1b7f4ab680209b8d',
    '20261123140001_automatic_payouts 97997afa301e73d9f26f4e4947030443c9498c9ef73dfc4266a698f860665ad2',
    '20261123142001_list_refunds 81183f10e7aa1ba306ef3a0b54ab9d0aa44f7a15d6b17f6acf96846330a466eb',
    '20261123150001_overview_sums a9848bc5b076996f76008f75865ecce99e06a5563e5d61c1d82fe9b4ad76a360',
    '20261123160101_words 5a4fd1f77cba2f820d37fcb731cb3b56d3cff6e31bc8acee8ede92fa9d5f059e',
    '20261123160201_words f2b44dc0f671f89f5111dc7bc56b45e09bd45ee3e85a0079e2aa4310732ee75a',
    '20261123170001_reversal_choices d340fdeffe4a01a2f998372ab0db49b3e9090f52e0a6bed8df917ee7affbe4a0',
    '20261123170001_subscribers_counted 81dd0dc06c761382de4c9f186ae121d85380c54f82f4f84c971febe964302eaa',
    '20261123170002_invoices_searched 874cc20b21ad2347281d239377d2c7d5529f8569932ea81090f1cfcf968843dc',
    '20261123170003_fees_summed 02d0dd53bf17c26cf358c2757178c604a700e6e2c13a7a5d75d50421a53b52f7',
    '20261123170101_person_time_zone 13f54c37e97098983e300b8e73e661cac95170189c69dddecc5aa58656607730',
    '20261123190001_where_to_bring_it cad1f150f9b894cb752e770d2c597c84b4397ac558adc9621159c0dc796171fc',
    '20261123200001_notes_and_tags a48fbb114f638d7cdd755c477ee42988354f77941587b07e3eaec3d67c1921a5'
  ];
BEGIN
  IF to_regclass('stores') IS NOT NULL THEN
    IF EXISTS (
      SELECT FROM unnest(released) AS one WHERE split_part(one, ' ', 1) NOT IN (
        SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL)
    ) THEN
      RAISE EXCEPTION 'This database is older than 0.1.0: start 0.1.0 on it first, and then this version';
    END IF;
    RETURN;
  END IF;
  -- Functions come before the tables that they read.
  PERFORM set_config('check_function_bodies', 'off', true);
  EXECUTE $schema$
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE amount_type AS ENUM (
    'fixed',
    'custom'
);

CREATE TYPE attempt_status AS ENUM (
    'created',
    'pending',
    'succeeded',
    'failed',
    'unknown',
    'reversed'
);

CREATE TYPE balance_state AS ENUM (
    'agrees',
    'waiting',
    'differs'
);

CREATE TYPE billing_interval AS ENUM (
    'week',
    'month',
    'quarter',
    'year'
);

CREATE TYPE correction_status AS ENUM (
    'proposed',
    'approved',
    'declined',
    'withdrawn'
);

CREATE TYPE customer_status AS ENUM (
    'active',
    'blocked'
);

CREATE TYPE delivery_status AS ENUM (
    'pending',
    'succeeded',
    'failed',
    'skipped'
);

CREATE TYPE difference_kind AS ENUM (
    'missing_in_books',
    'missing_at_rail',
    'amount_differs'
);

CREATE TYPE dispute_state AS ENUM (
    'open',
    'won',
    'lost',
    'accepted'
);

CREATE TYPE fulfillment_status AS ENUM (
    'unfulfilled',
    'partially_fulfilled',
    'fulfilled',
    'not_required'
);

CREATE TYPE member_role AS ENUM (
    'owner',
    'admin',
    'support',
    'developer',
    'viewer'
);

CREATE TYPE message_channel AS ENUM (
    'email',
    'sms',
    'push'
);

CREATE TYPE message_status AS ENUM (
    'queued',
    'sent',
    'failed',
    'kept'
);

CREATE TYPE movement_op AS ENUM (
    'charge',
    'refund',
    'payout',
    'reversal'
);

CREATE TYPE order_status AS ENUM (
    'pending',
    'processing',
    'completed',
    'cancelled'
);

CREATE TYPE payment_method AS ENUM (
    'mobile_money',
    'card',
    'bank',
    'cash',
    'free'
);

CREATE TYPE payment_status AS ENUM (
    'pending',
    'paid',
    'failed',
    'expired',
    'partially_refunded',
    'refunded'
);

CREATE TYPE payout_kind AS ENUM (
    'mobile_money',
    'bank'
);

CREATE TYPE payout_status AS ENUM (
    'requested',
    'sent',
    'paid',
    'failed',
    'returned'
);

CREATE TYPE product_kind AS ENUM (
    'physical',
    'digital',
    'course',
    'webinar',
    'subscription',
    'service',
    'bookings',
    'bundle'
);

CREATE TYPE product_status AS ENUM (
    'active',
    'draft',
    'archived'
);

CREATE TYPE reconciliation_state AS ENUM (
    'agrees',
    'differs',
    'failed'
);

CREATE TYPE refund_status AS ENUM (
    'queued',
    'sent',
    'paid',
    'failed'
);

CREATE TYPE source AS ENUM (
    'storefront',
    'funnel',
    'embed',
    'payment_link',
    'invoice',
    'subscription',
    'api',
    'manual',
    'import'
);

CREATE TYPE store_status AS ENUM (
    'active',
    'suspended'
);

CREATE TYPE subscription_status AS ENUM (
    'active',
    'past_due',
    'cancelled',
    'expired'
);

CREATE TYPE user_token_kind AS ENUM (
    'password_reset',
    'email_verification',
    'sign_in',
    'invitation',
    'address_proof'
);

CREATE TYPE verification_status AS ENUM (
    'unverified',
    'pending',
    'verified',
    'rejected'
);

CREATE FUNCTION check_added_postings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION check_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE found RECORD;
BEGIN
  SELECT count(*) AS postings, count(DISTINCT p."currency") AS currencies,
    count(DISTINCT a."store_id") AS stores, count(DISTINCT a."rail") AS rails
  INTO found
  FROM "ledger_postings" p JOIN "ledger_accounts" a ON a."id" IN (p."from_account_id", p."to_account_id")
  WHERE p."transaction_id" = NEW."id";
  IF found.postings = 0 OR found.currencies <> 1 OR found.stores > 1 OR found.rails > 1 THEN
    RAISE EXCEPTION 'ledger entry % is not whole', NEW."id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION guard_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW."balance_minor" = 0 THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'balances change by postings only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION keep_live_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM gone WHERE "livemode" AND "created_at" > now() - interval '80 days') THEN
    RAISE EXCEPTION 'a live event is kept for 80 days' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION move_balances() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE moved INTEGER;
BEGIN
  UPDATE "ledger_balances" b
  SET "balance_minor" = b."balance_minor" +
    CASE WHEN (a."id" = NEW."to_account_id") <> a."is_held" THEN NEW."amount_minor" ELSE -NEW."amount_minor" END
  FROM "ledger_accounts" a
  WHERE a."id" = b."account_id" AND a."id" IN (NEW."from_account_id", NEW."to_account_id");
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved <> 2 THEN
    RAISE EXCEPTION 'a posting moves two balances, not %', moved USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: add a correction instead', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is never emptied', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION slot_of(at timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN date_bin('00:15:00'::interval, at, '2000-01-01 00:00:00+00'::timestamp with time zone);

CREATE FUNCTION sum_attempt() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."status" IN ('succeeded', 'reversed', 'failed') THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other", "minor")
    VALUES (OLD."store_id", 'way', coalesce(OLD."network", OLD."method"::text), OLD."currency", slot_of(OLD."created_at"),
      -(OLD."status" <> 'failed')::int, -(OLD."status" = 'failed')::int,
      -(OLD."status" = 'failed' AND OLD."failure_reason" IS NOT DISTINCT FROM 'not_approved_in_time')::int,
      CASE WHEN OLD."status" = 'succeeded' THEN -OLD."amount_minor" ELSE 0 END);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."status" IN ('succeeded', 'reversed', 'failed') THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other", "minor")
    VALUES (NEW."store_id", 'way', coalesce(NEW."network", NEW."method"::text), NEW."currency", slot_of(NEW."created_at"),
      (NEW."status" <> 'failed')::int, (NEW."status" = 'failed')::int,
      (NEW."status" = 'failed' AND NEW."failure_reason" IS NOT DISTINCT FROM 'not_approved_in_time')::int,
      CASE WHEN NEW."status" = 'succeeded' THEN NEW."amount_minor" ELSE 0 END);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD."paid_at", OLD."store_id", OLD."currency") IS NOT DISTINCT FROM (NEW."paid_at", NEW."store_id", NEW."currency") THEN
    IF NEW."paid_at" IS NOT NULL THEN
      INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
      VALUES (NEW."store_id", 'paid', '', NEW."currency", slot_of(NEW."paid_at"), 0,
        NEW."total_minor" - NEW."refunded_minor" - OLD."total_minor" + OLD."refunded_minor");
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD."paid_at" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT OLD."store_id", 'paid', '', OLD."currency", slot_of(OLD."paid_at"), -1, OLD."refunded_minor" - OLD."total_minor"
    UNION ALL
    SELECT OLD."store_id", 'product', "product_id"::text, OLD."currency", slot_of(OLD."paid_at"), -"quantity", -"total_minor"
    FROM "order_items" WHERE "order_id" = OLD."id" AND "product_id" IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."paid_at" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT NEW."store_id", 'paid', '', NEW."currency", slot_of(NEW."paid_at"), 1, NEW."total_minor" - NEW."refunded_minor"
    UNION ALL
    SELECT NEW."store_id", 'product', "product_id"::text, NEW."currency", slot_of(NEW."paid_at"), "quantity", "total_minor"
    FROM "order_items" WHERE "order_id" = NEW."id" AND "product_id" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_order_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."product_id" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT o."store_id", 'product', OLD."product_id"::text, o."currency", slot_of(o."paid_at"), -OLD."quantity", -OLD."total_minor"
    FROM "orders" o WHERE o."id" = OLD."order_id" AND o."paid_at" IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."product_id" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT o."store_id", 'product', NEW."product_id"::text, o."currency", slot_of(o."paid_at"), NEW."quantity", NEW."total_minor"
    FROM "orders" o WHERE o."id" = NEW."order_id" AND o."paid_at" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_periods() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other")
    WITH before AS (
      SELECT p.* FROM "subscription_periods" p
      JOIN (SELECT DISTINCT "subscription_id" FROM old_periods) s ON s."subscription_id" = p."subscription_id"
      WHERE NOT EXISTS (SELECT 1 FROM new_periods n WHERE n."subscription_id" = p."subscription_id" AND n."number" = p."number")
      UNION ALL SELECT * FROM old_periods
    ), after AS (
      SELECT p.* FROM "subscription_periods" p
      JOIN (SELECT DISTINCT "subscription_id" FROM old_periods) s ON s."subscription_id" = p."subscription_id"
    ), both_sides AS (
      SELECT -1 AS sign, p."store_id", p."ends_at", n."paid_at" FROM before p
      LEFT JOIN before n ON n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1 WHERE p."livemode"
      UNION ALL
      SELECT 1, p."store_id", p."ends_at", n."paid_at" FROM after p
      LEFT JOIN after n ON n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1 WHERE p."livemode"
    )
    SELECT "store_id", 'ended', '', '', slot_of("ends_at"), sum(sign),
      coalesce(sum(sign) FILTER (WHERE "paid_at" <= "ends_at"), 0),
      coalesce(sum(sign) FILTER (WHERE "paid_at" > "ends_at" AND "paid_at" <= "ends_at" + interval '72 hours'), 0)
    FROM both_sides GROUP BY 1, 5
    HAVING sum(sign) <> 0 OR coalesce(sum(sign) FILTER (WHERE "paid_at" <= "ends_at"), 0) <> 0
      OR coalesce(sum(sign) FILTER (WHERE "paid_at" > "ends_at" AND "paid_at" <= "ends_at" + interval '72 hours'), 0) <> 0;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other")
    SELECT "store_id", 'ended', '', '', slot_of("ends_at"), 1, 0, 0 FROM new_periods WHERE "livemode"
    UNION ALL
    SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), 0, (n."paid_at" <= p."ends_at")::int, (n."paid_at" > p."ends_at")::int
    FROM new_periods n CROSS JOIN LATERAL (
      SELECT * FROM "subscription_periods" p WHERE p."subscription_id" = n."subscription_id" AND p."number" = n."number" - 1
    ) p
    WHERE n."livemode" AND n."paid_at" <= p."ends_at" + interval '72 hours'
    UNION ALL
    -- One that was there already and follows a new one; never in the ordinary course.
    SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), 0, (n."paid_at" <= p."ends_at")::int, (n."paid_at" > p."ends_at")::int
    FROM new_periods p CROSS JOIN LATERAL (
      SELECT * FROM "subscription_periods" n WHERE n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1
        AND NOT EXISTS (SELECT 1 FROM new_periods x WHERE x."subscription_id" = n."subscription_id" AND x."number" = n."number")
    ) n
    WHERE p."livemode" AND n."paid_at" <= p."ends_at" + interval '72 hours';
  ELSE
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other")
    WITH before AS (
      SELECT p.* FROM "subscription_periods" p
      JOIN (SELECT DISTINCT "subscription_id" FROM old_periods) s ON s."subscription_id" = p."subscription_id"
      UNION ALL SELECT * FROM old_periods
    ), gone AS (SELECT "subscription_id", "number" FROM old_periods)
    SELECT "store_id", 'ended', '', '', slot_of("ends_at"), -1, 0, 0 FROM old_periods WHERE "livemode"
    UNION ALL
    SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), 0,
      -(n."paid_at" <= p."ends_at")::int, -(n."paid_at" > p."ends_at" AND n."paid_at" <= p."ends_at" + interval '72 hours')::int
    FROM (SELECT * FROM gone UNION SELECT "subscription_id", "number" - 1 FROM gone) t
    JOIN before p ON p."subscription_id" = t."subscription_id" AND p."number" = t."number"
    JOIN before n ON n."subscription_id" = t."subscription_id" AND n."number" = t."number" + 1
    WHERE p."livemode" AND n."paid_at" <= p."ends_at" + interval '72 hours';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_subscriber() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."livemode" AND OLD."status" IN ('active', 'past_due') THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count")
    VALUES (OLD."store_id", 'subscribers', OLD."product_id"::text, '', '2000-01-01T00:00:00Z', -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."livemode" AND NEW."status" IN ('active', 'past_due') THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count")
    VALUES (NEW."store_id", 'subscribers', NEW."product_id"::text, '', '2000-01-01T00:00:00Z', 1);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION tally_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "order_tallies" ("store_id", "product_id", "day", "payment_status", "source", "change")
    SELECT OLD."store_id", made."product_id", (OLD."created_at" AT TIME ZONE 'UTC')::date, OLD."payment_status", OLD."source", -1
    FROM (SELECT 0 AS "product_id" UNION SELECT "product_id" FROM "order_items" WHERE "order_id" = OLD."id" AND "product_id" IS NOT NULL) made;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "order_tallies" ("store_id", "product_id", "day", "payment_status", "source", "change")
    SELECT NEW."store_id", made."product_id", (NEW."created_at" AT TIME ZONE 'UTC')::date, NEW."payment_status", NEW."source", 1
    FROM (SELECT 0 AS "product_id" UNION SELECT "product_id" FROM "order_items" WHERE "order_id" = NEW."id" AND "product_id" IS NOT NULL) made;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION tally_order_items() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "order_tallies" ("store_id", "product_id", "day", "payment_status", "source", "change")
    SELECT o."store_id", made."product_id", (o."created_at" AT TIME ZONE 'UTC')::date, o."payment_status", o."source", 1
    FROM (SELECT DISTINCT "order_id", "product_id" FROM new_lines WHERE "product_id" IS NOT NULL) made
    JOIN "orders" o ON o."id" = made."order_id"
    WHERE NOT EXISTS (
      SELECT 1 FROM "order_items" i WHERE i."order_id" = made."order_id" AND i."product_id" = made."product_id"
        AND NOT EXISTS (SELECT 1 FROM new_lines n WHERE n."order_id" = i."order_id" AND n."position" = i."position"));
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "order_tallies" ("store_id", "product_id", "day", "payment_status", "source", "change")
    SELECT o."store_id", gone."product_id", (o."created_at" AT TIME ZONE 'UTC')::date, o."payment_status", o."source", -1
    FROM (SELECT DISTINCT "order_id", "product_id" FROM old_lines WHERE "product_id" IS NOT NULL) gone
    JOIN "orders" o ON o."id" = gone."order_id"
    WHERE NOT EXISTS (
      SELECT 1 FROM "order_items" i WHERE i."order_id" = gone."order_id" AND i."product_id" = gone."product_id");
  ELSE
    INSERT INTO "order_tallies" ("store_id", "product_id", "day", "payment_status", "source", "change")
    SELECT o."store_id", pair."product_id", (o."created_at" AT TIME ZONE 'UTC')::date, o."payment_status", o."source",
      pair."is"::int - pair."was"::int
    FROM (
      SELECT "order_id", "product_id",
        EXISTS (SELECT 1 FROM "order_items" i WHERE i."order_id" = touched."order_id" AND i."product_id" = touched."product_id") AS "is",
        EXISTS (SELECT 1 FROM old_lines l WHERE l."order_id" = touched."order_id" AND l."product_id" = touched."product_id")
          OR EXISTS (
            SELECT 1 FROM "order_items" i WHERE i."order_id" = touched."order_id" AND i."product_id" = touched."product_id"
              AND NOT EXISTS (SELECT 1 FROM new_lines n WHERE n."order_id" = i."order_id" AND n."position" = i."position")) AS "was"
      FROM (SELECT "order_id", "product_id" FROM old_lines UNION SELECT "order_id", "product_id" FROM new_lines) touched
      WHERE "product_id" IS NOT NULL
    ) pair JOIN "orders" o ON o."id" = pair."order_id"
    WHERE pair."is" <> pair."was";
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE accounts (
    id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    is_demo boolean DEFAULT false NOT NULL
);

CREATE SEQUENCE accounts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE accounts_id_seq OWNED BY accounts.id;

CREATE TABLE alert_settings (
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    allowed boolean DEFAULT false NOT NULL,
    choices text[],
    has_chosen boolean DEFAULT false NOT NULL,
    quiet_from integer,
    quiet_until integer,
    time_zone text,
    digest_hour integer,
    next_digest_at timestamp(3) with time zone,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT alert_settings_hours CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND ((quiet_from >= 0) AND (quiet_from <= 23)) AND ((quiet_until >= 0) AND (quiet_until <= 23)) AND ((digest_hour >= 0) AND (digest_hour <= 23))))
);

CREATE TABLE alerts (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    channel message_channel NOT NULL,
    event text NOT NULL,
    kind text NOT NULL,
    fact text NOT NULL,
    currency text,
    amount_minor bigint,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    due_at timestamp(3) with time zone,
    gathered boolean DEFAULT false NOT NULL,
    told_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE alerts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE alerts_id_seq OWNED BY alerts.id;

CREATE TABLE api_keys (
    id integer NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    last4 text NOT NULL,
    created_by integer,
    last_used_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE api_keys_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE api_keys_id_seq OWNED BY api_keys.id;

CREATE TABLE audit_entries (
    id bigint NOT NULL,
    account_id integer,
    store_id integer,
    actor text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    reason text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE audit_entries_id_seq OWNED BY audit_entries.id;

CREATE TABLE contact_codes (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    subscription_id text NOT NULL,
    channel message_channel NOT NULL,
    value_sealed bytea NOT NULL,
    code_hash bytea NOT NULL,
    tries_left integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE contact_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE contact_codes_id_seq OWNED BY contact_codes.id;

CREATE TABLE contact_undos (
    token_hash bytea NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    subscription_id text NOT NULL,
    customer_id integer NOT NULL,
    channel message_channel NOT NULL,
    old_sealed bytea,
    new_sealed bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE customers (
    id integer NOT NULL,
    account_id integer NOT NULL,
    livemode boolean NOT NULL,
    name text NOT NULL,
    email text,
    phone text,
    company text,
    country text,
    city text,
    address text,
    status customer_status DEFAULT 'active'::customer_status NOT NULL,
    source source NOT NULL,
    accepts_marketing boolean DEFAULT false NOT NULL,
    customer_since timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    language text,
    prospect boolean DEFAULT false NOT NULL,
    added_in integer,
    CONSTRAINT customers_prospect_is_live CHECK ((livemode OR (NOT prospect)))
);

CREATE SEQUENCE customers_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE customers_id_seq OWNED BY customers.id;

CREATE TABLE disputes (
    id uuid NOT NULL,
    store_id integer NOT NULL,
    order_id integer NOT NULL,
    attempt_id uuid NOT NULL,
    rail text NOT NULL,
    rail_ref text NOT NULL,
    state dispute_state DEFAULT 'open'::dispute_state NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    reason text,
    fee_currency text,
    fee_minor bigint DEFAULT 0 NOT NULL,
    reserved_pending_minor bigint DEFAULT 0 NOT NULL,
    reserved_available_minor bigint DEFAULT 0 NOT NULL,
    moves integer DEFAULT 0 NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    decided_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT disputes_amounts CHECK (((amount_minor > 0) AND (fee_minor >= 0) AND (reserved_pending_minor >= 0) AND (reserved_available_minor >= 0))),
    CONSTRAINT disputes_decided CHECK (((state = 'open'::dispute_state) = (decided_at IS NULL))),
    CONSTRAINT disputes_reserve CHECK (((state = 'open'::dispute_state) OR ((reserved_pending_minor + reserved_available_minor) = 0)))
);

CREATE TABLE events (
    id text NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    object_id text NOT NULL,
    sequence integer NOT NULL,
    dedupe_key text NOT NULL,
    payload text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE fee_progress (
    id integer DEFAULT 1 NOT NULL,
    summed bigint DEFAULT 0 NOT NULL,
    seen bigint DEFAULT 0 NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT fee_progress_one CHECK ((id = 1))
);

CREATE TABLE fee_sums (
    id bigint NOT NULL,
    up_to bigint NOT NULL,
    day date NOT NULL,
    store_id integer,
    method text NOT NULL,
    currency text NOT NULL,
    earned_minor bigint NOT NULL,
    given_back_minor bigint NOT NULL
);

CREATE SEQUENCE fee_sums_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE fee_sums_id_seq OWNED BY fee_sums.id;

CREATE TABLE form_drafts (
    store_id integer NOT NULL,
    user_id integer NOT NULL,
    page text NOT NULL,
    opening text NOT NULL,
    turn bigint NOT NULL,
    fields jsonb,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE idempotency_records (
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer,
    body text,
    locked_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE images (
    token text NOT NULL,
    store_id integer NOT NULL,
    type text NOT NULL,
    bytes bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE instance_keys (
    name text NOT NULL,
    public text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE invitations (
    id integer NOT NULL,
    account_id integer NOT NULL,
    email text NOT NULL,
    role member_role NOT NULL,
    token_hash bytea NOT NULL,
    invited_by integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    store_ids integer[] DEFAULT '{}'::integer[] NOT NULL
);

CREATE SEQUENCE invitations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE invitations_id_seq OWNED BY invitations.id;

CREATE TABLE invoice_items (
    store_id integer NOT NULL,
    invoice_id integer NOT NULL,
    "position" integer NOT NULL,
    description text NOT NULL,
    quantity_milli bigint NOT NULL,
    unit_price_minor bigint NOT NULL
);

CREATE TABLE invoices (
    id integer NOT NULL,
    store_id integer NOT NULL,
    account_id integer NOT NULL,
    livemode boolean DEFAULT true NOT NULL,
    token text NOT NULL,
    number text NOT NULL,
    customer_id integer,
    customer_name text NOT NULL,
    customer_email text,
    customer_phone text,
    currency text NOT NULL,
    subtotal_minor bigint NOT NULL,
    discount_minor bigint DEFAULT 0 NOT NULL,
    tax_label text,
    tax_rate_ppm integer DEFAULT 0 NOT NULL,
    tax_minor bigint DEFAULT 0 NOT NULL,
    total_minor bigint NOT NULL,
    paid_minor bigint DEFAULT 0 NOT NULL,
    allow_part_payment boolean DEFAULT false NOT NULL,
    min_part_payment_minor bigint,
    notes text,
    issued_on date,
    due_on date,
    sent_at timestamp(3) with time zone,
    viewed_at timestamp(3) with time zone,
    paid_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    event_sequence integer DEFAULT 0 NOT NULL,
    next_due_at timestamp(3) with time zone,
    overdue_told_on date,
    reminders_sent text[] DEFAULT ARRAY[]::text[],
    sends_reminders boolean DEFAULT true NOT NULL,
    sent_by text[] DEFAULT ARRAY[]::text[],
    recurring_id integer,
    recurring_on date,
    CONSTRAINT invoices_live_only CHECK (livemode),
    CONSTRAINT invoices_paid CHECK (((paid_minor >= 0) AND (paid_minor <= total_minor))),
    CONSTRAINT invoices_sent_by CHECK ((sent_by <@ ARRAY['email'::text, 'sms'::text])),
    CONSTRAINT invoices_total CHECK (((total_minor = ((subtotal_minor - discount_minor) + tax_minor)) AND (total_minor > 0)))
);

CREATE SEQUENCE invoices_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE invoices_id_seq OWNED BY invoices.id;

CREATE TABLE ledger_accounts (
    id integer NOT NULL,
    store_id integer,
    kind text NOT NULL,
    currency text NOT NULL,
    is_held boolean NOT NULL,
    rail text,
    CONSTRAINT ledger_accounts_rail CHECK ((((kind = 'clearing'::text) = (rail IS NOT NULL)) AND ((rail IS NULL) OR (store_id IS NULL))))
);

CREATE SEQUENCE ledger_accounts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE ledger_accounts_id_seq OWNED BY ledger_accounts.id;

CREATE TABLE ledger_balances (
    account_id integer NOT NULL,
    balance_minor bigint NOT NULL,
    floored boolean NOT NULL,
    CONSTRAINT ledger_balances_floor CHECK (((NOT floored) OR (balance_minor >= 0)))
);

CREATE TABLE ledger_corrections (
    id uuid NOT NULL,
    store_id integer,
    rail text,
    currency text NOT NULL,
    from_kind text NOT NULL,
    to_kind text NOT NULL,
    amount_minor bigint NOT NULL,
    reason text NOT NULL,
    status correction_status DEFAULT 'proposed'::correction_status NOT NULL,
    proposed_by integer NOT NULL,
    proposed_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    decided_by integer,
    decided_at timestamp(3) with time zone,
    CONSTRAINT ledger_corrections_amount CHECK (((amount_minor > 0) AND (from_kind <> to_kind))),
    CONSTRAINT ledger_corrections_decided CHECK ((((status = 'proposed'::correction_status) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
    CONSTRAINT ledger_corrections_two_people CHECK (((status <> ALL (ARRAY['approved'::correction_status, 'declined'::correction_status])) OR (decided_by <> proposed_by)))
);

CREATE TABLE ledger_postings (
    id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    from_account_id integer NOT NULL,
    to_account_id integer NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    CONSTRAINT ledger_postings_amount CHECK (((amount_minor > 0) AND (from_account_id <> to_account_id)))
);

CREATE SEQUENCE ledger_postings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE ledger_postings_id_seq OWNED BY ledger_postings.id;

CREATE TABLE ledger_transactions (
    id bigint NOT NULL,
    kind text NOT NULL,
    source_id text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE ledger_transactions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE ledger_transactions_id_seq OWNED BY ledger_transactions.id;

CREATE TABLE members (
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    role member_role NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    store_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT members_owner_has_all CHECK (((role <> 'owner'::member_role) OR (store_ids = '{}'::integer[])))
);

CREATE TABLE messages (
    id bigint NOT NULL,
    account_id integer,
    store_id integer,
    channel message_channel NOT NULL,
    recipient text NOT NULL,
    template text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    status message_status DEFAULT 'queued'::message_status NOT NULL,
    attempts_made integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    last_error text,
    dedupe_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    object_id text,
    provider_ref text,
    body_sealed bytea,
    action_label text,
    action_url text
);

CREATE SEQUENCE messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE messages_id_seq OWNED BY messages.id;

CREATE TABLE notes (
    id integer NOT NULL,
    account_id integer,
    livemode boolean,
    customer_id integer,
    store_id integer,
    order_id integer,
    text text NOT NULL,
    written_by integer,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT notes_one_subject CHECK (((num_nonnulls(account_id, livemode, customer_id) = ANY (ARRAY[0, 3])) AND (num_nonnulls(store_id, order_id) = ANY (ARRAY[0, 2])) AND (num_nonnulls(customer_id, order_id) = 1)))
);

CREATE SEQUENCE notes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE notes_id_seq OWNED BY notes.id;

CREATE TABLE order_deliveries (
    order_id integer NOT NULL,
    store_id integer NOT NULL,
    sealed bytea NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE order_items (
    store_id integer NOT NULL,
    order_id integer NOT NULL,
    "position" integer NOT NULL,
    product_id integer,
    name text NOT NULL,
    quantity integer NOT NULL,
    unit_price_minor bigint NOT NULL,
    total_minor bigint NOT NULL,
    CONSTRAINT order_items_total CHECK ((total_minor = (unit_price_minor * quantity)))
);

CREATE TABLE order_tallies (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    product_id integer NOT NULL,
    day date NOT NULL,
    payment_status payment_status NOT NULL,
    source source NOT NULL,
    change integer NOT NULL
);

CREATE SEQUENCE order_tallies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE order_tallies_id_seq OWNED BY order_tallies.id;

CREATE TABLE orders (
    id integer NOT NULL,
    store_id integer NOT NULL,
    account_id integer NOT NULL,
    livemode boolean DEFAULT true NOT NULL,
    number text NOT NULL,
    short_number text NOT NULL,
    receipt_token text NOT NULL,
    customer_id integer NOT NULL,
    payment_status payment_status DEFAULT 'pending'::payment_status NOT NULL,
    order_status order_status DEFAULT 'pending'::order_status NOT NULL,
    fulfillment_status fulfillment_status DEFAULT 'unfulfilled'::fulfillment_status NOT NULL,
    payment_method payment_method NOT NULL,
    source source NOT NULL,
    currency text NOT NULL,
    subtotal_minor bigint NOT NULL,
    discount_minor bigint DEFAULT 0 NOT NULL,
    shipping_fee_minor bigint DEFAULT 0 NOT NULL,
    total_minor bigint NOT NULL,
    fee_minor bigint DEFAULT 0 NOT NULL,
    net_minor bigint NOT NULL,
    payment_link_id integer,
    invoice_id integer,
    subscription_id text,
    answer text,
    paid_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    subscriber_ref text,
    holds_slot boolean DEFAULT false NOT NULL,
    refunded_minor bigint DEFAULT 0 NOT NULL,
    handed_over_at timestamp(3) with time zone,
    handover_note text,
    CONSTRAINT orders_live_only CHECK (livemode),
    CONSTRAINT orders_net CHECK ((net_minor = (total_minor - fee_minor))),
    CONSTRAINT orders_refunded CHECK (((refunded_minor >= 0) AND (refunded_minor <= total_minor))),
    CONSTRAINT orders_total CHECK ((total_minor = ((subtotal_minor - discount_minor) + shipping_fee_minor)))
);

CREATE SEQUENCE orders_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE orders_id_seq OWNED BY orders.id;

CREATE TABLE payment_attempts (
    id uuid NOT NULL,
    store_id integer NOT NULL,
    order_id integer NOT NULL,
    rail text NOT NULL,
    rail_ref text,
    method payment_method NOT NULL,
    network text,
    phone_sealed bytea,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    status attempt_status DEFAULT 'created'::attempt_status NOT NULL,
    failure_reason text,
    rail_code text,
    receipt text,
    rail_fee_minor bigint,
    prompt_expires_at timestamp(3) with time zone,
    paid_at timestamp(3) with time zone,
    settled_at timestamp(3) with time zone,
    polls_made integer DEFAULT 0 NOT NULL,
    next_poll_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    prompt jsonb,
    suspense_reason text,
    token text NOT NULL,
    reversed_fee_minor bigint DEFAULT 0 NOT NULL,
    reversed_minor bigint DEFAULT 0 NOT NULL,
    settled_ref text,
    taken_back_minor bigint DEFAULT 0 NOT NULL,
    watched_since timestamp(3) with time zone,
    browser_hash bytea,
    undone_at timestamp(3) with time zone,
    CONSTRAINT payment_attempts_amount CHECK ((amount_minor > 0)),
    CONSTRAINT payment_attempts_reversed CHECK (((reversed_minor >= 0) AND (reversed_minor <= taken_back_minor) AND ((reversed_fee_minor >= 0) AND (reversed_fee_minor <= reversed_minor))))
);

CREATE TABLE subscription_periods (
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    subscription_id text NOT NULL,
    number integer NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    paid_at timestamp(3) with time zone NOT NULL,
    order_id integer,
    attempt_id uuid,
    payment_key text,
    CONSTRAINT subscription_periods_span CHECK ((starts_at < ends_at))
);

CREATE TABLE subscriptions (
    id text NOT NULL,
    store_id integer NOT NULL,
    account_id integer NOT NULL,
    livemode boolean NOT NULL,
    product_id integer NOT NULL,
    customer_id integer NOT NULL,
    ref text,
    status subscription_status NOT NULL,
    "interval" billing_interval NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    anchor_at timestamp(3) with time zone NOT NULL,
    anchor_periods integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    current_period_start timestamp(3) with time zone NOT NULL,
    current_period_end timestamp(3) with time zone NOT NULL,
    cancelled_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    next_due_at timestamp(3) with time zone,
    payments_count integer NOT NULL,
    total_paid_minor bigint NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    manage_version integer DEFAULT 1 NOT NULL,
    event_sequence integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    next_reminder_at timestamp(3) with time zone,
    reminded_for timestamp(3) with time zone,
    reminders_sent text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT subscriptions_amounts CHECK (((amount_minor > 0) AND (total_paid_minor >= 0) AND (payments_count >= 0))),
    CONSTRAINT subscriptions_period CHECK ((current_period_start < current_period_end))
);

CREATE VIEW overview_facts AS
 SELECT orders.store_id,
    'paid'::text AS kind,
    ''::text AS name,
    orders.currency,
    slot_of(orders.paid_at) AS slot,
    count(*) AS count,
    (0)::bigint AS part,
    (0)::bigint AS other,
    sum((orders.total_minor - orders.refunded_minor)) AS minor
   FROM orders
  WHERE (orders.paid_at IS NOT NULL)
  GROUP BY orders.store_id, orders.currency, (slot_of(orders.paid_at))
UNION ALL
 SELECT o.store_id,
    'product'::text AS kind,
    (i.product_id)::text AS name,
    o.currency,
    slot_of(o.paid_at) AS slot,
    sum(i.quantity) AS count,
    0 AS part,
    0 AS other,
    sum(i.total_minor) AS minor
   FROM (order_items i
     JOIN orders o ON ((o.id = i.order_id)))
  WHERE ((i.product_id IS NOT NULL) AND (o.paid_at IS NOT NULL))
  GROUP BY o.store_id, (i.product_id)::text, o.currency, (slot_of(o.paid_at))
UNION ALL
 SELECT payment_attempts.store_id,
    'way'::text AS kind,
    COALESCE(payment_attempts.network, (payment_attempts.method)::text) AS name,
    payment_attempts.currency,
    slot_of(payment_attempts.created_at) AS slot,
    count(*) FILTER (WHERE (payment_attempts.status <> 'failed'::attempt_status)) AS count,
    count(*) FILTER (WHERE (payment_attempts.status = 'failed'::attempt_status)) AS part,
    count(*) FILTER (WHERE ((payment_attempts.status = 'failed'::attempt_status) AND (payment_attempts.failure_reason = 'not_approved_in_time'::text))) AS other,
    COALESCE(sum(payment_attempts.amount_minor) FILTER (WHERE (payment_attempts.status = 'succeeded'::attempt_status)), (0)::numeric) AS minor
   FROM payment_attempts
  WHERE ((payment_attempts.status = ANY (ARRAY['succeeded'::attempt_status, 'reversed'::attempt_status, 'failed'::attempt_status])) AND (payment_attempts.rail <> 'outside'::text))
  GROUP BY payment_attempts.store_id, COALESCE(payment_attempts.network, (payment_attempts.method)::text), payment_attempts.currency, (slot_of(payment_attempts.created_at))
UNION ALL
 SELECT p.store_id,
    'ended'::text AS kind,
    ''::text AS name,
    ''::text AS currency,
    slot_of(p.ends_at) AS slot,
    count(*) AS count,
    count(*) FILTER (WHERE (n.paid_at <= p.ends_at)) AS part,
    count(*) FILTER (WHERE ((n.paid_at > p.ends_at) AND (n.paid_at <= (p.ends_at + '72:00:00'::interval)))) AS other,
    0 AS minor
   FROM (subscription_periods p
     LEFT JOIN subscription_periods n ON (((n.subscription_id = p.subscription_id) AND (n.number = (p.number + 1)))))
  WHERE p.livemode
  GROUP BY p.store_id, (slot_of(p.ends_at))
UNION ALL
 SELECT subscriptions.store_id,
    'subscribers'::text AS kind,
    (subscriptions.product_id)::text AS name,
    ''::text AS currency,
    '2000-01-01 00:00:00+00'::timestamp with time zone AS slot,
    count(*) AS count,
    0 AS part,
    0 AS other,
    0 AS minor
   FROM subscriptions
  WHERE (subscriptions.livemode AND (subscriptions.status = ANY (ARRAY['active'::subscription_status, 'past_due'::subscription_status])))
  GROUP BY subscriptions.store_id, (subscriptions.product_id)::text;

CREATE TABLE overview_tallies (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    slot timestamp(3) with time zone NOT NULL,
    count integer NOT NULL,
    part integer DEFAULT 0 NOT NULL,
    other integer DEFAULT 0 NOT NULL,
    minor bigint DEFAULT 0 NOT NULL
);

CREATE SEQUENCE overview_tallies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE overview_tallies_id_seq OWNED BY overview_tallies.id;

CREATE TABLE passkeys (
    id text NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[],
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE payment_links (
    id integer NOT NULL,
    store_id integer NOT NULL,
    token text NOT NULL,
    title text NOT NULL,
    description text,
    amount_type amount_type DEFAULT 'fixed'::amount_type NOT NULL,
    currency text NOT NULL,
    amount_minor bigint,
    min_amount_minor bigint,
    is_active boolean DEFAULT true NOT NULL,
    is_reusable boolean DEFAULT true NOT NULL,
    max_payments integer,
    expires_at timestamp(3) with time zone,
    collect_email boolean DEFAULT false NOT NULL,
    custom_question text,
    thank_you_message text,
    redirect_url text,
    slots_reserved integer DEFAULT 0 NOT NULL,
    payments_count integer DEFAULT 0 NOT NULL,
    total_paid_minor bigint DEFAULT 0 NOT NULL,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    event_sequence integer DEFAULT 0 NOT NULL,
    shows_places boolean DEFAULT false NOT NULL
);

CREATE SEQUENCE payment_links_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE payment_links_id_seq OWNED BY payment_links.id;

CREATE TABLE payout_destinations (
    id integer NOT NULL,
    store_id integer NOT NULL,
    kind payout_kind NOT NULL,
    currency text NOT NULL,
    details_sealed bytea NOT NULL,
    label text NOT NULL,
    account_name text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE SEQUENCE payout_destinations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE payout_destinations_id_seq OWNED BY payout_destinations.id;

CREATE TABLE payout_schedules (
    store_id integer NOT NULL,
    destination_id integer NOT NULL,
    weekday integer,
    hour integer NOT NULL,
    min_minor bigint NOT NULL,
    keep_minor bigint NOT NULL,
    next_run_at timestamp(3) with time zone,
    last_run_on text,
    wait_reason text,
    told_reasons text[] DEFAULT ARRAY[]::text[],
    changed_by text NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT payout_schedules_amounts CHECK (((min_minor >= 0) AND (keep_minor >= 0))),
    CONSTRAINT payout_schedules_when CHECK (weekday BETWEEN 1 AND 7 AND hour BETWEEN 0 AND 23)
);

CREATE TABLE payouts (
    id uuid NOT NULL,
    store_id integer NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    status payout_status DEFAULT 'requested'::payout_status NOT NULL,
    rail text NOT NULL,
    rail_ref text,
    destination_sealed bytea NOT NULL,
    destination_label text NOT NULL,
    failure_reason text,
    next_poll_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    kind payout_kind NOT NULL,
    leased_until timestamp(3) with time zone,
    polls_made integer DEFAULT 0 NOT NULL,
    receipt text,
    requested_by text NOT NULL,
    scheduled_for text,
    CONSTRAINT payouts_amount CHECK (((amount_minor > 0) AND (fee_minor >= 0)))
);

CREATE TABLE phone_codes (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    sealed bytea NOT NULL,
    code_hash bytea NOT NULL,
    tries_left integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE phone_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE phone_codes_id_seq OWNED BY phone_codes.id;

CREATE TABLE plans (
    code text NOT NULL,
    name text NOT NULL,
    includes_api boolean NOT NULL,
    fee_ppm integer NOT NULL,
    payout_fee_ppm integer DEFAULT 10000 NOT NULL,
    fixed_fees jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT plans_fixed_fees CHECK ((jsonb_typeof(fixed_fees) = 'object'::text))
);

CREATE TABLE products (
    id integer NOT NULL,
    store_id integer NOT NULL,
    token text NOT NULL,
    name text NOT NULL,
    short_description text DEFAULT ''::text NOT NULL,
    kind product_kind NOT NULL,
    status product_status DEFAULT 'active'::product_status NOT NULL,
    currency text NOT NULL,
    price_minor bigint NOT NULL,
    sale_price_minor bigint,
    image_url text,
    "interval" billing_interval,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    asks_place boolean DEFAULT false NOT NULL,
    CONSTRAINT products_interval_with_kind CHECK (((kind = 'subscription'::product_kind) = ("interval" IS NOT NULL))),
    CONSTRAINT products_place_of_goods CHECK (((NOT asks_place) OR (kind = 'physical'::product_kind))),
    CONSTRAINT products_price CHECK (((price_minor > 0) AND ((sale_price_minor IS NULL) OR (sale_price_minor > 0))))
);

CREATE SEQUENCE products_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE products_id_seq OWNED BY products.id;

CREATE TABLE push_devices (
    id integer NOT NULL,
    user_id integer NOT NULL,
    endpoint_hash bytea NOT NULL,
    sealed bytea NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    session_id text NOT NULL
);

CREATE SEQUENCE push_devices_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE push_devices_id_seq OWNED BY push_devices.id;

CREATE TABLE quotes (
    id integer NOT NULL,
    store_id integer NOT NULL,
    account_id integer NOT NULL,
    token text NOT NULL,
    number text NOT NULL,
    body jsonb NOT NULL,
    due_days integer,
    currency text NOT NULL,
    customer_name text NOT NULL,
    customer_email text,
    customer_phone text,
    total_minor bigint NOT NULL,
    valid_until date NOT NULL,
    sent_at timestamp(3) with time zone,
    accepted_at timestamp(3) with time zone,
    accepted_by text,
    declined_at timestamp(3) with time zone,
    withdrawn_at timestamp(3) with time zone,
    invoice_id integer,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT quotes_accepted CHECK (((accepted_at IS NULL) OR (invoice_id IS NOT NULL)))
);

CREATE SEQUENCE quotes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE quotes_id_seq OWNED BY quotes.id;

CREATE TABLE rail_balances (
    id bigint NOT NULL,
    rail text NOT NULL,
    currency text NOT NULL,
    rail_minor bigint NOT NULL,
    books_minor bigint NOT NULL,
    change_minor bigint NOT NULL,
    state balance_state NOT NULL,
    read_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    settled_by text,
    reason text
);

CREATE SEQUENCE rail_balances_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE rail_balances_id_seq OWNED BY rail_balances.id;

CREATE TABLE rail_callbacks (
    id bigint NOT NULL,
    rail text NOT NULL,
    dedupe_key text NOT NULL,
    headers jsonb NOT NULL,
    body bytea NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    processed_at timestamp(3) with time zone,
    event jsonb NOT NULL
);

CREATE SEQUENCE rail_callbacks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE rail_callbacks_id_seq OWNED BY rail_callbacks.id;

CREATE TABLE rail_orders (
    op text NOT NULL,
    method text NOT NULL,
    country text NOT NULL,
    currency text NOT NULL,
    rails text[],
    updated_by text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE rail_settings (
    rail text NOT NULL,
    livemode boolean NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    credentials_sealed bytea NOT NULL,
    updated_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE UNLOGGED TABLE rate_limits (
    subject text NOT NULL,
    hits timestamp(3) with time zone[]
);

CREATE TABLE reconciliation_differences (
    id bigint NOT NULL,
    reconciliation_id bigint NOT NULL,
    kind difference_kind NOT NULL,
    op movement_op NOT NULL,
    our_id text NOT NULL,
    currency text NOT NULL,
    rail_minor bigint,
    books_minor bigint,
    at timestamp(3) with time zone NOT NULL,
    found_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by text,
    reason text
);

CREATE SEQUENCE reconciliation_differences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE reconciliation_differences_id_seq OWNED BY reconciliation_differences.id;

CREATE TABLE reconciliations (
    id bigint NOT NULL,
    rail text NOT NULL,
    day date NOT NULL,
    source text NOT NULL,
    state reconciliation_state NOT NULL,
    lines integer DEFAULT 0 NOT NULL,
    "foreign" integer DEFAULT 0 NOT NULL,
    totals jsonb DEFAULT '[]'::jsonb NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE reconciliations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE reconciliations_id_seq OWNED BY reconciliations.id;

CREATE TABLE recurring_invoices (
    id integer NOT NULL,
    store_id integer NOT NULL,
    account_id integer NOT NULL,
    body jsonb NOT NULL,
    due_days integer,
    currency text NOT NULL,
    customer_name text NOT NULL,
    customer_email text,
    customer_phone text,
    total_minor bigint NOT NULL,
    channels text[],
    "interval" billing_interval NOT NULL,
    starts_on date NOT NULL,
    ends_on date,
    times integer,
    next_index integer DEFAULT 0 NOT NULL,
    made_count integer DEFAULT 0 NOT NULL,
    next_on date,
    next_at timestamp(3) with time zone,
    paused_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE recurring_invoices_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE recurring_invoices_id_seq OWNED BY recurring_invoices.id;

CREATE TABLE refunds (
    id uuid NOT NULL,
    store_id integer NOT NULL,
    order_id integer NOT NULL,
    attempt_id uuid NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    reason text NOT NULL,
    status refund_status DEFAULT 'queued'::refund_status NOT NULL,
    rail_ref text,
    next_poll_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    available_minor bigint DEFAULT 0 NOT NULL,
    failure_reason text,
    fee_back_minor bigint DEFAULT 0 NOT NULL,
    leased_until timestamp(3) with time zone,
    pending_minor bigint DEFAULT 0 NOT NULL,
    polls_made integer DEFAULT 0 NOT NULL,
    request_key text NOT NULL,
    requested_by text,
    CONSTRAINT refunds_amount CHECK ((amount_minor > 0)),
    CONSTRAINT refunds_sources CHECK (((pending_minor >= 0) AND (available_minor >= 0) AND (fee_back_minor >= 0)))
);

CREATE TABLE request_log_details (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    request_id text NOT NULL,
    key_last4 text NOT NULL,
    address text,
    query text NOT NULL,
    request_body text,
    request_bytes integer,
    response_body text,
    response_bytes integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE request_log_details_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE request_log_details_id_seq OWNED BY request_log_details.id;

CREATE TABLE request_log_entries (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    key_id integer,
    request_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    duration_ms integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE request_log_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE request_log_entries_id_seq OWNED BY request_log_entries.id;

CREATE TABLE sandbox_records (
    id text NOT NULL,
    phone text,
    created_at_ms bigint NOT NULL,
    next_callback_at_ms bigint,
    record jsonb NOT NULL
);

CREATE TABLE saved_views (
    id integer NOT NULL,
    store_id integer NOT NULL,
    user_id integer NOT NULL,
    list text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE saved_views_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE saved_views_id_seq OWNED BY saved_views.id;

CREATE TABLE sending_counts (
    subject text NOT NULL,
    day date NOT NULL,
    sent integer NOT NULL
);

CREATE TABLE sessions (
    id text NOT NULL,
    user_id integer NOT NULL,
    user_agent text NOT NULL,
    ip text,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);

CREATE TABLE sign_in_throttles (
    subject text NOT NULL,
    failures integer NOT NULL,
    locked_until timestamp(3) with time zone,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE stores (
    id integer NOT NULL,
    account_id integer NOT NULL,
    plan_code text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text,
    currency text NOT NULL,
    country text NOT NULL,
    time_zone text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    logo_url text,
    brand_colour text,
    contact_phone text,
    contact_email text,
    return_url text,
    status store_status DEFAULT 'active'::store_status NOT NULL,
    suspended_at timestamp(3) with time zone,
    verification_status verification_status DEFAULT 'unverified'::verification_status NOT NULL,
    developer_access_blocked_at timestamp(3) with time zone,
    buyer_pays_charges boolean DEFAULT false NOT NULL,
    test_mode_since timestamp(3) with time zone,
    next_invoice_number integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    next_order_number integer DEFAULT 1 NOT NULL,
    address text,
    sends_receipts boolean DEFAULT true NOT NULL,
    sends_reminders boolean DEFAULT true NOT NULL,
    tax_number text,
    developer_access_reason text,
    suspended_reason text,
    verification_reason text,
    verification_sealed bytea,
    ends_access_on_reversal boolean DEFAULT false NOT NULL,
    sms_alerts_max integer DEFAULT 100 NOT NULL,
    invoice_digits integer DEFAULT 6 NOT NULL,
    invoice_prefix text DEFAULT 'INV-'::text NOT NULL,
    next_quote_number integer DEFAULT 1 NOT NULL,
    CONSTRAINT stores_sms_alerts_max CHECK ((sms_alerts_max >= 0))
);

CREATE SEQUENCE stores_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE stores_id_seq OWNED BY stores.id;

CREATE TABLE tags (
    id integer NOT NULL,
    account_id integer,
    livemode boolean,
    customer_id integer,
    store_id integer,
    order_id integer,
    name text NOT NULL,
    folded text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT tags_one_subject CHECK (((num_nonnulls(account_id, livemode, customer_id) = ANY (ARRAY[0, 3])) AND (num_nonnulls(store_id, order_id) = ANY (ARRAY[0, 2])) AND (num_nonnulls(customer_id, order_id) = 1)))
);

CREATE SEQUENCE tags_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE tags_id_seq OWNED BY tags.id;

CREATE TABLE tasks (
    id bigint NOT NULL,
    store_id integer,
    kind text NOT NULL,
    subject text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    resolved_at timestamp(3) with time zone,
    resolved_by text
);

CREATE SEQUENCE tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE tasks_id_seq OWNED BY tasks.id;

CREATE TABLE user_tokens (
    token_hash bytea NOT NULL,
    kind user_token_kind NOT NULL,
    user_id integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    email text
);

CREATE TABLE users (
    id integer NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text,
    session_version integer DEFAULT 1 NOT NULL,
    is_operator boolean DEFAULT false NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    email_verified_at timestamp(3) with time zone,
    last_sign_in_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    recovery_hashes bytea[],
    totp_confirmed_at timestamp(3) with time zone,
    totp_last_step bigint,
    totp_sealed bytea,
    phone text,
    time_zone text
);

CREATE SEQUENCE users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE users_id_seq OWNED BY users.id;

CREATE TABLE verification_documents (
    store_id integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE wallet_holds (
    attempt_id uuid NOT NULL,
    store_id integer NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    release_at timestamp(3) with time zone NOT NULL,
    released_at timestamp(3) with time zone,
    CONSTRAINT wallet_holds_amount CHECK ((amount_minor > 0))
);

CREATE TABLE webhook_attempts (
    id bigint NOT NULL,
    delivery_id bigint NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    url text NOT NULL,
    request_headers jsonb NOT NULL,
    status_code integer,
    error_class text,
    response_headers jsonb,
    response_body text,
    sent_by text
);

CREATE SEQUENCE webhook_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE webhook_attempts_id_seq OWNED BY webhook_attempts.id;

CREATE TABLE webhook_deliveries (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    event_id text NOT NULL,
    endpoint_id integer NOT NULL,
    status delivery_status DEFAULT 'pending'::delivery_status NOT NULL,
    skipped_reason text,
    attempts_made integer DEFAULT 0 NOT NULL,
    first_attempt_at timestamp(3) with time zone,
    last_attempt_at timestamp(3) with time zone,
    next_attempt_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    line text NOT NULL
);

CREATE SEQUENCE webhook_deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE webhook_deliveries_id_seq OWNED BY webhook_deliveries.id;

CREATE TABLE webhook_endpoints (
    id integer NOT NULL,
    store_id integer NOT NULL,
    livemode boolean NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    types text[],
    secret_sealed bytea NOT NULL,
    old_secret_sealed bytea,
    old_secret_until timestamp(3) with time zone,
    switched_at timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    failing_since timestamp(3) with time zone,
    failures_in_row integer DEFAULT 0 NOT NULL,
    last_success_at timestamp(3) with time zone,
    warned_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    answers_slowly boolean DEFAULT false NOT NULL
);

CREATE SEQUENCE webhook_endpoints_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE webhook_endpoints_id_seq OWNED BY webhook_endpoints.id;

ALTER TABLE ONLY accounts ALTER COLUMN id SET DEFAULT nextval('accounts_id_seq'::regclass);

ALTER TABLE ONLY alerts ALTER COLUMN id SET DEFAULT nextval('alerts_id_seq'::regclass);

ALTER TABLE ONLY api_keys ALTER COLUMN id SET DEFAULT nextval('api_keys_id_seq'::regclass);

ALTER TABLE ONLY audit_entries ALTER COLUMN id SET DEFAULT nextval('audit_entries_id_seq'::regclass);

ALTER TABLE ONLY contact_codes ALTER COLUMN id SET DEFAULT nextval('contact_codes_id_seq'::regclass);

ALTER TABLE ONLY customers ALTER COLUMN id SET DEFAULT nextval('customers_id_seq'::regclass);

ALTER TABLE ONLY fee_sums ALTER COLUMN id SET DEFAULT nextval('fee_sums_id_seq'::regclass);

ALTER TABLE ONLY invitations ALTER COLUMN id SET DEFAULT nextval('invitations_id_seq'::regclass);

ALTER TABLE ONLY invoices ALTER COLUMN id SET DEFAULT nextval('invoices_id_seq'::regclass);

ALTER TABLE ONLY ledger_accounts ALTER COLUMN id SET DEFAULT nextval('ledger_accounts_id_seq'::regclass);

ALTER TABLE ONLY ledger_postings ALTER COLUMN id SET DEFAULT nextval('ledger_postings_id_seq'::regclass);

ALTER TABLE ONLY ledger_transactions ALTER COLUMN id SET DEFAULT nextval('ledger_transactions_id_seq'::regclass);

ALTER TABLE ONLY messages ALTER COLUMN id SET DEFAULT nextval('messages_id_seq'::regclass);

ALTER TABLE ONLY notes ALTER COLUMN id SET DEFAULT nextval('notes_id_seq'::regclass);

ALTER TABLE ONLY order_tallies ALTER COLUMN id SET DEFAULT nextval('order_tallies_id_seq'::regclass);

ALTER TABLE ONLY orders ALTER COLUMN id SET DEFAULT nextval('orders_id_seq'::regclass);

ALTER TABLE ONLY overview_tallies ALTER COLUMN id SET DEFAULT nextval('overview_tallies_id_seq'::regclass);

ALTER TABLE ONLY payment_links ALTER COLUMN id SET DEFAULT nextval('payment_links_id_seq'::regclass);

ALTER TABLE ONLY payout_destinations ALTER COLUMN id SET DEFAULT nextval('payout_destinations_id_seq'::regclass);

ALTER TABLE ONLY phone_codes ALTER COLUMN id SET DEFAULT nextval('phone_codes_id_seq'::regclass);

ALTER TABLE ONLY products ALTER COLUMN id SET DEFAULT nextval('products_id_seq'::regclass);

ALTER TABLE ONLY push_devices ALTER COLUMN id SET DEFAULT nextval('push_devices_id_seq'::regclass);

ALTER TABLE ONLY quotes ALTER COLUMN id SET DEFAULT nextval('quotes_id_seq'::regclass);

ALTER TABLE ONLY rail_balances ALTER COLUMN id SET DEFAULT nextval('rail_balances_id_seq'::regclass);

ALTER TABLE ONLY rail_callbacks ALTER COLUMN id SET DEFAULT nextval('rail_callbacks_id_seq'::regclass);

ALTER TABLE ONLY reconciliation_differences ALTER COLUMN id SET DEFAULT nextval('reconciliation_differences_id_seq'::regclass);

ALTER TABLE ONLY reconciliations ALTER COLUMN id SET DEFAULT nextval('reconciliations_id_seq'::regclass);

ALTER TABLE ONLY recurring_invoices ALTER COLUMN id SET DEFAULT nextval('recurring_invoices_id_seq'::regclass);

ALTER TABLE ONLY request_log_details ALTER COLUMN id SET DEFAULT nextval('request_log_details_id_seq'::regclass);

ALTER TABLE ONLY request_log_entries ALTER COLUMN id SET DEFAULT nextval('request_log_entries_id_seq'::regclass);

ALTER TABLE ONLY saved_views ALTER COLUMN id SET DEFAULT nextval('saved_views_id_seq'::regclass);

ALTER TABLE ONLY stores ALTER COLUMN id SET DEFAULT nextval('stores_id_seq'::regclass);

ALTER TABLE ONLY tags ALTER COLUMN id SET DEFAULT nextval('tags_id_seq'::regclass);

ALTER TABLE ONLY tasks ALTER COLUMN id SET DEFAULT nextval('tasks_id_seq'::regclass);

ALTER TABLE ONLY users ALTER COLUMN id SET DEFAULT nextval('users_id_seq'::regclass);

ALTER TABLE ONLY webhook_attempts ALTER COLUMN id SET DEFAULT nextval('webhook_attempts_id_seq'::regclass);

ALTER TABLE ONLY webhook_deliveries ALTER COLUMN id SET DEFAULT nextval('webhook_deliveries_id_seq'::regclass);

ALTER TABLE ONLY webhook_endpoints ALTER COLUMN id SET DEFAULT nextval('webhook_endpoints_id_seq'::regclass);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alert_settings
    ADD CONSTRAINT alert_settings_pkey PRIMARY KEY (account_id, user_id);

ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY contact_codes
    ADD CONSTRAINT contact_codes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY contact_undos
    ADD CONSTRAINT contact_undos_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY fee_progress
    ADD CONSTRAINT fee_progress_pkey PRIMARY KEY (id);

ALTER TABLE ONLY fee_sums
    ADD CONSTRAINT fee_sums_pkey PRIMARY KEY (id);

ALTER TABLE ONLY form_drafts
    ADD CONSTRAINT form_drafts_pkey PRIMARY KEY (store_id, user_id, page);

ALTER TABLE ONLY idempotency_records
    ADD CONSTRAINT idempotency_records_pkey PRIMARY KEY (store_id, livemode, key);

ALTER TABLE ONLY images
    ADD CONSTRAINT images_pkey PRIMARY KEY (token);

ALTER TABLE ONLY instance_keys
    ADD CONSTRAINT instance_keys_pkey PRIMARY KEY (name);

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY invoice_items
    ADD CONSTRAINT invoice_items_pkey PRIMARY KEY (invoice_id, "position");

ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger_accounts
    ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger_balances
    ADD CONSTRAINT ledger_balances_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY ledger_corrections
    ADD CONSTRAINT ledger_corrections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger_postings
    ADD CONSTRAINT ledger_postings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger_transactions
    ADD CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY members
    ADD CONSTRAINT members_pkey PRIMARY KEY (account_id, user_id);

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY order_deliveries
    ADD CONSTRAINT order_deliveries_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_pkey PRIMARY KEY (order_id, "position");

ALTER TABLE ONLY order_tallies
    ADD CONSTRAINT order_tallies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY overview_tallies
    ADD CONSTRAINT overview_tallies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payment_attempts
    ADD CONSTRAINT payment_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payment_links
    ADD CONSTRAINT payment_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payout_destinations
    ADD CONSTRAINT payout_destinations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payout_schedules
    ADD CONSTRAINT payout_schedules_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY payouts
    ADD CONSTRAINT payouts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY phone_codes
    ADD CONSTRAINT phone_codes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (code);

ALTER TABLE ONLY products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);

ALTER TABLE ONLY push_devices
    ADD CONSTRAINT push_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rail_balances
    ADD CONSTRAINT rail_balances_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rail_callbacks
    ADD CONSTRAINT rail_callbacks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rail_orders
    ADD CONSTRAINT rail_orders_pkey PRIMARY KEY (op, method, country, currency);

ALTER TABLE ONLY rail_settings
    ADD CONSTRAINT rail_settings_pkey PRIMARY KEY (rail);

ALTER TABLE ONLY rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY reconciliation_differences
    ADD CONSTRAINT reconciliation_differences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY reconciliations
    ADD CONSTRAINT reconciliations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY recurring_invoices
    ADD CONSTRAINT recurring_invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY request_log_details
    ADD CONSTRAINT request_log_details_pkey PRIMARY KEY (id);

ALTER TABLE ONLY request_log_entries
    ADD CONSTRAINT request_log_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sandbox_records
    ADD CONSTRAINT sandbox_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sending_counts
    ADD CONSTRAINT sending_counts_pkey PRIMARY KEY (subject, day);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sign_in_throttles
    ADD CONSTRAINT sign_in_throttles_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY stores
    ADD CONSTRAINT stores_pkey PRIMARY KEY (id);

ALTER TABLE ONLY subscription_periods
    ADD CONSTRAINT subscription_periods_pkey PRIMARY KEY (subscription_id, number);

ALTER TABLE ONLY subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY user_tokens
    ADD CONSTRAINT user_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verification_documents
    ADD CONSTRAINT verification_documents_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY wallet_holds
    ADD CONSTRAINT wallet_holds_pkey PRIMARY KEY (attempt_id);

ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);

CREATE INDEX alert_settings_next_digest_at_idx ON alert_settings USING btree (next_digest_at);

CREATE INDEX alerts_created_at_idx ON alerts USING btree (created_at);

CREATE INDEX alerts_due_at_idx ON alerts USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX alerts_fact_user_id_channel_key ON alerts USING btree (fact, user_id, channel);

CREATE INDEX alerts_user_id_store_id_channel_told_at_idx ON alerts USING btree (user_id, store_id, channel, told_at);

CREATE UNIQUE INDEX api_keys_hash_key ON api_keys USING btree (hash);

CREATE UNIQUE INDEX api_keys_store_id_id_key ON api_keys USING btree (store_id, id);

CREATE INDEX audit_entries_store_id_created_at_idx ON audit_entries USING btree (store_id, created_at DESC);

CREATE INDEX audit_entries_target_id_idx ON audit_entries USING btree (target, id DESC);

CREATE INDEX contact_codes_subscription_id_created_at_idx ON contact_codes USING btree (subscription_id, created_at DESC);

CREATE INDEX contact_undos_customer_id_created_at_idx ON contact_undos USING btree (customer_id, created_at DESC);

CREATE INDEX customers_account_id_livemode_created_at_id_idx ON customers USING btree (account_id, livemode, created_at DESC, id DESC);

CREATE UNIQUE INDEX customers_account_id_livemode_email_key ON customers USING btree (account_id, livemode, email);

CREATE UNIQUE INDEX customers_account_id_livemode_id_key ON customers USING btree (account_id, livemode, id);

CREATE UNIQUE INDEX customers_account_id_livemode_phone_key ON customers USING btree (account_id, livemode, phone);

CREATE INDEX customers_phone_start_idx ON customers USING btree (account_id, livemode, phone text_pattern_ops);

CREATE INDEX customers_search_idx ON customers USING gin (account_id, name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);

CREATE INDEX disputes_attempt_id_idx ON disputes USING btree (attempt_id);

CREATE UNIQUE INDEX disputes_rail_rail_ref_key ON disputes USING btree (rail, rail_ref);

CREATE INDEX disputes_state_created_at_idx ON disputes USING btree (state, created_at DESC);

CREATE INDEX disputes_store_id_order_id_idx ON disputes USING btree (store_id, order_id);

CREATE UNIQUE INDEX events_dedupe_key_key ON events USING btree (dedupe_key);

CREATE INDEX events_store_id_livemode_created_at_id_idx ON events USING btree (store_id, livemode, created_at DESC, id DESC);

CREATE UNIQUE INDEX events_store_id_livemode_id_key ON events USING btree (store_id, livemode, id);

CREATE INDEX events_store_id_object_id_sequence_idx ON events USING btree (store_id, object_id, sequence);

CREATE INDEX fee_sums_day_idx ON fee_sums USING btree (day);

CREATE INDEX form_drafts_updated_at_idx ON form_drafts USING btree (updated_at);

CREATE INDEX idempotency_records_expires_at_idx ON idempotency_records USING btree (expires_at);

CREATE INDEX images_store_id_idx ON images USING btree (store_id);

CREATE INDEX invitations_account_id_idx ON invitations USING btree (account_id);

CREATE UNIQUE INDEX invitations_token_hash_key ON invitations USING btree (token_hash);

CREATE INDEX invoices_next_due_at_idx ON invoices USING btree (next_due_at);

CREATE INDEX invoices_owed_idx ON invoices USING btree (store_id, due_on, currency, total_minor, paid_minor) WHERE ((cancelled_at IS NULL) AND (paid_minor < total_minor) AND ((sent_at IS NOT NULL) OR (viewed_at IS NOT NULL) OR (paid_minor > 0)));

CREATE UNIQUE INDEX invoices_recurring_id_recurring_on_key ON invoices USING btree (recurring_id, recurring_on);

CREATE INDEX invoices_search_idx ON invoices USING gin (store_id, number gin_trgm_ops, customer_name gin_trgm_ops, customer_email gin_trgm_ops, customer_phone gin_trgm_ops);

CREATE INDEX invoices_store_id_created_at_id_idx ON invoices USING btree (store_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX invoices_store_id_id_key ON invoices USING btree (store_id, id);

CREATE UNIQUE INDEX invoices_store_id_number_key ON invoices USING btree (store_id, number);

CREATE INDEX invoices_store_id_total_minor_created_at_id_idx ON invoices USING btree (store_id, total_minor, created_at DESC, id DESC);

CREATE UNIQUE INDEX invoices_token_key ON invoices USING btree (token);

CREATE UNIQUE INDEX ledger_accounts_own_key ON ledger_accounts USING btree (kind, COALESCE(rail, ''::text), currency) WHERE (store_id IS NULL);

CREATE UNIQUE INDEX ledger_accounts_store_id_kind_currency_key ON ledger_accounts USING btree (store_id, kind, currency);

CREATE INDEX ledger_corrections_proposed_at_idx ON ledger_corrections USING btree (proposed_at DESC);

CREATE INDEX ledger_postings_from_account_id_idx ON ledger_postings USING btree (from_account_id);

CREATE INDEX ledger_postings_to_account_id_idx ON ledger_postings USING btree (to_account_id);

CREATE INDEX ledger_postings_transaction_id_idx ON ledger_postings USING btree (transaction_id);

CREATE UNIQUE INDEX ledger_transactions_kind_source_id_key ON ledger_transactions USING btree (kind, source_id);

CREATE INDEX ledger_transactions_occurred_at_idx ON ledger_transactions USING brin (occurred_at);

CREATE INDEX members_user_id_idx ON members USING btree (user_id);

CREATE INDEX messages_created_at_idx ON messages USING btree (created_at DESC);

CREATE UNIQUE INDEX messages_dedupe_key_key ON messages USING btree (dedupe_key);

CREATE INDEX messages_next_attempt_at_idx ON messages USING btree (next_attempt_at) WHERE (status = 'queued'::message_status);

CREATE INDEX messages_store_id_created_at_idx ON messages USING btree (store_id, created_at DESC);

CREATE INDEX messages_store_id_object_id_idx ON messages USING btree (store_id, object_id);

CREATE INDEX messages_store_id_status_created_at_id_idx ON messages USING btree (store_id, status, created_at DESC, id DESC);

CREATE INDEX notes_customer_id_id_idx ON notes USING btree (customer_id, id);

CREATE INDEX notes_order_id_id_idx ON notes USING btree (order_id, id);

CREATE INDEX notes_written_by_idx ON notes USING btree (written_by);

CREATE UNIQUE INDEX order_deliveries_store_id_order_id_key ON order_deliveries USING btree (store_id, order_id);

CREATE INDEX order_items_store_id_product_id_order_id_idx ON order_items USING btree (store_id, product_id, order_id DESC);

CREATE INDEX order_tallies_sum_idx ON order_tallies USING btree (store_id, product_id, day, payment_status, source, change);

CREATE INDEX orders_collected_idx ON orders USING btree (store_id, paid_at, currency, total_minor, refunded_minor);

CREATE UNIQUE INDEX orders_receipt_token_key ON orders USING btree (receipt_token);

CREATE INDEX orders_spent_idx ON orders USING btree (store_id, customer_id, paid_at, currency, payment_status, total_minor, refunded_minor);

CREATE INDEX orders_store_id_created_at_id_idx ON orders USING btree (store_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX orders_store_id_id_key ON orders USING btree (store_id, id);

CREATE INDEX orders_store_id_invoice_id_idx ON orders USING btree (store_id, invoice_id);

CREATE UNIQUE INDEX orders_store_id_number_key ON orders USING btree (store_id, number);

CREATE INDEX orders_store_id_payment_link_id_idx ON orders USING btree (store_id, payment_link_id);

CREATE INDEX orders_store_id_payment_method_created_at_id_idx ON orders USING btree (store_id, payment_method, created_at DESC, id DESC);

CREATE INDEX orders_store_id_payment_status_created_at_id_idx ON orders USING btree (store_id, payment_status, created_at DESC, id DESC);

CREATE INDEX orders_store_id_source_created_at_id_idx ON orders USING btree (store_id, source, created_at DESC, id DESC);

CREATE INDEX orders_store_id_total_minor_created_at_id_idx ON orders USING btree (store_id, total_minor, created_at DESC, id DESC);

CREATE INDEX orders_subscription_id_idx ON orders USING btree (subscription_id);

CREATE INDEX overview_tallies_sum_idx ON overview_tallies USING btree (store_id, kind, slot, name, currency, count, part, other, minor);

CREATE INDEX passkeys_user_id_idx ON passkeys USING btree (user_id);

CREATE INDEX payment_attempts_next_poll_at_idx ON payment_attempts USING btree (next_poll_at) WHERE (next_poll_at IS NOT NULL);

CREATE INDEX payment_attempts_order_id_idx ON payment_attempts USING btree (order_id);

CREATE UNIQUE INDEX payment_attempts_rail_rail_ref_key ON payment_attempts USING btree (rail, rail_ref);

CREATE INDEX payment_attempts_receipt_idx ON payment_attempts USING btree (store_id, receipt text_pattern_ops) WHERE (receipt IS NOT NULL);

CREATE INDEX payment_attempts_reference_idx ON payment_attempts USING btree (store_id, rail_ref text_pattern_ops) WHERE (rail_ref IS NOT NULL);

CREATE INDEX payment_attempts_store_id_created_at_idx ON payment_attempts USING btree (store_id, created_at);

CREATE UNIQUE INDEX payment_attempts_store_id_id_key ON payment_attempts USING btree (store_id, id);

CREATE UNIQUE INDEX payment_attempts_token_key ON payment_attempts USING btree (token);

CREATE INDEX payment_links_store_id_created_at_id_idx ON payment_links USING btree (store_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX payment_links_store_id_id_key ON payment_links USING btree (store_id, id);

CREATE UNIQUE INDEX payment_links_token_key ON payment_links USING btree (token);

CREATE UNIQUE INDEX payout_destinations_store_id_id_key ON payout_destinations USING btree (store_id, id);

CREATE INDEX payout_schedules_next_run_at_idx ON payout_schedules USING btree (next_run_at);

CREATE INDEX payouts_next_poll_at_idx ON payouts USING btree (next_poll_at);

CREATE UNIQUE INDEX payouts_rail_rail_ref_key ON payouts USING btree (rail, rail_ref);

CREATE INDEX payouts_store_id_created_at_idx ON payouts USING btree (store_id, created_at DESC);

CREATE UNIQUE INDEX payouts_store_id_id_key ON payouts USING btree (store_id, id);

CREATE UNIQUE INDEX payouts_store_id_scheduled_for_key ON payouts USING btree (store_id, scheduled_for);

CREATE INDEX phone_codes_user_id_id_idx ON phone_codes USING btree (user_id, id DESC);

CREATE UNIQUE INDEX products_store_id_id_key ON products USING btree (store_id, id);

CREATE UNIQUE INDEX products_token_key ON products USING btree (token);

CREATE UNIQUE INDEX push_devices_endpoint_hash_key ON push_devices USING btree (endpoint_hash);

CREATE INDEX push_devices_user_id_idx ON push_devices USING btree (user_id);

CREATE INDEX quotes_store_id_created_at_id_idx ON quotes USING btree (store_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX quotes_store_id_invoice_id_key ON quotes USING btree (store_id, invoice_id);

CREATE UNIQUE INDEX quotes_store_id_number_key ON quotes USING btree (store_id, number);

CREATE UNIQUE INDEX quotes_token_key ON quotes USING btree (token);

CREATE INDEX rail_balances_rail_currency_id_idx ON rail_balances USING btree (rail, currency, id DESC);

CREATE INDEX rail_callbacks_processed_at_idx ON rail_callbacks USING btree (processed_at);

CREATE UNIQUE INDEX rail_callbacks_rail_dedupe_key_key ON rail_callbacks USING btree (rail, dedupe_key);

CREATE INDEX rail_callbacks_received_at_idx ON rail_callbacks USING btree (received_at);

CREATE INDEX reconciliation_differences_closed_at_idx ON reconciliation_differences USING btree (closed_at);

CREATE UNIQUE INDEX reconciliation_differences_reconciliation_id_op_our_id_curr_key ON reconciliation_differences USING btree (reconciliation_id, op, our_id, currency);

CREATE INDEX reconciliations_day_idx ON reconciliations USING btree (day DESC);

CREATE UNIQUE INDEX reconciliations_rail_day_key ON reconciliations USING btree (rail, day);

CREATE INDEX recurring_invoices_next_at_idx ON recurring_invoices USING btree (next_at);

CREATE INDEX recurring_invoices_store_id_created_at_id_idx ON recurring_invoices USING btree (store_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX recurring_invoices_store_id_id_key ON recurring_invoices USING btree (store_id, id);

CREATE INDEX refunds_attempt_id_idx ON refunds USING btree (attempt_id);

CREATE INDEX refunds_next_poll_at_idx ON refunds USING btree (next_poll_at);

CREATE UNIQUE INDEX refunds_request_key_key ON refunds USING btree (request_key);

CREATE INDEX refunds_store_id_created_at_idx ON refunds USING btree (store_id, created_at DESC);

CREATE INDEX refunds_store_id_order_id_idx ON refunds USING btree (store_id, order_id);

CREATE INDEX request_log_details_created_at_idx ON request_log_details USING btree (created_at);

CREATE INDEX request_log_details_store_id_livemode_id_idx ON request_log_details USING btree (store_id, livemode, id DESC);

CREATE INDEX request_log_entries_created_at_idx ON request_log_entries USING btree (created_at);

CREATE INDEX request_log_entries_store_id_livemode_created_at_id_idx ON request_log_entries USING btree (store_id, livemode, created_at DESC, id DESC);

CREATE INDEX sandbox_records_next_callback_at_ms_idx ON sandbox_records USING btree (next_callback_at_ms);

CREATE INDEX sandbox_records_phone_idx ON sandbox_records USING btree (phone);

CREATE UNIQUE INDEX saved_views_store_id_user_id_list_name_key ON saved_views USING btree (store_id, user_id, list, name);

CREATE INDEX sessions_user_id_created_at_idx ON sessions USING btree (user_id, created_at DESC);

CREATE UNIQUE INDEX stores_account_id_id_key ON stores USING btree (account_id, id);

CREATE UNIQUE INDEX stores_slug_key ON stores USING btree (slug);

CREATE UNIQUE INDEX subscription_periods_attempt_id_key ON subscription_periods USING btree (attempt_id);

CREATE UNIQUE INDEX subscription_periods_order_id_key ON subscription_periods USING btree (order_id);

CREATE UNIQUE INDEX subscription_periods_store_id_attempt_id_key ON subscription_periods USING btree (store_id, attempt_id);

CREATE INDEX subscription_periods_store_id_livemode_ends_at_idx ON subscription_periods USING btree (store_id, livemode, ends_at);

CREATE UNIQUE INDEX subscription_periods_store_id_livemode_payment_key_key ON subscription_periods USING btree (store_id, livemode, payment_key);

CREATE UNIQUE INDEX subscription_periods_store_id_order_id_key ON subscription_periods USING btree (store_id, order_id);

CREATE INDEX subscriptions_account_id_livemode_customer_id_idx ON subscriptions USING btree (account_id, livemode, customer_id);

CREATE INDEX subscriptions_next_due_at_idx ON subscriptions USING btree (next_due_at) WHERE (next_due_at IS NOT NULL);

CREATE INDEX subscriptions_next_reminder_at_idx ON subscriptions USING btree (next_reminder_at);

CREATE INDEX subscriptions_store_id_livemode_created_at_id_idx ON subscriptions USING btree (store_id, livemode, created_at DESC, id DESC);

CREATE UNIQUE INDEX subscriptions_store_id_livemode_id_key ON subscriptions USING btree (store_id, livemode, id);

CREATE UNIQUE INDEX subscriptions_store_id_livemode_product_id_ref_key ON subscriptions USING btree (store_id, livemode, product_id, ref);

CREATE INDEX subscriptions_store_id_livemode_ref_idx ON subscriptions USING btree (store_id, livemode, ref);

CREATE INDEX subscriptions_store_id_livemode_status_current_period_end_idx ON subscriptions USING btree (store_id, livemode, status, current_period_end);

CREATE INDEX tags_account_id_livemode_folded_customer_id_idx ON tags USING btree (account_id, livemode, folded, customer_id);

CREATE UNIQUE INDEX tags_customer_id_folded_key ON tags USING btree (customer_id, folded);

CREATE UNIQUE INDEX tags_order_id_folded_key ON tags USING btree (order_id, folded);

CREATE INDEX tags_store_id_folded_order_id_idx ON tags USING btree (store_id, folded, order_id);

CREATE INDEX tasks_kind_subject_idx ON tasks USING btree (kind, subject);

CREATE UNIQUE INDEX tasks_open ON tasks USING btree (kind, subject) WHERE (resolved_at IS NULL);

CREATE INDEX tasks_store_id_created_at_idx ON tasks USING btree (store_id, created_at DESC);

CREATE INDEX user_tokens_user_id_kind_idx ON user_tokens USING btree (user_id, kind);

CREATE UNIQUE INDEX users_email_key ON users USING btree (email);

CREATE INDEX wallet_holds_due_idx ON wallet_holds USING btree (release_at) WHERE (released_at IS NULL);

CREATE INDEX webhook_attempts_delivery_id_started_at_idx ON webhook_attempts USING btree (delivery_id, started_at);

CREATE INDEX webhook_deliveries_endpoint_id_created_at_idx ON webhook_deliveries USING btree (endpoint_id, created_at DESC);

CREATE UNIQUE INDEX webhook_deliveries_event_id_endpoint_id_key ON webhook_deliveries USING btree (event_id, endpoint_id);

CREATE INDEX webhook_deliveries_next_attempt_at_idx ON webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::delivery_status);

CREATE INDEX webhook_deliveries_not_delivered_idx ON webhook_deliveries USING btree (store_id, livemode, status, event_id) WHERE (status = ANY (ARRAY['failed'::delivery_status, 'skipped'::delivery_status]));

CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries USING btree (endpoint_id, next_attempt_at, id) WHERE (status = 'pending'::delivery_status);

CREATE UNIQUE INDEX webhook_endpoints_store_id_livemode_id_key ON webhook_endpoints USING btree (store_id, livemode, id);

CREATE TRIGGER append_only BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger_postings FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER by_postings_only BEFORE INSERT OR DELETE OR UPDATE ON ledger_balances FOR EACH ROW EXECUTE FUNCTION guard_balance();

CREATE TRIGGER entry_is_open AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_postings();

CREATE CONSTRAINT TRIGGER entry_is_whole AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry();

CREATE TRIGGER kept_for_good BEFORE DELETE ON audit_entries FOR EACH ROW WHEN (((old.action !~~ 'sign\_in.%'::text) OR (old.created_at > (now() - '365 days'::interval)))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER live_stays AFTER DELETE ON events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_live_events();

CREATE TRIGGER moves_balances AFTER INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION move_balances();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ledger_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ledger_corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON order_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON payment_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON wallet_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER never_rewritten BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER summed AFTER INSERT OR DELETE OR UPDATE ON order_items FOR EACH ROW EXECUTE FUNCTION sum_order_item();

CREATE TRIGGER summed AFTER INSERT OR DELETE ON subscriptions FOR EACH ROW EXECUTE FUNCTION sum_subscriber();

CREATE TRIGGER summed_again AFTER UPDATE OF paid_at, total_minor, refunded_minor, currency, store_id ON orders FOR EACH ROW
  WHEN ((OLD.paid_at, OLD.total_minor, OLD.refunded_minor, OLD.currency, OLD.store_id) IS DISTINCT FROM
        (NEW.paid_at, NEW.total_minor, NEW.refunded_minor, NEW.currency, NEW.store_id))
  EXECUTE FUNCTION sum_order();

CREATE TRIGGER summed_again AFTER UPDATE OF status, failure_reason, network, method, currency, amount_minor, created_at, store_id
  ON payment_attempts FOR EACH ROW
  WHEN (NEW.rail <> 'outside' AND (OLD.status IN ('succeeded', 'reversed', 'failed') OR NEW.status IN ('succeeded', 'reversed', 'failed')) AND
        (OLD.status, OLD.failure_reason, OLD.network, OLD.method, OLD.currency, OLD.amount_minor, OLD.created_at, OLD.store_id) IS DISTINCT FROM
        (NEW.status, NEW.failure_reason, NEW.network, NEW.method, NEW.currency, NEW.amount_minor, NEW.created_at, NEW.store_id))
  EXECUTE FUNCTION sum_attempt();

CREATE TRIGGER summed_again AFTER UPDATE ON subscription_periods REFERENCING OLD TABLE AS old_periods NEW TABLE AS new_periods FOR EACH STATEMENT EXECUTE FUNCTION sum_periods();

CREATE TRIGGER summed_again AFTER UPDATE OF status, product_id, livemode, store_id ON subscriptions FOR EACH ROW
  WHEN ((OLD.livemode AND OLD.status IN ('active', 'past_due'), OLD.product_id, OLD.store_id) IS DISTINCT FROM
        (NEW.livemode AND NEW.status IN ('active', 'past_due'), NEW.product_id, NEW.store_id))
  EXECUTE FUNCTION sum_subscriber();

CREATE TRIGGER summed_new AFTER INSERT ON orders FOR EACH ROW WHEN ((new.paid_at IS NOT NULL)) EXECUTE FUNCTION sum_order();

CREATE TRIGGER summed_new AFTER INSERT ON payment_attempts FOR EACH ROW WHEN (((new.status = ANY (ARRAY['succeeded'::attempt_status, 'reversed'::attempt_status, 'failed'::attempt_status])) AND (new.rail <> 'outside'::text))) EXECUTE FUNCTION sum_attempt();

CREATE TRIGGER summed_new AFTER INSERT ON subscription_periods REFERENCING NEW TABLE AS new_periods FOR EACH STATEMENT EXECUTE FUNCTION sum_periods();

CREATE TRIGGER summed_old AFTER DELETE ON orders FOR EACH ROW WHEN ((old.paid_at IS NOT NULL)) EXECUTE FUNCTION sum_order();

CREATE TRIGGER summed_old AFTER DELETE ON payment_attempts FOR EACH ROW WHEN (((old.status = ANY (ARRAY['succeeded'::attempt_status, 'reversed'::attempt_status, 'failed'::attempt_status])) AND (old.rail <> 'outside'::text))) EXECUTE FUNCTION sum_attempt();

CREATE TRIGGER summed_old AFTER DELETE ON subscription_periods REFERENCING OLD TABLE AS old_periods FOR EACH STATEMENT EXECUTE FUNCTION sum_periods();

CREATE TRIGGER tallied AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_order();

CREATE TRIGGER tallied_again AFTER UPDATE ON order_items REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION tally_order_items();

CREATE TRIGGER tallied_again AFTER UPDATE OF payment_status, source, created_at, store_id ON orders FOR EACH ROW
  WHEN ((OLD.payment_status, OLD.source, OLD.created_at, OLD.store_id) IS DISTINCT FROM
        (NEW.payment_status, NEW.source, NEW.created_at, NEW.store_id))
  EXECUTE FUNCTION tally_order();

CREATE TRIGGER tallied_new AFTER INSERT ON order_items REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION tally_order_items();

CREATE TRIGGER tallied_old AFTER DELETE ON order_items REFERENCING OLD TABLE AS old_lines FOR EACH STATEMENT EXECUTE FUNCTION tally_order_items();

ALTER TABLE ONLY alert_settings
    ADD CONSTRAINT alert_settings_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES members(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES members(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY contact_codes
    ADD CONSTRAINT contact_codes_store_id_livemode_subscription_id_fkey FOREIGN KEY (store_id, livemode, subscription_id) REFERENCES subscriptions(store_id, livemode, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY contact_undos
    ADD CONSTRAINT contact_undos_store_id_livemode_subscription_id_fkey FOREIGN KEY (store_id, livemode, subscription_id) REFERENCES subscriptions(store_id, livemode, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY customers
    ADD CONSTRAINT customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_store_id_attempt_id_fkey FOREIGN KEY (store_id, attempt_id) REFERENCES payment_attempts(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY events
    ADD CONSTRAINT events_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY form_drafts
    ADD CONSTRAINT form_drafts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY form_drafts
    ADD CONSTRAINT form_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY images
    ADD CONSTRAINT images_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY invoice_items
    ADD CONSTRAINT invoice_items_store_id_invoice_id_fkey FOREIGN KEY (store_id, invoice_id) REFERENCES invoices(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_account_id_livemode_customer_id_fkey FOREIGN KEY (account_id, livemode, customer_id) REFERENCES customers(account_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_store_id_recurring_id_fkey FOREIGN KEY (store_id, recurring_id) REFERENCES recurring_invoices(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_accounts
    ADD CONSTRAINT ledger_accounts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY ledger_balances
    ADD CONSTRAINT ledger_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_corrections
    ADD CONSTRAINT ledger_corrections_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_corrections
    ADD CONSTRAINT ledger_corrections_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_corrections
    ADD CONSTRAINT ledger_corrections_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_postings
    ADD CONSTRAINT ledger_postings_from_account_id_fkey FOREIGN KEY (from_account_id) REFERENCES ledger_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_postings
    ADD CONSTRAINT ledger_postings_to_account_id_fkey FOREIGN KEY (to_account_id) REFERENCES ledger_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY ledger_postings
    ADD CONSTRAINT ledger_postings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY members
    ADD CONSTRAINT members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY members
    ADD CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_account_id_livemode_customer_id_fkey FOREIGN KEY (account_id, livemode, customer_id) REFERENCES customers(account_id, livemode, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY order_deliveries
    ADD CONSTRAINT order_deliveries_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_account_id_livemode_customer_id_fkey FOREIGN KEY (account_id, livemode, customer_id) REFERENCES customers(account_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_store_id_invoice_id_fkey FOREIGN KEY (store_id, invoice_id) REFERENCES invoices(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_store_id_livemode_subscription_id_fkey FOREIGN KEY (store_id, livemode, subscription_id) REFERENCES subscriptions(store_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_store_id_payment_link_id_fkey FOREIGN KEY (store_id, payment_link_id) REFERENCES payment_links(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY payment_attempts
    ADD CONSTRAINT payment_attempts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY payment_attempts
    ADD CONSTRAINT payment_attempts_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY payment_links
    ADD CONSTRAINT payment_links_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY payout_destinations
    ADD CONSTRAINT payout_destinations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY payout_schedules
    ADD CONSTRAINT payout_schedules_store_id_destination_id_fkey FOREIGN KEY (store_id, destination_id) REFERENCES payout_destinations(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY payout_schedules
    ADD CONSTRAINT payout_schedules_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY payouts
    ADD CONSTRAINT payouts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY phone_codes
    ADD CONSTRAINT phone_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY products
    ADD CONSTRAINT products_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY push_devices
    ADD CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_store_id_invoice_id_fkey FOREIGN KEY (store_id, invoice_id) REFERENCES invoices(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY reconciliation_differences
    ADD CONSTRAINT reconciliation_differences_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY recurring_invoices
    ADD CONSTRAINT recurring_invoices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_store_id_attempt_id_fkey FOREIGN KEY (store_id, attempt_id) REFERENCES payment_attempts(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY stores
    ADD CONSTRAINT stores_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY stores
    ADD CONSTRAINT stores_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plans(code) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY subscription_periods
    ADD CONSTRAINT subscription_periods_store_id_attempt_id_fkey FOREIGN KEY (store_id, attempt_id) REFERENCES payment_attempts(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY subscription_periods
    ADD CONSTRAINT subscription_periods_store_id_livemode_subscription_id_fkey FOREIGN KEY (store_id, livemode, subscription_id) REFERENCES subscriptions(store_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY subscription_periods
    ADD CONSTRAINT subscription_periods_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY subscriptions
    ADD CONSTRAINT subscriptions_account_id_livemode_customer_id_fkey FOREIGN KEY (account_id, livemode, customer_id) REFERENCES customers(account_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY subscriptions
    ADD CONSTRAINT subscriptions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY subscriptions
    ADD CONSTRAINT subscriptions_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_account_id_livemode_customer_id_fkey FOREIGN KEY (account_id, livemode, customer_id) REFERENCES customers(account_id, livemode, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY tasks
    ADD CONSTRAINT tasks_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY user_tokens
    ADD CONSTRAINT user_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY verification_documents
    ADD CONSTRAINT verification_documents_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY wallet_holds
    ADD CONSTRAINT wallet_holds_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_store_id_livemode_endpoint_id_fkey FOREIGN KEY (store_id, livemode, endpoint_id) REFERENCES webhook_endpoints(store_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_store_id_livemode_event_id_fkey FOREIGN KEY (store_id, livemode, event_id) REFERENCES events(store_id, livemode, id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON UPDATE CASCADE ON DELETE RESTRICT;

INSERT INTO fee_progress (summed, seen, seen_at) VALUES (0, 0, now());
$schema$;
  PERFORM set_config('check_function_bodies', 'on', true);
  -- Where only the difference to the schema is looked for, no history is kept.
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    SELECT gen_random_uuid()::text, split_part(one, ' ', 2), split_part(one, ' ', 1), now(), 1 FROM unnest(released) AS one;
  END IF;
END $start$;
