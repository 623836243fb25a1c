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

/**
 * Tells the executor at once, best effort: losing it delays work by at most a minute and loses none. While a topic is
 * being told, all who wake it meanwhile are told together afterwards.
 */
export function createWake(onError: (error: unknown) => void): Wake {
  const telling = new Set<Topic>();
  const again = new Set<Topic>();
  return function wake(topic) {
    if (telling.has(topic)) {
      again.add(topic);
      return;
    }
    telling.add(topic);
    inngest
      .send({ name: `sente/${topic}.due`, data: {} })
      .catch(onError)
      .finally(() => {
        telling.delete(topic);
        if (again.delete(topic)) wake(topic);
      });
  };
}
