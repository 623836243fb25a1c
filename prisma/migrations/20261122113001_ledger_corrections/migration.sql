-- CreateEnum
CREATE TYPE "correction_status" AS ENUM ('proposed', 'approved', 'declined', 'withdrawn');

-- CreateTable
CREATE TABLE "ledger_corrections" (
    "id" UUID NOT NULL,
    "store_id" INTEGER,
    "rail" TEXT,
    "currency" TEXT NOT NULL,
    "from_kind" TEXT NOT NULL,
    "to_kind" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "correction_status" NOT NULL DEFAULT 'proposed',
    "proposed_by" INTEGER NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_corrections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ledger_corrections_proposed_at_idx" ON "ledger_corrections"("proposed_at" DESC);

-- AddForeignKey
ALTER TABLE "ledger_corrections" ADD CONSTRAINT "ledger_corrections_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_corrections" ADD CONSTRAINT "ledger_corrections_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_corrections" ADD CONSTRAINT "ledger_corrections_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say

ALTER TABLE "ledger_corrections" ADD CONSTRAINT "ledger_corrections_amount" CHECK ("amount_minor" > 0 AND "from_kind" <> "to_kind");
ALTER TABLE "ledger_corrections" ADD CONSTRAINT "ledger_corrections_decided" CHECK (("status" = 'proposed') = ("decided_at" IS NULL) AND ("decided_at" IS NULL) = ("decided_by" IS NULL));
-- Two people, whatever the program thinks.
ALTER TABLE "ledger_corrections" ADD CONSTRAINT "ledger_corrections_two_people" CHECK ("status" NOT IN ('approved', 'declined') OR "decided_by" <> "proposed_by");
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ledger_corrections" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
