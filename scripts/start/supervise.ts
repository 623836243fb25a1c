import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "../steps";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long was healthy; after its next crash the pauses start anew. */
const WELL_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 7_000;

export type Supervised = {
  /** True once the process has sent `{ ready: true }`; false when it ended before. */
  ready: Promise<boolean>;
  /** Asks the process to end, kills it after a while, and starts no other. */
  stop(): Promise<void>;
};

/** Keeps a Node program with these `args` running: restarts it whenever it ends, with growing pauses. */
export function supervise(label: string, args: string[], environment: NodeJS.ProcessEnv): Supervised {
  let child: ChildProcess | undefined;
  let stopping = false;
  let settleReady: (isReady: boolean) => void = () => undefined;
  const ready = new Promise<boolean>((resolve) => {
    settleReady = resolve;
  });
  void keepRunning();
  return { ready, stop };

  async function keepRunning(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const startedAt = performance.now();
      child = launch(args, environment);
      child.on("message", (message) => {
        if (typeof message === "object" && message !== null && "ready" in message) settleReady(true);
      });
      const how = await ending(child);
      settleReady(false);
      if (stopping) return;
      if (performance.now() - startedAt > WELL_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      say(label, `ended unexpectedly (${how}), starting it again in ${pauseMs / 1000} s`);
      await sleep(pauseMs);
      if (stopping) return;
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    const late = setTimeout(() => running.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }
}

// Its own process group, so that Ctrl-C reaches only start, which stops everything in order. The IPC channel closes
// when start ends, for any reason, and then the program ends itself.
function launch(args: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: environment,
  });
}

function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
}
