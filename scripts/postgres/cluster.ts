import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, Problem } from "../problem";
import { bareEnvironment } from "../start/environment";
import type { Account } from "./machine";

/** The version whose programs npm has installed. */
export const MAJOR = "18";

/**
 * Creates a cluster in `cluster` unless there is one. It is created in another directory and moved in one step, so that
 * an interrupted first start leaves nothing that looks like a database.
 */
export async function initialiseCluster(
  cluster: string,
  {
    initdb,
    password,
    account,
    durable,
    major = MAJOR,
  }: { initdb: string; password: string; account: Account; durable: boolean; major?: string },
): Promise<"made" | "kept"> {
  const versionFile = path.join(cluster, "PG_VERSION");
  if (existsSync(versionFile)) {
    requireMajor(clusterMajor(cluster) ?? "", major, cluster);
    return "kept";
  }
  const draft = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(draft, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    await runInitdb(initdb, draft, passwordFile, account, durable);
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
  return "made";
}

/** The version that wrote a cluster; undefined where there is none. */
export function clusterMajor(cluster: string): string | undefined {
  const file = path.join(cluster, "PG_VERSION");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function requireMajor(found: string, wanted: string, cluster: string): void {
  if (found === wanted) return;
  throw new Problem(
    `${cluster} was written by PostgreSQL ${found} and this is ${wanted}: npm run move -- upgrade brings it over (docs/self-hosting.md).`,
  );
}

function runInitdb(
  initdb: string,
  draft: string,
  passwordFile: string,
  account: Account,
  durable: boolean,
): Promise<void> {
  // The built-in C.UTF-8 sorts identically on every system, so a DATA_DIR may be moved between machines.
  const args = [
    `--pgdata=${draft}`,
    "--username=sente",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, args, {
      ...account,
      stdio: ["ignore", "ignore", "pipe"],
      env: bareEnvironment({ LC_ALL: "C" }),
    });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += String(chunk);
    });
    child.on("error", (error) => reject(initFailure(draft, error.message)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(initFailure(draft, complaint))));
  });
}

function initFailure(draft: string, complaint: string): Problem {
  const directory = path.dirname(draft);
  if (complaint.includes("No space left"))
    return new Problem(`The disk that holds ${directory} is full: free some space and start again.`);
  if (/Permission denied|EACCES/.test(complaint)) {
    return new Problem(
      `PostgreSQL runs under another account when you are root, and that account cannot reach ${directory}: run npm start as an ordinary user, or keep the project and DATA_DIR outside root's home.`,
    );
  }
  const reason = complaint.match(/(?:error|FATAL): +(.*)/)?.[1] ?? complaint.trim().split("\n").at(-1);
  return new Problem(`PostgreSQL could not make a database in ${directory}: ${reason}.`);
}

const POLITE_MS = 10_000;
const FORCED_MS = 5_000;

/**
 * Stops the PostgreSQL that a killed start left on this cluster, and removes its pid file when the pid belongs to
 * another process now. The caller holds DATA_DIR's lock, so no living start owns that server.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = postmasterPid(cluster);
  if (pid === undefined) return;
  if (!isAlive(pid) || !isPostgresOf(pid, cluster)) {
    // PostgreSQL would mistake a zombie, or another process with that pid, for itself. Its file prevents two servers on
    // one cluster; the shared memory block named after the directory prevents that too.
    rmSync(path.join(cluster, "postmaster.pid"), { force: true });
    return;
  }
  // SIGINT disconnects clients and writes a checkpoint; SIGQUIT leaves the rest to crash recovery.
  if (await endedBy("SIGINT", pid, POLITE_MS)) return;
  if (await endedBy("SIGQUIT", pid, FORCED_MS)) return;
  throw new Problem(
    `An older PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop: end it and start again.`,
  );
}

/** The process id in postmaster.pid, when there is such a file. */
export function postmasterPid(cluster: string): number | undefined {
  const pid = Number(postmasterLines(cluster)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** The lines of postmaster.pid: 1 is the pid, 4 the port, 8 the state, "ready" once connections are taken. */
export function postmasterLines(cluster: string): string[] {
  try {
    return readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

async function endedBy(signal: NodeJS.Signals, pid: number, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return true;
    throw error;
  }
  for (const end = performance.now() + withinMs; performance.now() < end; ) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  return !isZombie(pid);
}

// In a container without an init, a dead orphan stays in the process table for ever.
function isZombie(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    return existsSync(stat) && /\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return true; // It ended between the two calls.
  }
}

function isPostgresOf(pid: number, cluster: string): boolean {
  const command = commandOf(pid);
  return (
    command.includes("postgres") && [cluster, realpathSync(cluster)].some((name) => command.includes(name))
  );
}

function commandOf(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline"))
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
