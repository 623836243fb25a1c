import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { withClient } from "@/lib/db/connect";
import type { BackupSettings } from "@/lib/env-parts";
import { giveBackMemory, readBackupState, writeBackupState } from "@/lib/providers/machine";
import { say } from "../steps";
import { type BackupPlace, openOne, sealOne } from "./backups";

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
      if (shipped > 0) {
        at = new Date();
        // Each file is 16 MB, and its sealed copy as much again. The last one is held until this turn is over.
        setImmediate(giveBackMemory);
      }
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
