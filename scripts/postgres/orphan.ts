import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, Problem } from "../problem";

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
