import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../problem";
import { say } from "../steps";

/** npm forwards Ctrl-C although the terminal has sent it to every process: two signals this close count as one. */
const SAME_PRESS_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

/** The end of a start: what must be stopped, and the signals that begin the end. */
export type Life = {
  /**
   * Registers how to stop a part that was just started; the last one is stopped first. Patiently, when nobody waits at a
   * terminal: requests are answered before.
   */
  onStop(stop: (isPatient: boolean) => Promise<void> | void): void;
  /** What SIGHUP does where no terminal can have sent it by closing. */
  onReload(reload: () => Promise<void>): void;
  /** Prints the error in one sentence, stops everything and exits with 1. */
  fail(error: unknown): void;
  /** Whether the end has begun. Checks at once instead of waiting for the next regular check. */
  isEnding(): boolean;
};

/** Watches for Ctrl-C, SIGTERM, a closed terminal, and the end of the parent process. */
export function beginLife(dataDir: string): Life {
  const stops: ((isPatient: boolean) => Promise<void> | void)[] = [];
  let reload: (() => Promise<void>) | undefined;
  let stoppingSince: number | undefined;
  process.on("SIGINT", () => endNow(false));
  process.on("SIGTERM", () => endNow(true));
  process.on("SIGHUP", () => {
    if (process.stdout.isTTY || !reload) endNow(false);
    else void reload();
  });
  process.on("disconnect", () => end(0));
  const isOrphan = orphanSign();
  setInterval(endIfOrphan, PARENT_CHECK_MS).unref();
  return {
    onStop: (stop) => void stops.push(stop),
    onReload: (act) => {
      reload = act;
    },
    fail: (error) => {
      if (stoppingSince === undefined) console.error(explain(error, dataDir));
      end(1);
    },
    isEnding: () => {
      endIfOrphan();
      return stoppingSince !== undefined;
    },
  };

  function endIfOrphan(): void {
    if (isOrphan()) end(0);
  }

  function endNow(isPatient: boolean): void {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_PRESS_MS) process.exit(1);
    end(0, isPatient);
  }

  function end(exitCode: number, isPatient = false): void {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    void stopAll(isPatient).then(() => process.exit(exitCode));
  }

  async function stopAll(isPatient: boolean): Promise<void> {
    for (const stop of stops.reverse()) {
      try {
        await stop(isPatient);
      } catch (error) {
        console.error(explain(error, dataDir));
      }
    }
  }
}

// When npm itself is killed, its child gets no signal. A start from a plain shell may outlive that shell, as usual.
function orphanSign(): () => boolean {
  const parent = process.ppid;
  return () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}

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
