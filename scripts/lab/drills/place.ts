import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../../problem";
import { type Service, type ServiceOptions, startService } from "../../service";
import { runTool } from "../../steps";
import { type BenchReceiver, startBenchReceiver } from "../bench/receiver";

/** What a start writes about its demo store. */
export interface Demo {
  live_key: string;
  test_key: string;
  webhook_test_secret: string;
  webhook_live_secret: string;
  payment_link_url: string;
  products: { id: number }[];
}

/** A copy for drills. */
export interface Place extends Service {
  dataDir: string;
  /** The server of the demo store's seller, which is told of what happens. */
  receiver: BenchReceiver;
  demo(): Demo;
  /** Every process of it, as a machine that loses its power. */
  kill(): void;
}

/** Starts a place on `dataDir`, else on a new one that is deleted at its end, and waits until it is ready. */
export async function openPlace(
  variables: Record<string, string> = {},
  options: ServiceOptions & { dataDir?: string } = {},
): Promise<Place> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "sente-drill-"));
  const receiver = await startBenchReceiver();
  const own = {
    ...{ DATA_DIR: dataDir, DEMO: "empty", DEMO_WEBHOOK_URL: receiver.urlOf("all") },
    ...{ ALLOW_LOCAL_WEBHOOKS: "true", ALLOW_SANDBOX_RAIL: "true" },
    ...variables,
  };
  const leave = () => {
    receiver.close();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  const service = await startService(own, options).catch((error: unknown) => {
    leave();
    throw error;
  });
  const place: Place = {
    ...{ ...service, dataDir, receiver },
    demo: () => JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8")),
    kill: () => killTree(service.child.pid ?? 0),
    stop: () => service.stop().then(leave),
  };
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
