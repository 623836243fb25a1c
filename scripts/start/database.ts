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
import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresOptions, type RunningPostgres, startPostgres } from "../postgres";
import { rotateLog } from "../postgres/machine";
import { say } from "../steps";
import { readNumbers, writePrivately } from "./data-directory";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const CARE_EVERY_MS = 60_000;
/** With less, a checkpoint or an index can stop the database. */
const FREE_MIN_BYTES = 1024 ** 3;

/**
 * Runs the embedded PostgreSQL of a DATA_DIR on the same port as last time. If it ends it is started there again, and
 * that is tried for ever: a full disk is freed some day, and nobody else would start it then.
 */
export async function keepDatabase(
  dataDir: string,
  password: string,
  archive?: string,
): Promise<{ url: string; cluster: "made" | "kept"; stop(): Promise<void> }> {
  const portFile = path.join(dataDir, "ports.json");
  const kept = archive === undefined ? {} : { archive };
  const options: PostgresOptions = { dataDir, password, ...kept, port: readNumbers(portFile).postgres };
  let server = await startPostgres(options);
  let stopping = false;
  if (server.port !== options.port) writePrivately(portFile, { postgres: server.port });
  void watch();
  const stopCare = careFor(dataDir);
  return {
    url: server.url,
    cluster: server.cluster,
    stop: async () => {
      stopping = true;
      stopCare();
      await server.stop();
    },
  };

  async function watch(): Promise<void> {
    for (;;) {
      await server.ended;
      if (stopping) return;
      say("Database", "ended unexpectedly, starting it again");
      server = await restart({ ...options, port: server.port }, () => stopping);
    }
  }
}

// The app knows the old address, so the server must return on the same port, which may take a moment to become free.
async function restart(options: PostgresOptions, isStopping: () => boolean): Promise<RunningPostgres> {
  let said = "";
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (dropBallast(options.dataDir))
      say(
        "Warning",
        "the disk is full: the 64 MB that were kept for this are given back. Free some more at once.",
      );
    try {
      const server = await startPostgres(options);
      if (server.port === options.port) return server;
      await server.stop();
      throw new Error(`port ${options.port} was taken meanwhile`);
    } catch (error) {
      if (isStopping()) return await new Promise(() => {});
      const why = error instanceof Error ? error.message : String(error);
      if (why !== said) say("Database", `cannot be started, and it is tried again until it can: ${why}`);
      said = why;
      await sleep(pause);
    }
  }
}

/** Keeps the log short, and says when the disk is nearly full: once, and again after there was room. */
function careFor(dataDir: string): () => void {
  let isTold = false;
  const care = () => {
    rotateLog(path.join(dataDir, "postgres.log"));
    layBallast(dataDir);
    const free = freeBytes(dataDir);
    const isScarce = free < FREE_MIN_BYTES;
    if (isScarce && !isTold)
      say(
        "Warning",
        `the disk that holds ${dataDir} has ${Math.floor(free / 1024 ** 2)} MB left: free some before the database stops.`,
      );
    isTold = isScarce;
  };
  care();
  const timer = setInterval(care, CARE_EVERY_MS);
  return () => clearInterval(timer);
}

const mega = 1024 ** 2;
const ballastBytes = 64 * mega;
/** Laid only where it takes no room that is needed. */
const roomBytes = 512 * mega;
/** With less, a database cannot recover: it needs a file of its log, and a checkpoint. */
const tightBytes = 32 * mega;

const fileOf = (dataDir: string) => path.join(dataDir, "ballast");

function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

/** A file that takes room, so that a full disk has some left for the database to come back. */
function layBallast(dataDir: string): void {
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
function dropBallast(dataDir: string): boolean {
  const file = fileOf(dataDir);
  if (!existsSync(file) || freeBytes(dataDir) >= tightBytes) return false;
  rmSync(file);
  return true;
}
