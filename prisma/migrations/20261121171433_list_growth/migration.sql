-- Part of a word is looked for in customers: trigrams, beside the account in one index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- DropIndex
DROP INDEX "order_items_store_id_product_id_idx";

-- CreateTable
CREATE TABLE "order_tallies" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "payment_status" "payment_status" NOT NULL,
    "source" "source" NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "order_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_tallies_store_id_product_id_day_idx" ON "order_tallies"("store_id", "product_id", "day");

-- CreateIndex
CREATE INDEX "customers_search_idx" ON "customers" USING GIN ("account_id" int4_ops, "name" gin_trgm_ops, "email" gin_trgm_ops, "phone" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "order_items_store_id_product_id_order_id_idx" ON "order_items"("store_id", "product_id", "order_id" DESC);

-- CreateIndex
CREATE INDEX "orders_store_id_payment_status_created_at_id_idx" ON "orders"("store_id", "payment_status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_store_id_source_created_at_id_idx" ON "orders"("store_id", "source", "created_at" DESC, "id" DESC);

LOCK TABLE "orders", "order_items" IN SHARE ROW EXCLUSIVE MODE;

-- Orders are counted as they change. Each change is a row of its own, so that nobody waits for a counter that somebody
-- else is changing; compact_order_tallies makes few rows of many.
CREATE FUNCTION "tally_order"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "tallied" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "tally_order"();
CREATE TRIGGER "tallied_again" AFTER UPDATE OF "payment_status", "source", "created_at", "store_id" ON "orders" FOR EACH ROW
  WHEN ((OLD."payment_status", OLD."source", OLD."created_at", OLD."store_id") IS DISTINCT FROM
        (NEW."payment_status", NEW."source", NEW."created_at", NEW."store_id"))
  EXECUTE FUNCTION "tally_order"();

-- An order counts once for a product, however many of its lines have it. Lines that one statement writes see each other, so
-- what was there before is asked of the statement as a whole.
CREATE FUNCTION "tally_order_items"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "tallied_new" AFTER INSERT ON "order_items" REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_order_items"();
CREATE TRIGGER "tallied_old" AFTER DELETE ON "order_items" REFERENCING OLD TABLE AS old_lines
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_order_items"();
CREATE TRIGGER "tallied_again" AFTER UPDATE ON "order_items" REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_order_items"();

-- What there is already. Nobody may change orders between this and the triggers, which the migration's lock sees to.
INSERT INTO "order_tallies" ("store_id", "product_id", "day", "payment_status", "source", "change")
SELECT "store_id", 0, ("created_at" AT TIME ZONE 'UTC')::date, "payment_status", "source", count(*)
FROM "orders" GROUP BY 1, 3, 4, 5
UNION ALL
SELECT o."store_id", i."product_id", (o."created_at" AT TIME ZONE 'UTC')::date, o."payment_status", o."source", count(DISTINCT o."id")
FROM "orders" o JOIN "order_items" i ON i."order_id" = o."id" WHERE i."product_id" IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
