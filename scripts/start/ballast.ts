import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import path from "node:path";

const mega = 1024 ** 2;
const ballastBytes = 64 * mega;
/** Laid only where it takes no room that is needed. */
const roomBytes = 512 * mega;
/** With less, a database cannot recover: it needs a file of its log, and a checkpoint. */
const tightBytes = 32 * mega;

const fileOf = (dataDir: string) => path.join(dataDir, "ballast");

export function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

/** A file that takes room, so that a full disk has some left for the database to come back. */
export function layBallast(dataDir: string): void {
  const file = fileOf(dataDir);
  if (existsSync(file) || freeBytes(dataDir) < roomBytes) return;
  const draft = openSync(`${file}.new`, "w", 0o600);
  // A file system that compresses keeps nothing for zeros.
  const piece = randomBytes(mega);
  for (let written = 0; written < ballastBytes; written += mega) writeSync(draft, piece);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.new`, file);
}

/** Gives the room back where the disk is full. True when it did. */
export function dropBallast(dataDir: string): boolean {
  const file = fileOf(dataDir);
  if (!existsSync(file) || freeBytes(dataDir) >= tightBytes) return false;
  rmSync(file);
  return true;
}
