-- CreateEnum
CREATE TYPE "period_kind" AS ENUM ('paid', 'free', 'granted', 'trial', 'imported');

-- AlterTable: all that there is was paid, for what it cost. Filled by the next migration.
ALTER TABLE "subscription_periods" ADD COLUMN "kind" "period_kind" NOT NULL DEFAULT 'paid',
  ADD COLUMN "list_minor" BIGINT,
  ADD COLUMN "discount_minor" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "paid_minor" BIGINT,
  ALTER COLUMN "amount_minor" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN "grace_ends_at" TIMESTAMPTZ(3);

-- A process of the release before this one may still write: it knows amount_minor alone, and no end of grace.
CREATE FUNCTION "period_of_earlier_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."paid_minor" IS NULL THEN
    NEW."paid_minor" := NEW."amount_minor";
    NEW."list_minor" := NEW."amount_minor";
  END IF;
  NEW."amount_minor" := NEW."paid_minor";
  RETURN NEW;
END $$;
CREATE TRIGGER "filled" BEFORE INSERT ON "subscription_periods" FOR EACH ROW EXECUTE FUNCTION "period_of_earlier_release"();

CREATE FUNCTION "grace_of_earlier_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."grace_ends_at" := NEW."current_period_end" + interval '72 hours';
  RETURN NEW;
END $$;
CREATE TRIGGER "grace_new" BEFORE INSERT ON "subscriptions" FOR EACH ROW
  WHEN (NEW."grace_ends_at" IS NULL) EXECUTE FUNCTION "grace_of_earlier_release"();
CREATE TRIGGER "grace_moved" BEFORE UPDATE OF "current_period_end" ON "subscriptions" FOR EACH ROW
  WHEN (NEW."current_period_end" <> OLD."current_period_end" AND NEW."grace_ends_at" IS NOT DISTINCT FROM OLD."grace_ends_at")
  EXECUTE FUNCTION "grace_of_earlier_release"();

-- paid: an order of 0 is no payment.
CREATE OR REPLACE FUNCTION "sum_order"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT OLD."store_id", 'paid', '', OLD."currency", slot_of(OLD."paid_at"), -(OLD."payment_method" <> 'free')::int, OLD."refunded_minor" - OLD."total_minor"
    UNION ALL
    SELECT OLD."store_id", 'product', "product_id"::text, OLD."currency", slot_of(OLD."paid_at"), -"quantity", -"total_minor"
    FROM "order_items" WHERE "order_id" = OLD."id" AND "product_id" IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."paid_at" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT NEW."store_id", 'paid', '', NEW."currency", slot_of(NEW."paid_at"), (NEW."payment_method" <> 'free')::int, NEW."total_minor" - NEW."refunded_minor"
    UNION ALL
    SELECT NEW."store_id", 'product', "product_id"::text, NEW."currency", slot_of(NEW."paid_at"), "quantity", "total_minor"
    FROM "order_items" WHERE "order_id" = NEW."id" AND "product_id" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

