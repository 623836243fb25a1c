import { createHmac } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import { believed, disbelieved, isSame, readJson } from "../wire/results";

/** The callback carries a static secret, which does not prove its body: it is only a hint to poll. */
export function parseCallback(webhookHash: string, raw: RawCallback): CallbackVerdict {
  if (!isAuthentic(webhookHash, raw)) return disbelieved("shared_secret", 401);
  const found = readJson(bodyShape, raw.body);
  return believed("shared_secret", found && eventsOf(found));
}

/** The newer header, which signs the body with the same secret, is accepted too. */
function isAuthentic(webhookHash: string, { headers, body }: RawCallback): boolean {
  if (webhookHash === "") return false;
  const signature = createHmac("sha256", webhookHash).update(body).digest("base64");
  return isSame(headers["verif-hash"], webhookHash) || isSame(headers["flutterwave-signature"], signature);
}

const idShape = z.union([z.number(), z.string()]);
const bodyShape = z.union([
  z.object({
    event: z.string(),
    data: z.object({
      id: idShape.optional(),
      status: z.string().optional(),
      tx_ref: z.string().optional(),
      reference: z.string().optional(),
    }),
  }),
  // Callbacks of refunds have a different shape.
  z.object({ id: idShape, AmountRefunded: z.unknown(), status: z.string() }),
]);

function eventsOf(found: z.infer<typeof bodyShape>): CallbackVerdict["events"] {
  if (!("event" in found)) {
    if (found.AmountRefunded === undefined) return [];
    return [{ op: "refund", railRef: String(found.id), dedupeKey: `refund:${found.id}:${found.status}` }];
  }
  const { event, data } = found;
  const dedupeKey = `${event}:${data.id ?? ""}:${data.status ?? ""}`;
  if (event === "charge.completed" && data.tx_ref) return [{ op: "charge", ourId: data.tx_ref, dedupeKey }];
  if (event === "transfer.completed" && data.reference)
    return [{ op: "payout", ourId: data.reference, dedupeKey }];
  return [];
}
