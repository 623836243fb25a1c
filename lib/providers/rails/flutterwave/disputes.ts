import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import type { DisputesResult, FoundDispute, RailDispute } from "../port";
import { fromMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { envelopeOf, transactionShape } from "./statuses";

const idShape = z.union([z.number(), z.string()]).transform(String);
const chargebackShape = z.object({
  id: idShape,
  amount: z.union([z.number(), z.string()]),
  status: z.string(),
  comment: z.string().nullish(),
  due_date: z.string().nullish(),
  created_at: z.string().nullish(),
  tx_ref: z.string().nullish(),
});
type Chargeback = z.infer<typeof chargebackShape>;

// Requested one by one: without a status, the list may contain only the lost ones.
const statuses = ["initiated", "declined", "won", "lost", "accepted"] as const;

/** Every chargeback of a charge. Its amount is in the currency of the payment, and no fee is named. */
export async function disputes(client: Client, attemptId: string): Promise<DisputesResult> {
  const path = `/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: attemptId })}`;
  const said = envelopeOf(client, "GET /transactions", await client.call({ method: "GET", path }));
  const found = transactionShape.safeParse(said?.isGood ? said.data : null);
  if (!found.success || found.data.tx_ref !== attemptId || !found.data.flw_ref) return { kind: "pending" };
  const { flw_ref, currency } = found.data;
  const told: RailDispute[] = [];
  for (const status of statuses) {
    const list = await chargebacks(client, { flw_ref, status });
    if (!list) return { kind: "pending" };
    const ours = list.filter(({ tx_ref }) => tx_ref === attemptId);
    told.push(...ours.map((one) => disputeOf(client, one, fromMajor(one.amount, currency))));
  }
  return { kind: "known", disputes: told };
}

const monthMs = 31 * 24 * 60 * 60 * 1000;
const pagesMax = 10;

/** Recent disputes that are not answered: no callback reports them. */
export async function newDisputes(client: Client): Promise<FoundDispute[]> {
  const nowMs = client.now().getTime();
  const [from, to] = [dayOf(nowMs - monthMs), dayOf(nowMs + monthMs / 31)];
  const found: FoundDispute[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const list = await chargebacks(client, { status: "initiated", from, to, page: String(page) });
    if (!list || list.length === 0) break;
    for (const one of list)
      if (one.tx_ref) found.push({ attemptId: one.tx_ref, dispute: disputeOf(client, one, null) });
  }
  return found;
}

async function chargebacks(client: Client, query: Record<string, string>): Promise<Chargeback[] | null> {
  const path = `/chargebacks?${new URLSearchParams(query)}`;
  const said = envelopeOf(client, "GET /chargebacks", await client.call({ method: "GET", path }));
  const list = z.array(chargebackShape).safeParse(said?.isGood ? said.data : null);
  return list.success ? list.data : null;
}

function disputeOf(client: Client, found: Chargeback, amount: Money | null): RailDispute {
  const { id, comment, created_at, due_date } = found;
  return {
    ref: id,
    state: stateOf(client, found.status),
    amount: amount ?? undefined,
    reason: comment ?? undefined,
    openedAt: timeOf(created_at),
    dueAt: timeOf(due_date),
  };
}

/** `declined` is our own answer: the bank has not decided yet. */
function stateOf(client: Client, status: string): RailDispute["state"] {
  if (status === "won" || status === "lost" || status === "accepted") return status;
  if (!/^(initiated|pending|declined)$/.test(status))
    client.anomaly("unknown_word", `chargeback status ${status}`);
  return "open";
}

function timeOf(text: string | null | undefined): Date | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
