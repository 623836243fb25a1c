import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "../steps";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long was healthy; after its next crash the pauses start anew. */
const WELL_AFTER_MS = 60_000;
/** Longer than a process takes by itself: for one that hangs. */
const STOP_WITHIN_MS = { atOnce: 7_000, patiently: 35_000 };

export type Supervised = {
  /** True once the process has sent `{ ready: true }`; false when it ended before. */
  ready: Promise<boolean>;
  /** Starts another process and ends the old one once the new one is ready. False, and nothing changed, if it is not. */
  replace(): Promise<boolean>;
  /** Asks the process to end, kills it after a while, and starts no other. Patiently: once its requests are answered. */
  stop(isPatient?: boolean): Promise<void>;
};

/** A Node program and the folder in which it runs. */
export interface Launch {
  args: string[];
  cwd: string;
}

/**
 * Keeps a program running: restarts it whenever it ends, with growing pauses. Each time `launch` says what that is now. It
 * gets the `sockets` by the names of variables; they stay open between two processes, so that nobody is refused meanwhile.
 */
export function supervise(
  label: string,
  launch: () => Launch,
  environment: NodeJS.ProcessEnv,
  extra: { sockets?: Sockets; delayMs?: number } = {},
): Supervised {
  let stopping = false;
  let current = begin();
  void keepRunning(current, FIRST_PAUSE_MS);
  return { ready: current.ready, replace, stop };

  function begin(): Running {
    return run(launch(), environment, extra.sockets ?? {});
  }

  async function keepRunning(running: Running, pauseMs: number): Promise<void> {
    const how = await running.ended;
    if (stopping || running !== current) return;
    const pause = performance.now() - running.startedAt > WELL_AFTER_MS ? FIRST_PAUSE_MS : pauseMs;
    say(label, `ended unexpectedly (${how}), starting it again in ${pause / 1000} s`);
    await sleep(pause);
    if (stopping || running !== current) return;
    current = begin();
    void keepRunning(current, Math.min(pause * 2, LONGEST_PAUSE_MS));
  }

  async function replace(): Promise<boolean> {
    const next = begin();
    if (!(await next.ready) || stopping) {
      await end(next, "SIGINT", STOP_WITHIN_MS.atOnce);
      return false;
    }
    const old = current;
    current = next;
    void keepRunning(next, FIRST_PAUSE_MS);
    await end(old, { drain: true }, STOP_WITHIN_MS.patiently);
    return true;
  }

  function stop(isPatient = false): Promise<void> {
    stopping = true;
    return isPatient
      ? end(current, "SIGTERM", STOP_WITHIN_MS.patiently + (extra.delayMs ?? 0))
      : end(current, "SIGINT", STOP_WITHIN_MS.atOnce);
  }
}

/** Descriptors of bound sockets, by the variable that tells the program its number of each. */
export type Sockets = Partial<Record<"LISTEN_FD" | "METRICS_FD", number>>;

/** After the three standard streams and the channel. */
const FIRST_FD = 4;

interface Running {
  child: ChildProcess;
  startedAt: number;
  ready: Promise<boolean>;
  /** How it ended. */
  ended: Promise<string>;
}

async function end(running: Running, how: NodeJS.Signals | object, withinMs: number): Promise<void> {
  const { child, ended } = running;
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (typeof how === "object" && child.connected) child.send(how);
  else child.kill(typeof how === "object" ? "SIGTERM" : how);
  const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
  await ended;
  clearTimeout(late);
}

// Its own process group, so that Ctrl-C reaches only start, which stops everything in order. The IPC channel closes
// when start ends, for any reason, and then the program ends itself.
function run({ args, cwd }: Launch, environment: NodeJS.ProcessEnv, sockets: Sockets): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc", ...Object.values(sockets)],
    env: {
      ...environment,
      ...Object.fromEntries(Object.keys(sockets).map((name, at) => [name, String(FIRST_FD + at)])),
    },
  });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  const ready = new Promise<boolean>((resolve) => {
    child.on("message", (message) => {
      if (typeof message === "object" && message !== null && "ready" in message) resolve(true);
    });
    void ended.then(() => resolve(false));
  });
  return { child, startedAt: performance.now(), ready, ended };
}
