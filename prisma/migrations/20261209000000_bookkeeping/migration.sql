-- How a store's bookkeeper wants its months, and to whom they are mailed.
CREATE TABLE "bookkeeping_settings" (
    "store_id" INTEGER PRIMARY KEY REFERENCES "stores" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    "program" TEXT NOT NULL,
    "names" JSONB NOT NULL,
    "email" TEXT,
    "sent_month" TEXT NOT NULL,
    "version" INTEGER NOT NULL
);
