import { explain } from "../problem";

/** npm passes Ctrl-C on although the terminal has sent it to everybody: two signals this close are one. */
const SAME_PRESS_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

/** The end of a start: what must be stopped, and the signs that it is time. */
export type Life = {
  /** Remembers how to stop what has just been started; the last one is stopped first. */
  onStop(stop: () => Promise<void> | void): void;
  /** Says the error in one sentence, stops everything and exits with 1. */
  fail(error: unknown): void;
  /** Whether the end has begun. Looks at once, where the regular look may be a moment away. */
  isEnding(): boolean;
};

/** Watches for Ctrl-C, SIGTERM, a closed terminal, and the end of whoever started us. */
export function beginLife(dataDir: string): Life {
  const stops: (() => Promise<void> | void)[] = [];
  let stoppingSince: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endNow);
  process.on("disconnect", () => end(0));
  const isOrphan = orphanSign();
  setInterval(endIfOrphan, PARENT_CHECK_MS).unref();
  return {
    onStop: (stop) => void stops.push(stop),
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

  function endNow(): void {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_PRESS_MS) process.exit(1);
    end(0);
  }

  function end(exitCode: number): void {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    void stopAll().then(() => process.exit(exitCode));
  }

  async function stopAll(): Promise<void> {
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        console.error(explain(error, dataDir));
      }
    }
  }
}

// When npm itself is killed nobody tells its child. A start from a plain shell may outlive that shell, as usual.
function orphanSign(): () => boolean {
  const parent = process.ppid;
  return () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}
