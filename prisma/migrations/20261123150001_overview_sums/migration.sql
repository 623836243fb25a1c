-- CreateTable
CREATE TABLE "overview_tallies" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "slot" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "part" INTEGER NOT NULL DEFAULT 0,
    "other" INTEGER NOT NULL DEFAULT 0,
    "minor" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "overview_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "overview_tallies_sum_idx" ON "overview_tallies"("store_id", "kind", "slot", "name", "currency", "count", "part", "other", "minor");

LOCK TABLE "orders", "order_items", "payment_attempts", "subscription_periods" IN SHARE ROW EXCLUSIVE MODE;

-- A quarter of an hour of UTC. Every zone's days begin at one, so a sum of slots is right in any zone, also after a store
-- moves to another, and on days of 23 and 25 hours.
CREATE FUNCTION "slot_of"("at" timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN date_bin('15 minutes', "at", '2000-01-01T00:00:00Z'::timestamptz);

-- Each change is a row of its own, as in order_tallies, so that nobody waits for a counter. compactOverviewTallies makes few rows
-- of many.

-- paid: what came in less what went back, by the time of payment. product: the lines of orders that were paid.
CREATE FUNCTION "sum_order"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "summed_new" AFTER INSERT ON "orders" FOR EACH ROW WHEN (NEW."paid_at" IS NOT NULL) EXECUTE FUNCTION "sum_order"();
CREATE TRIGGER "summed_old" AFTER DELETE ON "orders" FOR EACH ROW WHEN (OLD."paid_at" IS NOT NULL) EXECUTE FUNCTION "sum_order"();
CREATE TRIGGER "summed_again" AFTER UPDATE OF "paid_at", "total_minor", "refunded_minor", "currency", "store_id" ON "orders" FOR EACH ROW
  WHEN ((OLD."paid_at", OLD."total_minor", OLD."refunded_minor", OLD."currency", OLD."store_id") IS DISTINCT FROM
        (NEW."paid_at", NEW."total_minor", NEW."refunded_minor", NEW."currency", NEW."store_id"))
  EXECUTE FUNCTION "sum_order"();

-- Lines that come, change or go while their order is paid.
CREATE FUNCTION "sum_order_item"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "summed" AFTER INSERT OR UPDATE OR DELETE ON "order_items" FOR EACH ROW EXECUTE FUNCTION "sum_order_item"();

-- way: tries that ended, by the time they were begun. What the seller took outside was never tried. count: approved, part: refused, other: refused because nobody answered.
CREATE FUNCTION "sum_attempt"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "summed_new" AFTER INSERT ON "payment_attempts" FOR EACH ROW
  WHEN (NEW."status" IN ('succeeded', 'reversed', 'failed') AND NEW."rail" <> 'outside') EXECUTE FUNCTION "sum_attempt"();
CREATE TRIGGER "summed_old" AFTER DELETE ON "payment_attempts" FOR EACH ROW
  WHEN (OLD."status" IN ('succeeded', 'reversed', 'failed') AND OLD."rail" <> 'outside') EXECUTE FUNCTION "sum_attempt"();
CREATE TRIGGER "summed_again" AFTER UPDATE OF "status", "failure_reason", "network", "method", "currency", "amount_minor", "created_at", "store_id"
  ON "payment_attempts" FOR EACH ROW
  WHEN (NEW."rail" <> 'outside' AND (OLD."status" IN ('succeeded', 'reversed', 'failed') OR NEW."status" IN ('succeeded', 'reversed', 'failed')) AND
        (OLD."status", OLD."failure_reason", OLD."network", OLD."method", OLD."currency", OLD."amount_minor", OLD."created_at", OLD."store_id") IS DISTINCT FROM
        (NEW."status", NEW."failure_reason", NEW."network", NEW."method", NEW."currency", NEW."amount_minor", NEW."created_at", NEW."store_id"))
  EXECUTE FUNCTION "sum_attempt"();

-- ended: live periods by their end. count: all, part: the next one was paid by then, other: it was paid in the grace that
-- lib/domain/subscription.ts gives. The rows of one statement see each other, so pairs are asked of the statement as a whole.
CREATE FUNCTION "sum_periods"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "summed_new" AFTER INSERT ON "subscription_periods" REFERENCING NEW TABLE AS new_periods
  FOR EACH STATEMENT EXECUTE FUNCTION "sum_periods"();
CREATE TRIGGER "summed_old" AFTER DELETE ON "subscription_periods" REFERENCING OLD TABLE AS old_periods
  FOR EACH STATEMENT EXECUTE FUNCTION "sum_periods"();
CREATE TRIGGER "summed_again" AFTER UPDATE ON "subscription_periods" REFERENCING OLD TABLE AS old_periods NEW TABLE AS new_periods
  FOR EACH STATEMENT EXECUTE FUNCTION "sum_periods"();

-- The sums of all facts, computed from the facts: what there is already is filled in from it, and the check of the books
-- compares with it.
CREATE VIEW "overview_facts" AS
  SELECT "store_id", 'paid' AS "kind", '' AS "name", "currency", slot_of("paid_at") AS "slot", count(*) AS "count",
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
  WHERE p."livemode" GROUP BY 1, 5;

-- What there is already. Nobody may change it between this and the triggers, which the migration's lock sees to.
INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "part", "other", "minor")
SELECT "store_id", "kind", "name", "currency", "slot", "count", "part", "other", "minor" FROM "overview_facts";

-- CreateIndex: what payers of invoices still owe, by its day. Few invoices of a store are in it.
CREATE INDEX "invoices_owed_idx" ON "invoices"("store_id", "due_on", "currency", "total_minor", "paid_minor")
  WHERE "cancelled_at" IS NULL AND "paid_minor" < "total_minor"
    AND ("sent_at" IS NOT NULL OR "viewed_at" IS NOT NULL OR "paid_minor" > 0);
