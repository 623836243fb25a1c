import { statfsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type BackupState, readBackupState } from "./backup-state";

/** What the machine of this process knows, and the database does not. */
export interface Machine {
  backups(): BackupState;
  /** Free bytes on the disk of DATA_DIR; null where that cannot be asked. */
  freeBytes(): number | null;
}

export function createMachine(dataDir: string): Machine {
  return {
    backups: () => readBackupState(dataDir),
    freeBytes() {
      try {
        const { bavail, bsize } = statfsSync(dataDir);
        return bavail * bsize;
      } catch {
        return null;
      }
    },
  };
}

/**
 * Collects garbage now. Starting leaves as much of it as a process needs at rest, and V8 would keep that until much is
 * asked of it.
 */
export function giveBackMemory(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  setFlagsFromString("--no-expose-gc");
}
