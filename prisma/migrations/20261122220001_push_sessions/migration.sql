-- AlterTable
ALTER TABLE "push_devices" ADD COLUMN     "session_id" TEXT NOT NULL;
