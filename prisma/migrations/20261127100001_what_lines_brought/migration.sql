-- What was taken off each line of an order: a product brought its price less this.
ALTER TABLE "order_items" ADD COLUMN "discount_minor" BIGINT NOT NULL DEFAULT 0;

-- product: what the lines of paid orders brought, after discounts. The same functions and view as before, with that.
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
    SELECT OLD."store_id", 'product', "product_id"::text, OLD."currency", slot_of(OLD."paid_at"), -"quantity", "discount_minor" - "total_minor"
    FROM "order_items" WHERE "order_id" = OLD."id" AND "product_id" IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."paid_at" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT NEW."store_id", 'paid', '', NEW."currency", slot_of(NEW."paid_at"), (NEW."payment_method" <> 'free')::int, NEW."total_minor" - NEW."refunded_minor"
    UNION ALL
    SELECT NEW."store_id", 'product', "product_id"::text, NEW."currency", slot_of(NEW."paid_at"), "quantity", "total_minor" - "discount_minor"
    FROM "order_items" WHERE "order_id" = NEW."id" AND "product_id" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "sum_order_item"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."product_id" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT o."store_id", 'product', OLD."product_id"::text, o."currency", slot_of(o."paid_at"), -OLD."quantity", OLD."discount_minor" - OLD."total_minor"
    FROM "orders" o WHERE o."id" = OLD."order_id" AND o."paid_at" IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."product_id" IS NOT NULL THEN
    INSERT INTO "overview_tallies" ("store_id", "kind", "name", "currency", "slot", "count", "minor")
    SELECT o."store_id", 'product', NEW."product_id"::text, o."currency", slot_of(o."paid_at"), NEW."quantity", NEW."total_minor" - NEW."discount_minor"
    FROM "orders" o WHERE o."id" = NEW."order_id" AND o."paid_at" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE VIEW "overview_facts" AS
  SELECT "store_id", 'paid' AS "kind", '' AS "name", "currency", slot_of("paid_at") AS "slot",
    count(*) FILTER (WHERE "payment_method" <> 'free') AS "count",
    0::bigint AS "part", 0::bigint AS "other", sum("total_minor" - "refunded_minor") AS "minor"
  FROM "orders" WHERE "paid_at" IS NOT NULL GROUP BY 1, 4, 5
  UNION ALL
  SELECT o."store_id", 'product', i."product_id"::text, o."currency", slot_of(o."paid_at"), sum(i."quantity"), 0, 0, sum(i."total_minor" - i."discount_minor")
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
