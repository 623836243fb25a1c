import { rmSync } from "node:fs";
import path from "node:path";
import { writeBackupState } from "@/lib/providers/backup-state";
import type { BackupPlace } from "./place";

/**
 * Writes down how this start backs up, for the operator's health. A start without a place, or paused, forgets the last backup: what
 * the log says until the next start with one is in no backup, so that one must begin with a new copy.
 */
export function planBackups(
  dataDir: string,
  { isOwn, paused }: { isOwn: boolean; paused: boolean },
  place: BackupPlace | undefined,
): void {
  const kind = paused ? "paused" : place ? "kept" : isOwn ? "own" : "none";
  writeBackupState(dataDir, "plan", { kind, place: place?.store.place ?? "" });
  if (!place) rmSync(path.join(dataDir, "backup-state/backup.json"), { force: true });
}
