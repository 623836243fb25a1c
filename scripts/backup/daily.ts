import { spawn } from "node:child_process";
import type { BackupSettings } from "@/lib/env-parts";
import { readBackupState } from "@/lib/providers/machine";
import { say } from "../steps";

const lookEveryMs = 30_000;
/** After a failure, before the next try. */
const againMs = 15 * 60_000;

/**
 * Makes a backup each day at BACKUP_AT, and at once where the one of today or of yesterday was missed, or there is none.
 * Each is a process of its own, which gives its memory back.
 */
export function keepDaily(dataDir: string, { BACKUP_AT }: BackupSettings): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let child: ReturnType<typeof spawn> | undefined;
  let triedAt = -Infinity;
  const look = () => {
    const last = readBackupState(dataDir).backup;
    if (child || performance.now() - triedAt < againMs || !isDue(last?.at, BACKUP_AT, new Date())) return;
    triedAt = performance.now();
    running = new Promise<void>((ended) => {
      child = spawn(process.execPath, ["scripts/bootstrap.mjs", "backup"], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: { ...process.env, DATA_DIR: dataDir },
      });
      child.once("error", () => ended());
      child.once("exit", (code) => {
        if (code !== 0)
          say("Warning", "the backup was not made: its own message is above, and it is tried again");
        ended();
      });
    }).then(() => {
      child = undefined;
    });
  };
  look();
  const timer = setInterval(look, lookEveryMs);
  return async () => {
    clearInterval(timer);
    child?.kill("SIGTERM");
    await running;
  };
}

/** Whether none was made since the last time that one was due. */
export function isDue(last: Date | undefined, dailyAt: string, now: Date): boolean {
  if (dailyAt === "off") return false;
  if (!last) return true;
  const [hours = 0, minutes = 0] = dailyAt.split(":").map(Number);
  const due = new Date(now);
  due.setUTCHours(hours, minutes, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  return last < due;
}
