-- The chain over the log of acts: each seal holds the hash of its entry and of the seal before it, so that nobody can
-- change, remove or insert an entry unseen. The entry may go (a sign-in after a year): its seal stays.
CREATE TABLE "audit_seals" (
    "position" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    -- From when on the entry may be missing; null: never.
    "goes_at" TIMESTAMPTZ(3),
    -- The reason stands in the chain by a salted hash. Erasing takes the salt: then no guess at the reason can be proven.
    "reason_salt" BYTEA,
    "reason_hash" BYTEA,
    "entry_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("position")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_seals_entry_id_key" ON "audit_seals"("entry_id");

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "audit_seals" FOR EACH ROW
  WHEN ('reason/' || OLD."entry_id" IS DISTINCT FROM current_setting('sente.erases', true)) EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "audit_seals" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();

-- The hash of several texts. Each stands with its length in bytes, so that no text can pass for two; "-" is null.
CREATE FUNCTION "hash_of"(VARIADIC "texts" text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(string_agg(coalesce(octet_length(t.one) || ':' || t.one, '-'), ',' ORDER BY t.nth), 'UTF8'))
  FROM unnest("texts") WITH ORDINALITY AS t(one, nth)
$$;

CREATE FUNCTION "utc_text"("at" timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

CREATE FUNCTION "hash_of_entry"("e" "audit_entries", "reason_hash" bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT "hash_of"(e."id"::text, "utc_text"(e."created_at"), e."account_id"::text, e."store_id"::text, e."actor",
    e."action", e."target", e."details"::text, encode("reason_hash", 'hex'))
$$;

CREATE FUNCTION "hash_of_seal"("s" "audit_seals", "before" bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT "hash_of"(encode("before", 'hex'), s."position"::text, s."entry_id"::text, "utc_text"(s."goes_at"),
    encode(s."entry_hash", 'hex'))
$$;

-- Seals what follows the last seal, up to an entry and at most so many, in order of id. Says how many. The app's role
-- has no right to write seals: it can only call this, one caller at a time.
CREATE FUNCTION "seal_audit"("upto" bigint, "most" int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  "last" "audit_seals";
  "next" "audit_seals";
  "e" "audit_entries";
  "sealed" int := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7368655) THEN RETURN 0; END IF;
  SELECT * INTO "last" FROM "audit_seals" ORDER BY "position" DESC LIMIT 1;
  -- Shared, so that a reason is erased before its seal or after it, not between.
  FOR "e" IN
    SELECT * FROM "audit_entries" WHERE "id" > coalesce("last"."entry_id", 0) AND "id" <= "upto"
    ORDER BY "id" LIMIT "most" FOR SHARE
  LOOP
    "next"."position" := coalesce("last"."position", 0) + 1;
    "next"."entry_id" := "e"."id";
    "next"."goes_at" := CASE WHEN "e"."action" LIKE 'sign\_in.%' THEN "e"."created_at" + interval '365 days' END;
    "next"."reason_salt" := CASE WHEN "e"."reason" IS NOT NULL THEN uuid_send(gen_random_uuid()) END;
    "next"."reason_hash" := CASE WHEN "e"."reason" IS NOT NULL
      THEN "hash_of"(encode("next"."reason_salt", 'hex'), "e"."reason") END;
    "next"."entry_hash" := "hash_of_entry"("e", "next"."reason_hash");
    "next"."hash" := "hash_of_seal"("next", coalesce("last"."hash", '\x'));
    INSERT INTO "audit_seals" SELECT ("next").*;
    "last" := "next";
    "sealed" := "sealed" + 1;
  END LOOP;
  RETURN "sealed";
END $$;

-- As before, and the salt goes with the words.
CREATE OR REPLACE FUNCTION "erase_reason"("entry" bigint, "cleaned" text) RETURNS void
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
  UPDATE "audit_seals" SET "reason_salt" = NULL WHERE "entry_id" = "entry";
  PERFORM set_config('sente.erases', '', true);
END $$;
