import { explain } from "../problem";

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
