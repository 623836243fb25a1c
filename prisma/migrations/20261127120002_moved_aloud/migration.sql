-- AlterTable: what was moved in until now told nobody.
ALTER TABLE "moves" ADD COLUMN "notifies" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "publishes" BOOLEAN NOT NULL DEFAULT false;
