import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import type { Client } from "../wire/client";
import { statusOf, transactionShape } from "./statuses";

/** Believed when it is signed with our secret key over its very bytes. What we have no use for is taken and dropped. */
export async function parseCallback(
  client: Client,
  secretKey: string,
  raw: RawCallback,
): Promise<CallbackVerdict> {
  const verdict = { auth: "signed" as const, events: [] };
  const expected = createHmac("sha512", secretKey).update(raw.body).digest("hex");
  if (!isSame(raw.headers["x-paystack-signature"] ?? "", expected))
    return { ...verdict, authentic: false, reply: { status: 401 } };
  const found = readEvent(raw.body);
  if (!found) return { ...verdict, authentic: true, reply: { status: 400 } };
  return { ...verdict, authentic: true, events: eventsOf(client, found), reply: { status: 200 } };
}

type Events = CallbackVerdict["events"];

function eventsOf(client: Client, { event, data }: z.infer<typeof eventShape>): Events {
  const [subject, about] = event.split(".");
  const { id, reference } = data;
  const dedupeKey = `${event}:${id ?? reference ?? ""}`;
  if (about === "dispute") return disputeEvents(client, event, data, dedupeKey);
  if (subject === "charge" && reference) {
    const full = transactionShape.safeParse(data);
    const claim = full.success ? statusOf(client, full.data) : undefined;
    return [{ op: "charge", ourId: reference, railRef: reference, dedupeKey, claim }];
  }
  if (subject === "transfer" && reference) return [{ op: "payout", ourId: reference, dedupeKey }];
  // Told by its number alone; without one the refund is found by asking.
  if (subject === "refund" && id !== undefined) return [{ op: "refund", railRef: String(id), dedupeKey }];
  return [];
}

/** Money that was given back because of one is found in the payment's own status, which is therefore read at its end. */
function disputeEvents(client: Client, event: string, data: EventData, dedupeKey: string): Events {
  const reference = data.transaction?.reference;
  if (!reference) {
    client.odd("needs_operator", `the payer disputes a payment: ${data.id ?? ""}`);
    return [];
  }
  const about = { ourId: reference, railRef: reference, dedupeKey };
  if (event === "charge.dispute.resolve")
    return [{ ...about, op: data.resolution === "declined" ? "dispute_won" : "charge" }];
  client.odd("needs_operator", `the payer disputes the payment ${reference}: ${data.id ?? ""}`);
  return [{ ...about, op: "dispute_opened" }];
}

const eventShape = z.object({
  event: z.string(),
  data: z.looseObject({
    id: z.union([z.number(), z.string()]).optional(),
    reference: z.string().nullish(),
    transaction: z.looseObject({ reference: z.string().nullish() }).nullish().catch(null),
    resolution: z.string().nullish().catch(null),
  }),
});
type EventData = z.infer<typeof eventShape>["data"];

function readEvent(body: Buffer): z.infer<typeof eventShape> | null {
  try {
    const found = eventShape.safeParse(JSON.parse(body.toString("utf8")));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
