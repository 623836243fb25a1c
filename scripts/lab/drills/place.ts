import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runTool } from "../../command";
import { freePort } from "../../ports";
import { Problem } from "../../problem";
import { type BenchReceiver, startBenchReceiver } from "../bench/receiver";

const readyWithinMs = 180_000;

/** What a start writes about its demo store. */
export interface Demo {
  live_key: string;
  test_key: string;
  webhook_test_secret: string;
  webhook_live_secret: string;
  payment_link_url: string;
  products: { id: number }[];
}

/** A Sente as `npm start` runs it, for drills. */
export interface Place {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** The server of the demo store's seller, which is told of what happens. */
  receiver: BenchReceiver;
  /** Everything that it printed. */
  said(): string;
  untilSaid(words: string, withinMs?: number): Promise<void>;
  demo(): Demo;
  /** Every process of it, as a machine that loses its power. */
  kill(): void;
  stop(): Promise<void>;
}

interface PlaceOptions {
  dataDir?: string;
  isReady?: boolean;
  /** Of another release than this folder's. */
  bootstrap?: string;
  /** Another Node. */
  node?: string;
  /** The control group that limits it. */
  group?: string;
}

/** Starts a place on `dataDir`, else on a new one that is deleted at its end, and waits until it is ready. */
export async function openPlace(
  variables: Record<string, string> = {},
  options: PlaceOptions = {},
): Promise<Place> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "sente-drill-"));
  const port = variables.PORT ?? String(await freePort());
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(INNGEST_|DATABASE_|SITE_URL)/.test(name),
  );
  const receiver = await startBenchReceiver();
  const own = {
    ...{ DATA_DIR: dataDir, PORT: port, DEMO: "empty", DEMO_WEBHOOK_URL: receiver.urlOf("all") },
    ...{ ALLOW_LOCAL_WEBHOOKS: "true", ALLOW_SANDBOX_RAIL: "true" },
    ...variables,
  };
  const { bootstrap = "scripts/bootstrap.mjs", node = process.execPath, group } = options;
  const command = [node, bootstrap, "start"];
  // Before its first process there is none that could have its memory elsewhere.
  const joined = ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group ?? "", ...command];
  const [program = "", ...args] = group ? joined : command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { NODE_ENV: "production", ...Object.fromEntries(inherited), ...own },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const place: Place = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    child,
    receiver,
    said: () => said,
    async untilSaid(words, withinMs = readyWithinMs) {
      const from = performance.now();
      while (!said.includes(words)) {
        if (hasEnded() || performance.now() - from > withinMs)
          throw new Problem(`It did not say "${words}":\n${said}`);
        await sleep(50);
      }
    },
    demo: () => JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8")),
    kill: () => killTree(child.pid ?? 0),
    async stop() {
      if (!hasEnded()) child.kill("SIGTERM");
      await ended;
      receiver.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  if (options.isReady === false) await ended;
  else
    await place.untilSaid("Ready after").catch(async (error) => {
      await place.stop();
      throw error;
    });
  if (existsSync(path.join(dataDir, "demo.json"))) {
    const { webhook_test_secret: test, webhook_live_secret: live } = place.demo();
    receiver.secrets.set("all", `${test} ${live}`);
  }
  return place;
}

export function commandOf(pid: number): string {
  return readOf(pid, "cmdline");
}

export function childrenOf(pid: number): number[] {
  const listed = readOf(pid, `task/${pid}/children`).trim();
  return listed === "" ? [] : listed.split(" ").map(Number);
}

/** Empty for a process that has ended. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Stands still from the top, so that none is started anew, and then ends. */
export function killTree(pid: number): void {
  signal(pid, "SIGSTOP");
  for (const child of childrenOf(pid)) killTree(child);
  signal(pid, "SIGKILL");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

export async function inPlace<T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> {
  try {
    return await work(place);
  } finally {
    await place.stop();
  }
}

/** Waits until it said something that often. */
export async function untilCount(place: Place, words: string, count: number): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50))
    if (place.said().split(words).length > count) return;
  throw new Problem(`It did not say ${words} ${count} times:\n${place.said()}`);
}

/** A new folder that root's PostgreSQL, which runs under another account, can pass through. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `sente-drill-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** A command as an operator runs it, on the embedded database unless the settings name another. Throws Problem. */
export async function runCommand(
  words: string[],
  settings: Record<string, string>,
): Promise<{ output: string; seconds: number }> {
  const from = performance.now();
  const { code, output } = await runTool(["scripts/bootstrap.mjs", ...words], {
    DATABASE_URL: "",
    ...settings,
  });
  if (code !== 0) throw new Problem(`${words[0]}: ${output.trim()}`);
  return { output, seconds: (performance.now() - from) / 1000 };
}
