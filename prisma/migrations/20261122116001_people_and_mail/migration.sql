-- AlterEnum
ALTER TYPE "user_token_kind" ADD VALUE 'address_proof';

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "action_label" TEXT,
ADD COLUMN     "action_url" TEXT;

-- CreateTable
CREATE TABLE "sending_counts" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "sending_counts_pkey" PRIMARY KEY ("subject","day")
);

-- CreateIndex
CREATE INDEX "audit_entries_target_id_idx" ON "audit_entries"("target", "id" DESC);

-- The log of acts stays append-only, except that lines of sign-ins, which say where people were, go after a year.
DROP TRIGGER "append_only" ON "audit_entries";
CREATE TRIGGER "append_only" BEFORE UPDATE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "kept_for_good" BEFORE DELETE ON "audit_entries" FOR EACH ROW
  WHEN (OLD."action" NOT LIKE 'sign\_in.%' OR OLD."created_at" > now() - interval '365 days')
  EXECUTE FUNCTION "refuse_change"();
