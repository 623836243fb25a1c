-- When its seller last changed what it says: who opened it before has not seen that.
ALTER TABLE "quotes" ADD COLUMN "changed_at" TIMESTAMPTZ(3);
