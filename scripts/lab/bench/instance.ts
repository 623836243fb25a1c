import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../ports";
import { Problem } from "../../problem";
import { embeddedDatabaseUrl } from "../../start/data-directory";

const readyWithinMs = 300_000;

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
  const port = await freePort();
  const startedAt = performance.now();
  const own = Object.fromEntries(executorNames().map((name) => [name, undefined]));
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...own,
      DATA_DIR: dataDir,
      PORT: String(port),
      SITE_URL: "",
      DATABASE_URL: "",
      DEMO: "empty",
      LOG_LEVEL: "warn",
    },
  });
  await untilSaid(child, "Ready after");
  const startMs = performance.now() - startedAt;
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: embeddedDatabaseUrl(dataDir),
    startMs,
    dataDir,
    pids: () => servingPids(dataDir),
    throughNext: () => serveThroughNext(dataDir),
    stop: async () => {
      await end(child);
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

function untilSaid(child: ChildProcess, words: string): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Problem(`Not ready in time:\n${said}`)), readyWithinMs);
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        said += String(chunk);
        if (!said.includes(words)) return;
        clearTimeout(late);
        resolve();
      });
    child.once("exit", () => reject(new Problem(`The instance ended:\n${said}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
