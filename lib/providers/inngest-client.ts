import { Inngest } from "inngest";
import type { Topic } from "./wake";

/**
 * The client of Inngest's protocol. The SDK itself reads the address and the signing keys from INNGEST_BASE_URL,
 * INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY and INNGEST_DEV, when this module is loaded, so that a real Inngest server needs only
 * these variables.
 */
export const inngest = new Inngest({ id: "sente" });

/** Tells the server, or the clock of a running app where this is another program, that work is due. */
export async function sendDue(topic: Topic): Promise<void> {
  await inngest.send({ name: `sente/${topic}.due`, data: {} });
}
