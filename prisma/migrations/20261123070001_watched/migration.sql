-- CreateTable
CREATE TABLE "last_times" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "last_times_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "watched_lines" (
    "line" TEXT NOT NULL,
    "bad_since" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "is_told" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "watched_lines_pkey" PRIMARY KEY ("line")
);

-- CreateTable
CREATE TABLE "alert_posts" (
    "id" SERIAL NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_posts_pkey" PRIMARY KEY ("id")
);

-- The request that began a payment, and the one that an event came of. Null: made before this, or by the clock.
ALTER TABLE "payment_attempts" ADD COLUMN "request_id" TEXT;
ALTER TABLE "events" ADD COLUMN "request_id" TEXT;
