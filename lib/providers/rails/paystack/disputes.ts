import { z } from "zod";
import type { DisputesResult, RailDispute } from "../port";
import { fromHundredths } from "../wire/amounts";
import type { Client } from "../wire/client";
import { envelopeOf } from "./statuses";

export const disputeShape = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string().nullish(),
  resolution: z.string().nullish().catch(null),
  refund_amount: z.coerce.number().nullish().catch(null),
  currency: z.string().nullish(),
  category: z.string().nullish(),
  dueAt: z.string().nullish(),
  due_at: z.string().nullish(),
  createdAt: z.string().nullish(),
  created_at: z.string().nullish(),
  transaction: z.looseObject({ reference: z.string().nullish() }).nullish().catch(null),
});

/** A dispute as Paystack reports it. It names no fee of its own. */
export function disputeOf(client: Client, found: z.infer<typeof disputeShape>): RailDispute {
  const { id, currency, refund_amount, category } = found;
  const amount = currency && refund_amount ? fromHundredths(refund_amount, currency) : null;
  return {
    ref: id,
    state: stateOf(client, found),
    amount: amount ?? undefined,
    reason: category ?? undefined,
    openedAt: timeOf(found.createdAt ?? found.created_at),
    dueAt: timeOf(found.dueAt ?? found.due_at),
  };
}

/** All disputes of a transaction, which is identified by Paystack's own number. */
export async function listDisputes(
  client: Client,
  reference: string,
  transaction: number,
): Promise<DisputesResult> {
  const path = `/dispute?${new URLSearchParams({ transaction: String(transaction), perPage: "50" })}`;
  const said = envelopeOf(client, "GET /dispute", await client.call({ method: "GET", path }));
  const list = z.array(disputeShape).safeParse(said?.status ? said.data : null);
  if (!list.success) return { kind: "pending" };
  const ours = list.data.filter((one) => one.transaction?.reference === reference);
  return { kind: "known", disputes: ours.map((one) => disputeOf(client, one)) };
}

/** A resolved dispute that was not declined goes back to the payer, whoever accepted it. */
function stateOf(client: Client, { status, resolution }: z.infer<typeof disputeShape>): RailDispute["state"] {
  if (status === "resolved" || (!status && resolution)) {
    if (resolution === "declined") return "won";
    return resolution === "merchant-accepted" ? "accepted" : "lost";
  }
  if (status && !/^(awaiting-merchant-feedback|awaiting-bank-feedback|pending|archived)$/.test(status))
    client.anomaly("unknown_word", `dispute status ${status}`);
  return "open";
}

function timeOf(text: string | null | undefined): Date | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
