import { Inngest } from "inngest";

/**
 * The client of Inngest's protocol. Where it sends to, and how calls are signed, is read by the SDK itself from
 * INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY and INNGEST_DEV, so that a real Inngest server needs
 * nothing but these variables.
 */
export const inngest = new Inngest({ id: "sente" });

/** Which work has become due. Only hints: a cron finds the same work within a minute. */
export type Topic = "webhooks" | "messages" | "subscriptions" | "attempts" | "transfers";
export type Wake = (topic: Topic) => void;

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
 * for each other, so that one that hangs or is tried again holds up no other.
 */
export function createWake(onError: (error: unknown) => void): Wake {
  const gathering = new Set<Topic>();
  const toldAt = new Map<Topic, number>();
  return (topic) => {
    if (gathering.has(topic)) return;
    gathering.add(topic);
    const restedAt = (toldAt.get(topic) ?? -Infinity) + restMs[topic];
    setTimeout(
      () => {
        gathering.delete(topic);
        toldAt.set(topic, performance.now());
        inngest.send({ name: `sente/${topic}.due`, data: {} }).catch(onError);
      },
      Math.max(gatherMs, restedAt - performance.now()),
    );
  };
}
