import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Pool } from "pg";
import type { Instance } from "./world";

/** Processor time in milliseconds, by who used it. */
export interface ProcessorTime {
  /** The app's processes. */
  app: number;
  postgres: number;
  /** This process, which is also the payers and the rail. */
  loadTool: number;
}

/**
 * Begins to measure; the function it returns ends the measurement. Unlike a duration, this is nearly the same on a busy
 * machine. PostgreSQL's server has to be on this machine.
 */
export async function startProcessorTime(
  instance: Pick<Instance, "pids">,
  pool: Pool,
): Promise<() => ProcessorTime> {
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  const app = instance.pids();
  const read = () => {
    const { user, system } = process.cpuUsage();
    return {
      app: sum(app.map((pid) => statOf(pid)?.ownMs ?? 0)),
      postgres: serverMs(postmaster),
      loadTool: (user + system) / 1000,
    };
  };
  const before = read();
  return () => {
    const after = read();
    return {
      app: after.app - before.app,
      postgres: after.postgres - before.postgres,
      loadTool: after.loadTool - before.loadTool,
    };
  };
}

/** All processes of one PostgreSQL server, with those that have ended since it started. */
function serverMs(postmaster: number): number {
  const stats = readdirSync("/proc")
    .map(Number)
    .filter(Number.isInteger)
    .flatMap((pid) => statOf(pid) ?? []);
  const own = statOf(postmaster);
  const children = stats.filter(({ parent }) => parent === postmaster);
  return (own ? own.ownMs + own.endedMs : 0) + sum(children.map(({ ownMs }) => ownMs));
}

/** Linux counts in hundredths of a second, whatever its kernel's own clock. */
const tickMs = 10;

/** What `/proc/<pid>/stat` says of a process; null once it has ended. */
function statOf(pid: number): { parent: number; ownMs: number; endedMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // A program's name may contain anything, and stands in parentheses.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (place) => fields[place],
    );
    return { parent, ownMs: (user + system) * tickMs, endedMs: (endedUser + endedSystem) * tickMs };
  } catch {
    return null;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export interface Sizes {
  /** node_modules as `npm ci` leaves it. */
  installMb: number;
  /** The output of `npm run build`, without its caches. */
  buildMb: number;
}

export function measureSizes(): Sizes {
  return { installMb: megabytes("node_modules"), buildMb: megabytes(".next", "--exclude=cache") };
}

function megabytes(...args: string[]): number {
  const { stdout } = spawnSync("du", ["-sk", ...args], { encoding: "utf8" });
  return Math.round(Number(stdout.split("\t")[0]) / 1024);
}

/** Resident memory of all these processes together, in MB. */
export function residentMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}
