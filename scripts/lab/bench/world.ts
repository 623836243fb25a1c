import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withClient } from "@/lib/db/connect";
import type { World } from "@/lib/services/core/world";
import { freePort } from "../../ports";
import { Problem } from "../../problem";
import { startService } from "../../service";
import { embeddedDatabaseUrl } from "../../start/data-directory";

/**
 * The services of a running instance, in this process: on its database, with its secrets. Preparing data with them
 * costs the instance nothing. Only one instance per process, since the services are created once.
 */
export async function openWorldOf(dataDir: string): Promise<World> {
  // The shell of a benchmark may contain the keys of a real Inngest server.
  for (const name of executorNames()) delete process.env[name];
  Object.assign(process.env, environmentOf(dataDir), { LOG_LEVEL: "silent" });
  const { systemWorld } = await import("@/lib/services/desk/system-world");
  const world = systemWorld();
  await world.rails.routes?.ready();
  return world;
}

/** Without wake-ups a benchmark would measure how long the cron takes to find work. */
export function refuseLostWakes({ wakes }: World): void {
  if (wakes.failed > 0)
    throw new Problem(`${wakes.failed} wake-ups did not reach the executor of the benchmark's instance.`);
}

/** Resets the rate limit of every key, as at the start of a minute, and keeps nobody waiting who is counted meanwhile. */
export async function forgetTurns(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query("DELETE FROM rate_limits"));
}

/** A Sente started as `npm start` does, with its own database and port. */
export interface Instance {
  url: string;
  databaseUrl: string;
  /** From the command to the line that says it is ready. */
  startMs: number;
  dataDir: string;
  /** Its serving processes. */
  pids(): number[];
  /** Another app process on the same database, whose API goes through Next. */
  throughNext(): Promise<{ url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

export async function startInstance(): Promise<Instance> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-bench-"));
  const startedAt = performance.now();
  const { url, stop } = await startService({ DATA_DIR: dataDir, DEMO: "empty", LOG_LEVEL: "warn" });
  return {
    url,
    databaseUrl: embeddedDatabaseUrl(dataDir),
    startMs: performance.now() - startedAt,
    dataDir,
    pids: () => servingPids(dataDir),
    throughNext: () => serveThroughNext(dataDir),
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The variables that select an Inngest server. The benchmark's instance has its own clock, and nothing may go
 * elsewhere.
 */
export function executorNames(): string[] {
  return Object.keys(process.env).filter((name) => name.startsWith("INNGEST_"));
}

/** The environment of the running app of a data directory, for another process on the same data. */
export function environmentOf(dataDir: string): Record<string, string> {
  const [app] = servingPids(dataDir);
  if (app === undefined) throw new Problem("The app of the benchmark's instance is not running.");
  const {
    NODE_UNIQUE_ID: _,
    LISTEN_FD: __,
    ...environment
  } = Object.fromEntries(
    readFileSync(`/proc/${app}/environ`, "utf8")
      .split("\0")
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  return environment;
}

/** Another app process on the data of a running instance, whose API goes through Next. */
export async function serveThroughNext(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const environment = environmentOf(dataDir);
  const port = await freePort();
  const program = path.resolve(".next/programs/scripts-serve.mjs");
  const child = spawn(process.execPath, [program, "--without-fast-lane"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...environment, PORT: String(port), WEB_CONCURRENCY: "1" },
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", () => reject(new Problem("The second app did not start.")));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => end(child) };
}

/** Found by the data directory in their environment, which is unique to an instance. */
function servingPids(dataDir: string): number[] {
  return processes().flatMap(([pid, command, environment]) =>
    environment.includes(`DATA_DIR=${dataDir}\0`) && command.includes("scripts-serve.mjs") ? [pid] : [],
  );
}

function processes(): [number, string, string][] {
  const read = (pid: number, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => [pid, read(pid, "cmdline"), `${read(pid, "environ")}\0`]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
