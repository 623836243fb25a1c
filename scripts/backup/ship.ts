import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { withClient } from "@/lib/db/connect";
import { writeBackupState } from "@/lib/providers/machine";
import { say } from "../steps";
import { openOne, sealOne } from "./backups";
import type { BackupPlace } from "./place";

const restMs = 5_000;
const noteEveryMs = 60_000;
/** Files of the log, of a new timeline, and notes of backups. */
const finished = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;

/** The folder in which PostgreSQL leaves the finished files of its log. */
export const archiveFolder = (dataDir: string) => path.join(dataDir, "wal");

/**
 * Brings each finished file of the log to the backups and deletes it here, for ever. What cannot be brought stays and is
 * tried again: nothing is lost, but the disk fills, so it is said here and in the operator's health.
 */
export function keepShipping(ownerUrl: string, dataDir: string, place: BackupPlace): () => Promise<void> {
  const ending = new AbortController();
  const shipping = (async () => {
    let said: string | null = null;
    let at: Date | null = null;
    let noteAtMs = 0;
    while (!ending.signal.aborted) {
      const { shipped, failed } = await shipOnce(dataDir, place);
      if (shipped > 0) at = new Date();
      // What is shipped tells its own time. Only a quiet database needs a note.
      if (shipped > 0 || failed !== null) noteAtMs = Date.now() + noteEveryMs;
      if (Date.now() >= noteAtMs) {
        // A place or a database that does not answer now is noticed by the next round that has something to do.
        await noteQuiet(ownerUrl, dataDir, place).catch(() => false);
        noteAtMs = Date.now() + noteEveryMs;
      }
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

const noteName = "shipped-until.json";
const noteSchema = z.object({ at: z.coerce.date() });

/**
 * Writes beside the backups up to when they have the whole log, so that a time after the last write can be restored to.
 * False when some of the log is still here: it is shipped in another round.
 */
export async function noteQuiet(
  ownerUrl: string,
  dataDir: string,
  { store, vault }: BackupPlace,
): Promise<boolean> {
  const at = new Date();
  // Ends the file that is being written, and does nothing when nothing was written to it.
  const { rows } = await withClient(ownerUrl, (client) => client.query<{ isArchived: boolean }>(archivedSql));
  if (!rows[0]?.isArchived || waitingIn(dataDir).length > 0) return false;
  await store.put(noteName, await sealOne(vault, Buffer.from(JSON.stringify({ at }))));
  return true;
}

const archivedSql = `
  SELECT coalesce(left(last_archived_wal, 24) >= pg_walfile_name(switched - 1), false) AS "isArchived"
  FROM pg_stat_archiver, (SELECT pg_switch_wal() AS switched) AS one`;

/** Up to when the backups have the whole log, as far as somebody wrote it down. */
export async function shippedUntil({ store, vault }: BackupPlace): Promise<Date | null> {
  const known = (await store.list(noteName)).some(({ name }) => name === noteName);
  if (!known) return null;
  return noteSchema.parse(JSON.parse((await openOne(vault, await store.get(noteName))).toString("utf8"))).at;
}
