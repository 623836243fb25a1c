import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeBackupState } from "@/lib/providers/backup-state";
import { say } from "../steps";
import { sealOne } from "./backups";
import type { BackupPlace } from "./place";

const restMs = 5_000;
/** Files of the log, of a new timeline, and notes of backups. */
const finished = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;

/** The folder in which PostgreSQL leaves the finished files of its log. */
export const archiveFolder = (dataDir: string) => path.join(dataDir, "wal");

/**
 * Brings each finished file of the log to the backups and deletes it here, for ever. What cannot be brought stays and is
 * tried again: nothing is lost, but the disk fills, so it is said here and in the operator's health.
 */
export function keepShipping(dataDir: string, place: BackupPlace): () => Promise<void> {
  const ending = new AbortController();
  const shipping = (async () => {
    let said: string | null = null;
    let at: Date | null = null;
    while (!ending.signal.aborted) {
      const { shipped, failed } = await shipOnce(dataDir, place);
      if (shipped > 0) at = new Date();
      if (failed !== null && failed !== said)
        say("Warning", `the database's log does not reach the backups: ${failed}`);
      if (failed === null && said !== null) say("Backup", "the database's log reaches the backups again");
      said = failed;
      writeBackupState(dataDir, "log", { at, waiting: waitingIn(dataDir).length, failed });
      await sleep(restMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await shipping;
  };
}

/** One round over what is there, oldest first. */
export async function shipOnce(
  dataDir: string,
  { store, vault }: BackupPlace,
): Promise<{ shipped: number; failed: string | null }> {
  let shipped = 0;
  try {
    for (const name of waitingIn(dataDir)) {
      const file = path.join(archiveFolder(dataDir), name);
      await store.put(`wal/${name}`, await sealOne(vault, readFileSync(file)));
      rmSync(file);
      shipped += 1;
    }
    return { shipped, failed: null };
  } catch (error) {
    return { shipped, failed: error instanceof Error ? error.message : String(error) };
  }
}

function waitingIn(dataDir: string): string[] {
  const folder = archiveFolder(dataDir);
  return readdirSync(folder)
    .filter((name) => finished.test(name) && statSync(path.join(folder, name)).isFile())
    .sort();
}
