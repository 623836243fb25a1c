import { Inngest } from "inngest";
import type { Clock } from "./clock";
import type { Log } from "./log";

/**
 * The client of Inngest's protocol. Where it sends to, and how calls are signed, is read by the SDK itself from
 * INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY and INNGEST_DEV, so that a real Inngest server needs
 * nothing but these variables. It reads them when it is made, which is when somebody imports this; `createWake` makes
 * it read them again.
 */
export const inngest = new Inngest({ id: "sente" });

/** Which work has become due. Only hints: a cron finds the same work within a minute. */
export type Topic = "webhooks" | "messages" | "subscriptions" | "attempts" | "transfers";
export type Wake = (topic: Topic) => void;

/** How this process fares with waking the executor, since it began. */
export interface Wakes {
  sent: number;
  failed: number;
  /** When the first of those failed that have failed in a row until now. Null while they come through. */
  failingSince: Date | null;
}

export function newWakes(): Wakes {
  return { sent: 0, failed: 0, failingSince: null };
}

/** So long the first one waits for others who wake the same topic at the same moment. */
const gatherMs = 10;
/**
 * So long after a telling the next one waits: a run costs the app as much as a page, and under load one stands for many.
 * A new attempt is first asked for after seconds.
 */
const restMs: Record<Topic, number> = {
  webhooks: 30,
  messages: 250,
  subscriptions: 250,
  transfers: 250,
  attempts: 1_000,
};

/**
 * Tells the executor at once, best effort: losing it delays work by at most a minute and loses none. Tellings do not wait
 * for each other, so that one that hangs or is tried again holds up no other. Those that fail are counted in `wakes`, and
 * the log says it once, until one comes through again.
 */
export function createWake({ wakes, clock, log }: { wakes: Wakes; clock: Clock; log: Log }): Wake {
  inngest.setEnvVars({ ...unset, ...process.env });
  const gathering = new Set<Topic>();
  const toldAt = new Map<Topic, number>();
  const wake = async (topic: Topic) => {
    try {
      await inngest.send({ name: `sente/${topic}.due`, data: {} });
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

/** What the environment had when this was imported, and has no more, must not stay in the client. */
const unset = Object.fromEntries(
  ["BASE_URL", "EVENT_API_BASE_URL", "API_BASE_URL", "EVENT_KEY", "SIGNING_KEY", "DEV"].map((name) => [
    `INNGEST_${name}`,
    undefined,
  ]),
);
