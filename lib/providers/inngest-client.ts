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

/** So long a topic waits for others who wake it too: under load one telling stands for many. */
const gatherMs = 10;

/**
 * Tells the executor at once, best effort: losing it delays work by at most a minute and loses none. Tellings do not wait
 * for each other, so that one that hangs or is tried again holds up no other.
 */
export function createWake(onError: (error: unknown) => void): Wake {
  const gathering = new Set<Topic>();
  return (topic) => {
    if (gathering.has(topic)) return;
    gathering.add(topic);
    setTimeout(() => {
      gathering.delete(topic);
      inngest.send({ name: `sente/${topic}.due`, data: {} }).catch(onError);
    }, gatherMs);
  };
}
