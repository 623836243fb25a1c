-- The zone in which an operator reads times. Null: none is known yet.
ALTER TABLE "users" ADD COLUMN "time_zone" TEXT;
