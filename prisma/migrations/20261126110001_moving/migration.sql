-- CreateEnum
CREATE TYPE "move_state" AS ENUM ('planned', 'running', 'done', 'undoing', 'undone');

-- CreateEnum
CREATE TYPE "move_outcome" AS ENUM ('make', 'same', 'refused', 'undone', 'stays');

-- CreateEnum
CREATE TYPE "takeout_state" AS ENUM ('running', 'ready');

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN "external_id" TEXT,
  ADD COLUMN "imported_from" TEXT;

-- CreateTable
CREATE TABLE "moves" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "state" "move_state" NOT NULL DEFAULT 'planned',
    "created_by" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "soon" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "move_lines" (
    "move_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT,
    "data" JSONB NOT NULL,
    "outcome" "move_outcome" NOT NULL,
    "problem" JSONB,
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "made_id" TEXT,
    "made_customer_id" INTEGER,

    CONSTRAINT "move_lines_pkey" PRIMARY KEY ("move_id","line")
);

-- CreateTable
CREATE TABLE "takeouts" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "created_by" INTEGER NOT NULL,
    "state" "takeout_state" NOT NULL DEFAULT 'running',
    "part" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "pieces" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3),

    CONSTRAINT "takeouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "takeout_pieces" (
    "takeout_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "takeout_pieces_pkey" PRIMARY KEY ("takeout_id","number")
);

-- CreateIndex
CREATE INDEX "moves_store_id_created_at_idx" ON "moves"("store_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "moves_due_at_idx" ON "moves"("due_at");

-- CreateIndex
CREATE INDEX "moves_created_at_idx" ON "moves"("created_at");

-- CreateIndex
CREATE INDEX "move_lines_move_id_kind_key_idx" ON "move_lines"("move_id", "kind", "key");

-- CreateIndex
CREATE INDEX "move_lines_move_id_outcome_line_idx" ON "move_lines"("move_id", "outcome", "line");

-- CreateIndex
CREATE INDEX "move_lines_made_id_idx" ON "move_lines"("made_id");

-- CreateIndex
CREATE INDEX "takeouts_store_id_created_at_idx" ON "takeouts"("store_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "takeouts_due_at_idx" ON "takeouts"("due_at");

-- CreateIndex
CREATE INDEX "takeouts_created_at_idx" ON "takeouts"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_store_id_livemode_imported_from_external_id_key" ON "subscriptions"("store_id", "livemode", "imported_from", "external_id");

-- AddForeignKey
ALTER TABLE "moves" ADD CONSTRAINT "moves_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "move_lines" ADD CONSTRAINT "move_lines_move_id_fkey" FOREIGN KEY ("move_id") REFERENCES "moves"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "takeouts" ADD CONSTRAINT "takeouts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "takeout_pieces" ADD CONSTRAINT "takeout_pieces_takeout_id_fkey" FOREIGN KEY ("takeout_id") REFERENCES "takeouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
