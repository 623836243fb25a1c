-- Until when somebody looks at a page of the store that follows what happens: only then does a change tell the database's listeners.
ALTER TABLE "stores" ADD COLUMN "watched_until" TIMESTAMPTZ(3);
