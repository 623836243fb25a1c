-- Two SIMs of one phone may be told the same message: it is found in both accounts by its words.
CREATE UNIQUE INDEX "phone_messages_digest_rail_key" ON "phone_messages" ("digest", "rail");
DROP INDEX "phone_messages_rail_digest_key";

-- What stands between two lists is in neither.
ALTER TABLE "phone_chains" ADD COLUMN "listed_until" TIMESTAMPTZ(3);
