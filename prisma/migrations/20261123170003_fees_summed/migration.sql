-- CreateTable
CREATE TABLE "fee_sums" (
    "id" BIGSERIAL NOT NULL,
    "up_to" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "store_id" INTEGER,
    "method" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "earned_minor" BIGINT NOT NULL,
    "given_back_minor" BIGINT NOT NULL,

    CONSTRAINT "fee_sums_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fee_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "summed" BIGINT NOT NULL DEFAULT 0,
    "seen" BIGINT NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fee_progress_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "fee_sums_day_idx" ON "fee_sums"("day");

-- What there is already. Numbers are given before they are committed, so nobody may write an entry meanwhile.
LOCK TABLE "ledger_transactions", "ledger_postings" IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE "fee_progress" ADD CONSTRAINT "fee_progress_one" CHECK ("id" = 1);
INSERT INTO "fee_progress" ("summed", "seen", "seen_at")
SELECT coalesce(max("id"), 0), coalesce(max("id"), 0), now() FROM "ledger_transactions";
INSERT INTO "fee_sums" ("up_to", "day", "store_id", "method", "currency", "earned_minor", "given_back_minor")
SELECT (SELECT "summed" FROM "fee_progress"), fees.* FROM (
SELECT (occurred_at AT TIME ZONE 'UTC')::date AS day, store_id, method, currency, sum(earned)::bigint AS earned,
  sum(given_back)::bigint AS given_back
FROM (
  SELECT named.occurred_at, named.currency, named.earned, named.given_back,
    coalesce(a.store_id, r.store_id, o.store_id, named.store_id) AS store_id,
    CASE WHEN o.id IS NOT NULL THEN 'payout'
      ELSE coalesce(a.method::text, paid.method::text, 'correction') END AS method
  FROM (
    SELECT account.currency, t.occurred_at, other.store_id,
      CASE WHEN split_part(t.source_id, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        THEN split_part(t.source_id, '/', 1)::uuid END AS id,
      CASE WHEN p.to_account_id = account.id THEN p.amount_minor ELSE 0 END AS earned,
      CASE WHEN p.from_account_id = account.id THEN p.amount_minor ELSE 0 END AS given_back
    FROM ledger_postings p
    JOIN ledger_accounts account
      ON account.kind = 'fee_income' AND account.id IN (p.to_account_id, p.from_account_id)
    JOIN ledger_transactions t ON t.id = p.transaction_id
    JOIN ledger_accounts other
      ON other.id = CASE WHEN p.to_account_id = account.id THEN p.from_account_id ELSE p.to_account_id END
  ) AS named
  LEFT JOIN payment_attempts a ON a.id = named.id
  LEFT JOIN refunds r ON r.id = named.id
  LEFT JOIN payment_attempts paid ON paid.id = r.attempt_id
  LEFT JOIN payouts o ON o.id = named.id
) AS owned
GROUP BY 1, 2, 3, 4
) AS fees;
