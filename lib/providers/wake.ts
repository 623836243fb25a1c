import type { Clock } from "./clock";
import type { Log } from "./log";

/** The kind of work that is due. It is only a hint: a cron finds the same work within a minute. */
export type Topic =
  | "webhooks"
  | "messages"
  | "subscriptions"
  | "attempts"
  | "transfers"
  | "alerts"
  | "ussd"
  | "moves";
export type Wake = (topic: Topic) => void;

/** Counts of this process's calls to wake the executor, since it started. */
export interface Wakes {
  sent: number;
  failed: number;
  /** When the current run of failures began. Null while calls succeed. */
  failingSince: Date | null;
}

export function newWakes(): Wakes {
  return { sent: 0, failed: 0, failingSince: null };
}

/** How long the first call waits to be merged with others that wake the same topic at the same moment. */
const gatherMs = 10;
/**
 * The pause between two calls for one topic: a run costs the app as much as a page, and under load one call covers
 * many. A new attempt is first polled after seconds.
 */
const restMs: Record<Topic, number> = {
  webhooks: 30,
  messages: 250,
  alerts: 250,
  subscriptions: 250,
  transfers: 250,
  moves: 250,
  attempts: 1_000,
  ussd: 250,
};

// Next and the fast lane are separate bundles in one process: each loads this module once, but there is one clock.
const holder = globalThis as { senteClock?: ((topic: string) => void) | null };

/** Wakes the clock of this process; false where none runs here. It knows which topics there are. */
export function wakeLocalClock(topic: string): boolean {
  holder.senteClock?.(topic);
  return Boolean(holder.senteClock);
}

/** The clock that runs in this process, where there is one: it is woken, and no server is asked. */
export function setLocalClock(wake: ((topic: string) => void) | null): void {
  holder.senteClock = wake;
}

/**
 * Wakes the executor at once, best effort: a lost call delays work by at most a minute and loses none. Calls do not
 * wait for each other, so that a hanging or retried call delays no other. Failures are counted in `wakes`, and the log
 * reports them once until a call succeeds again.
 */
export function createWake({ wakes, clock, log }: { wakes: Wakes; clock: Clock; log: Log }): Wake {
  const gathering = new Set<Topic>();
  const toldAt = new Map<Topic, number>();
  const wake = async (topic: Topic) => {
    try {
      if (!wakeLocalClock(topic)) await (await import("./inngest-client")).sendDue(topic);
      wakes.sent += 1;
      if (wakes.failingSince) log.info({ failed: wakes.failed }, "The executor can be woken again.");
      wakes.failingSince = null;
    } catch (error) {
      wakes.failed += 1;
      if (wakes.failingSince) return;
      wakes.failingSince = clock.now();
      log.warn(
        { err: error },
        "The executor cannot be woken; a cron finds the work. Said once until it can.",
      );
    }
  };
  return (topic) => {
    if (gathering.has(topic)) return;
    gathering.add(topic);
    const restedAt = (toldAt.get(topic) ?? -Infinity) + restMs[topic];
    setTimeout(
      () => {
        gathering.delete(topic);
        toldAt.set(topic, performance.now());
        void wake(topic);
      },
      Math.max(gatherMs, restedAt - performance.now()),
    );
  };
}
