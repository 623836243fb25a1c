-- no-transaction
-- Few were ended during paid time or went back whole. A killed start does it again.
UPDATE "subscription_periods" p SET "stopped_at" = s."ended_at" FROM "subscriptions" s
  WHERE s."id" = p."subscription_id" AND s."ended_at" < s."current_period_end" AND p."ends_at" > s."ended_at" AND p."stopped_at" IS NULL;
UPDATE "subscription_periods" p SET "went_back" = true FROM "orders" o
  WHERE o."id" = p."order_id" AND o."total_minor" > 0 AND o."refunded_minor" >= o."total_minor" AND NOT p."went_back";
-- In small parts, each of them committed: whoever writes a period waits for one part at most. A killed start goes on where it was.
DO $$ DECLARE done text; part_ends text; -- Each line ends with a comment where its statement would end the script's.
BEGIN
  LOOP
    PERFORM pg_advisory_xact_lock(hashtext('subscription_tally_fills')); --
    SELECT f."until" INTO done FROM "subscription_tally_fills" f; --
    EXIT WHEN done IS NULL; --
    SELECT max("id") INTO part_ends FROM (SELECT "id" FROM "subscriptions" WHERE "id" > done ORDER BY "id" LIMIT 300) part; --
    IF part_ends IS NULL THEN DELETE FROM "subscription_tally_fills"; --
    ELSE
      INSERT INTO "subscription_tallies" ("store_id", "livemode", "grain", "kind", "currency", "slot", "step", "count", "yearly_minor", "minor")
      WITH facts AS (
        SELECT s."store_id", s."livemode", s."currency", m.* FROM "subscriptions" s
        CROSS JOIN LATERAL (SELECT array_agg(p ORDER BY p."number") AS periods FROM "subscription_periods" p WHERE p."subscription_id" = s."id") a
        CROSS JOIN LATERAL movements_of(a.periods, s."interval", s."status" = 'cancelled') m
        WHERE s."id" > done AND s."id" <= part_ends
      )
      SELECT "store_id", "livemode", 'slot', "kind", "currency", slot_of("at"), "step", sum("count"), sum("yearly_minor"), sum("minor")
      FROM facts GROUP BY 1, 2, 4, 5, 6, 7
      UNION ALL
      SELECT "store_id", "livemode", 'day', "kind", "currency", date_trunc('day', "at", 'UTC'), "step", sum("count"), sum("yearly_minor"), sum("minor")
      FROM facts GROUP BY 1, 2, 4, 5, 6, 7; --
      UPDATE "subscription_tally_fills" SET "until" = part_ends; --
    END IF; --
    COMMIT; --
  END LOOP; --
END $$;
-- The parts have left many rows for a day: one stays. It says the same when it runs again.
WITH parts AS (DELETE FROM "subscription_tallies" WHERE "grain" = 'day' RETURNING *)
INSERT INTO "subscription_tallies" ("store_id", "livemode", "grain", "kind", "currency", "slot", "step", "count", "yearly_minor", "minor")
SELECT "store_id", "livemode", 'day', "kind", "currency", "slot", "step", sum("count"), sum("yearly_minor"), sum("minor")
FROM parts GROUP BY 1, 2, 4, 5, 6, 7 HAVING (sum("count"), sum("yearly_minor"), sum("minor")) <> (0, 0, 0);