-- ended: paid time that days for free put off ends with them, and a trial is no paid time.
CREATE OR REPLACE FUNCTION "sum_periods"() RETURNS trigger LANGUAGE plpgsql AS $$
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
      LEFT JOIN before n ON n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1
      WHERE p."livemode" AND p."kind" <> 'trial' AND n."kind" IS DISTINCT FROM 'granted'
      UNION ALL
      SELECT 1, p."store_id", p."ends_at", n."paid_at" FROM after p
      LEFT JOIN after n ON n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1
      WHERE p."livemode" AND p."kind" <> 'trial' AND n."kind" IS DISTINCT FROM 'granted'
    )
    SELECT "store_id", 'ended', '', '', slot_of("ends_at"), sum(sign),
      coalesce(sum(sign) FILTER (WHERE "paid_at" <= "ends_at"), 0),
      coalesce(sum(sign) FILTER (WHERE "paid_at" > "ends_at" AND "paid_at" <= "ends_at" + interval '72 hours'), 0)
    FROM both_sides GROUP BY 1, 5
    HAVING sum(sign) <> 0 OR coalesce(sum(sign) FILTER (WHERE "paid_at" <= "ends_at"), 0) <> 0
      OR coalesce(sum(sign) FILTER (WHERE "paid_at" > "ends_at" AND "paid_at" <= "ends_at" + interval '72 hours'), 0) <> 0;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other")
    SELECT "store_id", 'ended', '', '', slot_of("ends_at"), 1, 0, 0 FROM new_periods WHERE "livemode" AND "kind" <> 'trial'
    UNION ALL
    SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), -(n."kind" = 'granted')::int,
      (n."kind" <> 'granted' AND n."paid_at" <= p."ends_at")::int, (n."kind" <> 'granted' AND n."paid_at" > p."ends_at")::int
    FROM new_periods n CROSS JOIN LATERAL (
      SELECT * FROM "subscription_periods" p WHERE p."subscription_id" = n."subscription_id" AND p."number" = n."number" - 1
    ) p
    WHERE n."livemode" AND p."kind" <> 'trial' AND (n."kind" = 'granted' OR n."paid_at" <= p."ends_at" + interval '72 hours')
    UNION ALL
    -- One that was there already and follows a new one; never in the ordinary course.
    SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), -(n."kind" = 'granted')::int,
      (n."kind" <> 'granted' AND n."paid_at" <= p."ends_at")::int, (n."kind" <> 'granted' AND n."paid_at" > p."ends_at")::int
    FROM new_periods p CROSS JOIN LATERAL (
      SELECT * FROM "subscription_periods" n WHERE n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1
        AND NOT EXISTS (SELECT 1 FROM new_periods x WHERE x."subscription_id" = n."subscription_id" AND x."number" = n."number")
    ) n
    WHERE p."livemode" AND p."kind" <> 'trial' AND (n."kind" = 'granted' OR n."paid_at" <= p."ends_at" + interval '72 hours');
  ELSE
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other")
    WITH before AS (
      SELECT p.* FROM "subscription_periods" p
      JOIN (SELECT DISTINCT "subscription_id" FROM old_periods) s ON s."subscription_id" = p."subscription_id"
      UNION ALL SELECT * FROM old_periods
    ), gone AS (SELECT "subscription_id", "number" FROM old_periods)
    SELECT "store_id", 'ended', '', '', slot_of("ends_at"), -1, 0, 0 FROM old_periods WHERE "livemode" AND "kind" <> 'trial'
    UNION ALL
    SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), (n."kind" = 'granted')::int,
      -(n."kind" <> 'granted' AND n."paid_at" <= p."ends_at")::int, -(n."kind" <> 'granted' AND n."paid_at" > p."ends_at")::int
    FROM (SELECT * FROM gone UNION SELECT "subscription_id", "number" - 1 FROM gone) t
    JOIN before p ON p."subscription_id" = t."subscription_id" AND p."number" = t."number"
    JOIN before n ON n."subscription_id" = t."subscription_id" AND n."number" = t."number" + 1
    WHERE p."livemode" AND p."kind" <> 'trial' AND (n."kind" = 'granted' OR n."paid_at" <= p."ends_at" + interval '72 hours');
  END IF;
  RETURN NULL;
END $$;

-- The same view as before, with the same two rules.
CREATE OR REPLACE VIEW "overview_facts" AS
  SELECT "store_id", 'paid' AS "kind", '' AS "name", "currency", slot_of("paid_at") AS "slot",
    count(*) FILTER (WHERE "payment_method" <> 'free') AS "count",
    0::bigint AS "part", 0::bigint AS "other", sum("total_minor" - "refunded_minor") AS "minor"
  FROM "orders" WHERE "paid_at" IS NOT NULL GROUP BY 1, 4, 5
  UNION ALL
  SELECT o."store_id", 'product', i."product_id"::text, o."currency", slot_of(o."paid_at"), sum(i."quantity"), 0, 0, sum(i."total_minor")
  FROM "order_items" i JOIN "orders" o ON o."id" = i."order_id"
  WHERE i."product_id" IS NOT NULL AND o."paid_at" IS NOT NULL GROUP BY 1, 3, 4, 5
  UNION ALL
  SELECT "store_id", 'way', coalesce("network", "method"::text), "currency", slot_of("created_at"),
    count(*) FILTER (WHERE "status" <> 'failed'), count(*) FILTER (WHERE "status" = 'failed'),
    count(*) FILTER (WHERE "status" = 'failed' AND "failure_reason" = 'not_approved_in_time'),
    coalesce(sum("amount_minor") FILTER (WHERE "status" = 'succeeded'), 0)
  FROM "payment_attempts" WHERE "status" IN ('succeeded', 'reversed', 'failed') AND "rail" <> 'outside' GROUP BY 1, 3, 4, 5
  UNION ALL
  SELECT p."store_id", 'ended', '', '', slot_of(p."ends_at"), count(*), count(*) FILTER (WHERE n."paid_at" <= p."ends_at"),
    count(*) FILTER (WHERE n."paid_at" > p."ends_at" AND n."paid_at" <= p."ends_at" + interval '72 hours'), 0
  FROM "subscription_periods" p
  LEFT JOIN "subscription_periods" n ON n."subscription_id" = p."subscription_id" AND n."number" = p."number" + 1
  WHERE p."livemode" AND p."kind" <> 'trial' AND n."kind" IS DISTINCT FROM 'granted' GROUP BY 1, 5
  UNION ALL
  SELECT "store_id", 'subscribers', "product_id"::text, '', '2000-01-01T00:00:00Z'::timestamptz,
    count(*), 0, 0, 0
  FROM "subscriptions" WHERE "livemode" AND "status" IN ('active', 'past_due') GROUP BY 1, 3;
