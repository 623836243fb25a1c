import { statfsSync } from "node:fs";
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
