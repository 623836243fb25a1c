import { mkdirSync, readFileSync, renameSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";

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

const moment = z.coerce.date();

/**
 * What the tools around the database have done, in small files of DATA_DIR: each has one writer, and none of it comes
 * back with a backup.
 */
const shapes = {
  /** How this instance is backed up, as its last start found it. `own`: a database that is not the embedded one. */
  plan: z.object({ kind: z.enum(["none", "own", "kept", "paused"]), place: z.string() }),
  backup: z.object({
    at: moment,
    bytes: z.number(),
    seconds: z.number(),
    /** Why the one after it was not made; null when it was. */
    failed: z.string().nullable(),
  }),
  log: z.object({
    /** When the last file of the log went to the backups; null for never. */
    at: moment.nullable(),
    waiting: z.number(),
    failed: z.string().nullable(),
  }),
  drill: z.object({
    at: moment,
    minutes: z.number(),
    ageMinutes: z.number(),
    problem: z.string().nullable(),
  }),
};

export type BackupState = { [Name in keyof typeof shapes]: z.output<(typeof shapes)[Name]> | null };

export function readBackupState(dataDir: string): BackupState {
  return {
    plan: read(dataDir, "plan"),
    backup: read(dataDir, "backup"),
    log: read(dataDir, "log"),
    drill: read(dataDir, "drill"),
  };
}

export function writeBackupState<Name extends keyof BackupState>(
  dataDir: string,
  name: Name,
  state: NonNullable<BackupState[Name]>,
): void {
  const file = fileOf(dataDir, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function read<Name extends keyof BackupState>(dataDir: string, name: Name): BackupState[Name] {
  try {
    // Safe: the shape of that name.
    return shapes[name].parse(JSON.parse(readFileSync(fileOf(dataDir, name), "utf8"))) as BackupState[Name];
  } catch {
    return null;
  }
}

function fileOf(dataDir: string, name: string): string {
  return path.join(dataDir, "backup-state", `${name}.json`);
}
