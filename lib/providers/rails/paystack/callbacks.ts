import { createHmac } from "node:crypto";
import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { CallbackVerdict, RawCallback } from "../port";
import type { Client } from "../wire/client";
import { believed, disbelieved, isSame, readJson } from "../wire/results";
import { disputeOf, disputeShape } from "./lists";
import { statusOf, transactionShape } from "./statuses";

/** Trusted when signed with our secret key over its raw bytes. Events that we do not use are accepted and dropped. */
export async function parseCallback(
  client: Client,
  secretKey: string,
  raw: RawCallback,
): Promise<CallbackVerdict> {
  const expected = createHmac("sha512", secretKey).update(raw.body).digest("hex");
  if (!isSame(raw.headers["x-paystack-signature"], expected)) return disbelieved("signed", 401);
  const found = readJson(eventShape, raw.body);
  return believed("signed", found && eventsOf(client, found));
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
  if (subject === "refund") return refundEvents(event, data);
  return [];
}

/** Identified by Paystack's number. A refund that we did not request is found through its payment. */
function refundEvents(event: string, { id, transaction_reference, refund_reference }: EventData): Events {
  const chargeId = transaction_reference ?? undefined;
  if (id !== undefined) return [{ op: "refund", railRef: String(id), chargeId, dedupeKey: `${event}:${id}` }];
  if (!chargeId) return [];
  const dedupeKey = `${event}:${chargeId}:${refund_reference ?? ""}`;
  return [{ op: "charge", ourId: chargeId, railRef: chargeId, dedupeKey }];
}

/** Money that a dispute took back appears in the payment's own status, so that status is read when the dispute ends. */
function disputeEvents(client: Client, event: string, data: EventData, dedupeKey: string): Events {
  const reference = data.transaction?.reference;
  if (!reference) {
    client.anomaly("needs_operator", say("rail_disputes", { id: String(data.id ?? "") }));
    return [];
  }
  const read = disputeShape.safeParse(data);
  const dispute = read.success ? disputeOf(client, read.data) : undefined;
  const about = { ourId: reference, railRef: reference, dedupeKey, dispute };
  if (event === "charge.dispute.resolve") {
    if (data.resolution === "declined") return [{ ...about, op: "dispute_won" }];
    // A callback alone never reverses money: the status is requested from the rail.
    return [{ ...about, dispute: dispute && { ...dispute, state: "open" }, op: "charge" }];
  }
  client.anomaly("needs_operator", say("rail_disputes_one", { reference, id: String(data.id ?? "") }));
  return [{ ...about, op: "dispute_opened" }];
}

const eventShape = z.object({
  event: z.string(),
  data: z.looseObject({
    id: z.union([z.number(), z.string()]).optional(),
    reference: z.string().nullish(),
    transaction_reference: z.string().nullish().catch(null),
    refund_reference: z.string().nullish().catch(null),
    transaction: z.looseObject({ reference: z.string().nullish() }).nullish().catch(null),
    resolution: z.string().nullish().catch(null),
  }),
});
type EventData = z.infer<typeof eventShape>["data"];
