-- When this customer's contact data was erased.
ALTER TABLE "customers" ADD COLUMN "erased_at" TIMESTAMPTZ(3);

-- An event is never rewritten, except to take out of its data who it was about. The app's role has no right to change an
-- event: it can only call this function, which changes nothing but the data of one event.
CREATE FUNCTION "erase_event"("event_id" text, "erased" text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM "events" WHERE "id" = "event_id" AND "payload"::jsonb - 'data' = "erased"::jsonb - 'data'
  ) THEN
    RAISE EXCEPTION 'an event keeps what it is about' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('sente.erases', "event_id", true);
  UPDATE "events" SET "payload" = "erased" WHERE "id" = "event_id";
  PERFORM set_config('sente.erases', '', true);
END $$;
DROP TRIGGER "never_rewritten" ON "events";
CREATE TRIGGER "never_rewritten" BEFORE UPDATE ON "events" FOR EACH ROW
  WHEN (OLD."id" IS DISTINCT FROM current_setting('sente.erases', true)) EXECUTE FUNCTION "refuse_change"();

-- The log of acts is never rewritten either, except that parts can be taken out of a typed reason where it names somebody
-- who was erased: each becomes "…", and nothing can be added.
CREATE FUNCTION "erase_reason"("entry" bigint, "cleaned" text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM "audit_entries" WHERE "id" = "entry"
      AND "reason" LIKE replace(regexp_replace("cleaned", '([\\%_])', '\\\1', 'g'), '…', '%')
  ) THEN
    RAISE EXCEPTION 'a reason keeps its words' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('sente.erases', 'reason/' || "entry", true);
  UPDATE "audit_entries" SET "reason" = "cleaned" WHERE "id" = "entry";
  PERFORM set_config('sente.erases', '', true);
END $$;
DROP TRIGGER "append_only" ON "audit_entries";
CREATE TRIGGER "append_only" BEFORE UPDATE ON "audit_entries" FOR EACH ROW
  WHEN ('reason/' || OLD."id" IS DISTINCT FROM current_setting('sente.erases', true)) EXECUTE FUNCTION "refuse_change"();
