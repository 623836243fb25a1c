-- AlterTable: what a period needs of its subscription and its order to be counted by itself.
ALTER TABLE "subscription_periods" ADD COLUMN "interval" "billing_interval",
  ADD COLUMN "stopped_at" TIMESTAMPTZ(3),
  ADD COLUMN "went_back" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "subscription_tallies" (
    "id" BIGSERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "grain" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "slot" TIMESTAMPTZ(3) NOT NULL,
    "step" INTEGER NOT NULL DEFAULT 0,
    "count" INTEGER NOT NULL,
    "yearly_minor" BIGINT NOT NULL DEFAULT 0,
    "minor" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "subscription_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "subscription_tallies_sum_idx" ON "subscription_tallies"("store_id", "livemode", "grain", "kind", "slot", "currency", "step", "count", "yearly_minor", "minor");

-- CreateIndex: what is not merged yet.
CREATE INDEX "subscription_tallies_change_idx" ON "subscription_tallies"("id") WHERE "grain" = 'change';

-- CreateTable: how far the next migration has come. Without a row all is summed.
CREATE TABLE "subscription_tally_fills" (
    "until" TEXT NOT NULL,

    CONSTRAINT "subscription_tally_fills_pkey" PRIMARY KEY ("until")
);

INSERT INTO "subscription_tally_fills" SELECT '' WHERE EXISTS (SELECT 1 FROM "subscriptions");

-- What a price comes to in a year, exactly. A twelfth of a sum of these is a month's; it is rounded once, where it is shown.
CREATE FUNCTION "yearly_of"("minor" bigint, "every" "billing_interval") RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN "minor" * CASE "every" WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'quarter' THEN 4 ELSE 1 END;

-- The least number of months after which it is `at` or later. Months are counted as lib/domain/interval.ts does.
CREATE FUNCTION "months_until"("began" timestamptz, "at" timestamptz) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  a timestamp := "began" AT TIME ZONE 'UTC';
  b timestamp := "at" AT TIME ZONE 'UTC';
  months integer := (extract(year FROM b) - extract(year FROM a)) * 12 + extract(month FROM b) - extract(month FROM a);
BEGIN
  RETURN CASE WHEN a + make_interval(months => months) < b THEN months + 1 ELSE months END;
END $$;

-- What happens to one subscription, by its periods in their order. docs/gaps.md says what counts.
--   new, won_back: it begins to pay, for the first time or again. renewed: it pays on within 72 hours.
--   raised, lowered: it goes on at another price. lost: it ends, and that is settled. due: it ends, unless it is paid until the
--   end of grace: then this row goes with the write of that payment. So time alone needs no write: whoever reads knows the
--   clock. stayed: of those who began at `at`, one more (or less) pays from the `step`th month on.
CREATE FUNCTION "movements_of"("periods" "subscription_periods"[], "every" "billing_interval", "is_cancelled" boolean)
RETURNS TABLE ("kind" text, "at" timestamptz, "step" integer, "count" integer, "yearly_minor" bigint, "minor" bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  p "subscription_periods";
  ends timestamptz;
  run_ends timestamptz;
  was_stopped boolean;
  changed_at timestamptz;
  is_paying boolean := false;
  is_sold boolean;
  first_at timestamptz;
  since timestamptz;
  worth bigint;
  yearly bigint := 0;
  next_yearly bigint;
  paid bigint := 0;
  position integer := 1;
  size integer := coalesce(cardinality("periods"), 0);
BEGIN
  LOOP
    -- The end of what was paid: where nothing came within 72 hours, and after the last period. What is given or changed during
    -- grace begins later than the time before it ended, and carries it on.
    IF is_paying AND (position > size OR "periods"[position]."starts_at" > run_ends + interval '72 hours'
        AND least("periods"[position]."ends_at", "periods"[position]."stopped_at") > "periods"[position]."starts_at") THEN
      RETURN QUERY VALUES
        (CASE WHEN position > size AND NOT "is_cancelled" AND was_stopped IS NOT TRUE THEN 'due' ELSE 'lost' END, run_ends, 0, 1, yearly, paid);
      IF months_until(first_at, run_ends) > months_until(first_at, since) THEN
        RETURN QUERY VALUES ('stayed', first_at, months_until(first_at, since), 1, 0::bigint, 0::bigint),
          ('stayed', first_at, months_until(first_at, run_ends), -1, 0::bigint, 0::bigint);
      END IF;
      is_paying := false;
    END IF;
    EXIT WHEN position > size;
    p := "periods"[position];
    position := position + 1;
    ends := least(p."ends_at", p."stopped_at");
    IF ends <= p."starts_at" THEN
      changed_at := coalesce(p."cut_at", changed_at);
      CONTINUE;
    END IF;
    -- What was left of a period that was cut for another plan is a part of the price of what follows at once.
    is_sold := NOT p."went_back" AND (p."kind" IN ('paid', 'imported') OR p."kind" = 'free' AND changed_at = p."starts_at") IS TRUE;
    IF is_sold THEN
      worth := CASE WHEN p."kind" = 'imported' OR changed_at = p."starts_at" THEN p."list_minor" ELSE p."paid_minor" END;
      next_yearly := yearly_of(worth, coalesce(p."interval", "every"));
      IF is_paying THEN
        RETURN QUERY VALUES ('renewed', p."starts_at", 0, 1, next_yearly, worth);
      ELSE
        RETURN QUERY VALUES (CASE WHEN first_at IS NULL THEN 'new' ELSE 'won_back' END, p."starts_at", 0, 1, next_yearly, worth);
        since := p."starts_at";
        first_at := coalesce(first_at, since);
        yearly := next_yearly;
        is_paying := true;
      END IF;
      paid := worth;
    ELSIF p."kind" IN ('paid', 'imported', 'free') THEN
      -- An order of 0, or one whose payment went back whole: it goes on, and brings nothing.
      next_yearly := 0;
      paid := 0;
    ELSE
      next_yearly := yearly;
    END IF;
    IF is_paying AND next_yearly <> yearly THEN
      RETURN QUERY VALUES (CASE WHEN next_yearly > yearly THEN 'raised' ELSE 'lowered' END, p."starts_at", 0, 1, next_yearly - yearly, 0::bigint);
      yearly := next_yearly;
    END IF;
    run_ends := ends;
    was_stopped := p."stopped_at" < p."ends_at";
    changed_at := p."cut_at";
  END LOOP;
END $$;

-- Whether this subscription is summed already. While a filled database is being filled, a write and a part of the filling
-- wait for each other, so that nothing is counted twice or not at all.
CREATE FUNCTION "is_tallied"("subscription" text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "subscription_tally_fills") THEN RETURN true; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('subscription_tally_fills'));
  RETURN NOT EXISTS (SELECT 1 FROM "subscription_tally_fills" WHERE "until" < "subscription");
END $$;

-- Each change is a row of its own, as in overview_tallies. The rows of one statement are taken as a whole: what all periods of a
-- subscription came to before, and come to now. Whoever writes a period holds the lock of its subscription.
CREATE FUNCTION "sum_movements"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added "subscription_periods"[] := '{}';
  gone "subscription_periods"[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN added := ARRAY(SELECT n FROM new_periods n); END IF;
  IF TG_OP <> 'INSERT' THEN gone := ARRAY(SELECT o FROM old_periods o); END IF;
  INSERT INTO "subscription_tallies" ("store_id", "livemode", "grain", "kind", "currency", "slot", "step", "count", "yearly_minor", "minor")
  WITH changed AS MATERIALIZED (
    SELECT s.* FROM (SELECT DISTINCT c."subscription_id" AS id FROM unnest(added || gone) c) t
    JOIN "subscriptions" s ON s."id" = t.id WHERE is_tallied(t.id)
  ), present AS (
    SELECT p FROM changed s JOIN "subscription_periods" p ON p."subscription_id" = s."id"
  ), past AS (
    SELECT p FROM present
    WHERE ((p)."subscription_id", (p)."number") NOT IN (SELECT a."subscription_id", a."number" FROM unnest(added) a)
    UNION ALL
    SELECT g FROM unnest(gone) g
  ), both_sides AS (
    SELECT -1 AS sign, (p)."subscription_id" AS id, array_agg(p ORDER BY (p)."number") AS periods FROM past GROUP BY 2
    UNION ALL
    SELECT 1, (p)."subscription_id", array_agg(p ORDER BY (p)."number") FROM present GROUP BY 2
  )
  SELECT s."store_id", s."livemode", 'change', m."kind", s."currency", slot_of(m."at"), m."step",
    sum(sign * m."count"), sum(sign * m."yearly_minor"), sum(sign * m."minor")
  FROM both_sides b JOIN changed s ON s."id" = b.id
    CROSS JOIN LATERAL movements_of(b.periods, s."interval", s."status" = 'cancelled') m
  GROUP BY 1, 2, 4, 5, 6, 7
  HAVING (sum(sign * m."count"), sum(sign * m."yearly_minor"), sum(sign * m."minor")) <> (0, 0, 0);
  RETURN NULL;
END $$;

CREATE TRIGGER "tallied_new" AFTER INSERT ON "subscription_periods" REFERENCING NEW TABLE AS new_periods
  FOR EACH STATEMENT EXECUTE FUNCTION "sum_movements"();
CREATE TRIGGER "tallied_old" AFTER DELETE ON "subscription_periods" REFERENCING OLD TABLE AS old_periods
  FOR EACH STATEMENT EXECUTE FUNCTION "sum_movements"();
CREATE TRIGGER "tallied_again" AFTER UPDATE ON "subscription_periods" REFERENCING OLD TABLE AS old_periods NEW TABLE AS new_periods
  FOR EACH STATEMENT EXECUTE FUNCTION "sum_movements"();

-- Who has cancelled has no grace: the end is settled.
CREATE FUNCTION "sum_cancelled"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own "subscription_periods"[];
BEGIN
  IF NOT is_tallied(NEW."id") THEN RETURN NULL; END IF;
  own := ARRAY(SELECT p FROM "subscription_periods" p WHERE p."subscription_id" = NEW."id" ORDER BY p."number");
  INSERT INTO "subscription_tallies" ("store_id", "livemode", "grain", "kind", "currency", "slot", "step", "count", "yearly_minor", "minor")
  SELECT NEW."store_id", NEW."livemode", 'change', m."kind", NEW."currency", slot_of(m."at"), m."step",
    sum(sign * m."count"), sum(sign * m."yearly_minor"), sum(sign * m."minor")
  FROM (
    SELECT -1 AS sign, m.* FROM movements_of(own, OLD."interval", OLD."status" = 'cancelled') m
    UNION ALL
    SELECT 1, m.* FROM movements_of(own, NEW."interval", NEW."status" = 'cancelled') m
  ) m
  GROUP BY m."kind", slot_of(m."at"), m."step"
  HAVING (sum(sign * m."count"), sum(sign * m."yearly_minor"), sum(sign * m."minor")) <> (0, 0, 0);
  RETURN NULL;
END $$;

-- Names are in the order in which they fire: first what a cancel means for the periods as they were, then the stop.
CREATE TRIGGER "tallied_a_cancelled" AFTER UPDATE OF "status" ON "subscriptions" FOR EACH ROW
  WHEN ((OLD."status" = 'cancelled') <> (NEW."status" = 'cancelled')) EXECUTE FUNCTION "sum_cancelled"();

-- Access that ended during paid time: that time is counted until then, also after the subscription was taken up again.
CREATE FUNCTION "stop_periods"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "subscription_periods" SET "stopped_at" = NEW."ended_at"
  WHERE "subscription_id" = NEW."id" AND "ends_at" > NEW."ended_at" AND "stopped_at" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "tallied_b_stopped" AFTER UPDATE OF "ended_at" ON "subscriptions" FOR EACH ROW
  WHEN (NEW."ended_at" < NEW."current_period_end" AND NEW."ended_at" IS DISTINCT FROM OLD."ended_at") EXECUTE FUNCTION "stop_periods"();

-- What was sold by the month stays so, whatever it is sold by afterwards.
CREATE FUNCTION "keep_interval"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "subscription_periods" SET "interval" = OLD."interval" WHERE "subscription_id" = OLD."id" AND "interval" IS NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "kept_interval" BEFORE UPDATE OF "interval" ON "subscriptions" FOR EACH ROW
  WHEN (OLD."interval" <> NEW."interval") EXECUTE FUNCTION "keep_interval"();

-- A payment that went back whole, by a refund, a dispute or a mistake, paid for nothing.
CREATE FUNCTION "mark_went_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "subscriptions" s JOIN "subscription_periods" p ON p."subscription_id" = s."id"
  WHERE p."order_id" = NEW."id" FOR NO KEY UPDATE OF s;
  UPDATE "subscription_periods" SET "went_back" = NEW."refunded_minor" >= NEW."total_minor" WHERE "order_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "went_back" AFTER UPDATE OF "refunded_minor", "total_minor" ON "orders" FOR EACH ROW
  WHEN (NEW."total_minor" > 0 AND (OLD."refunded_minor" >= OLD."total_minor") <> (NEW."refunded_minor" >= NEW."total_minor"))
  EXECUTE FUNCTION "mark_went_back"();

-- The same from the periods alone: the check of the books compares with it.
CREATE VIEW "subscription_facts" AS
  SELECT a."store_id", a."livemode", m."kind", s."currency", slot_of(m."at") AS "slot", m."step",
    sum(m."count") AS "count", sum(m."yearly_minor") AS "yearly_minor", sum(m."minor") AS "minor"
  FROM (
    SELECT p."store_id", p."livemode", p."subscription_id", array_agg(p ORDER BY p."number") AS periods
    FROM "subscription_periods" p GROUP BY 1, 2, 3
  ) a
  JOIN "subscriptions" s ON s."id" = a."subscription_id"
  CROSS JOIN LATERAL movements_of(a.periods, s."interval", s."status" = 'cancelled') m
  GROUP BY 1, 2, 3, 4, 5, 6;
