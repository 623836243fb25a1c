-- What a provider gives to only one at a time, shared by all processes.
CREATE TABLE "rail_tokens" (
    "owner_hash" BYTEA PRIMARY KEY,
    "sealed" BYTEA NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL
);

-- A confirmation of a payment finds the prompt that it names without reading all of them.
CREATE INDEX "payment_attempts_unnamed_idx" ON "payment_attempts" ("rail", "amount_minor", "created_at") WHERE "receipt" IS NULL;
