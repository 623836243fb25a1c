import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import type { Failure, PayoutRequest, RefundRequest, TransferResult } from "../port";
import { feeFromMajor, fitsDecimals, shortMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { digitsOf, plainText } from "../wire/text";
import { envelopeShape, saidShape } from "./charges";
import { decimalsOf, providerOf } from "./networks";
import { failureOf, openWords, transferOf } from "./statuses";

export async function payout(client: Client, request: PayoutRequest): Promise<TransferResult> {
  const refused = refusalOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const { payoutId, amount, to } = request;
  const phone = to.type === "mobile_money" ? to.phone : "";
  const provider = to.type === "mobile_money" ? providerOf(to.network)?.provider : undefined;
  return send(client, "payout", payoutId, {
    payoutId,
    amount: shortMajor(amount),
    currency: amount.currency,
    recipient: { type: "MMO", accountDetails: { phoneNumber: digitsOf(phone), provider } },
    customerMessage: plainText(request.narration, { min: 4, max: 22, instead: "Payout" }),
    clientReferenceId: payoutId,
  });
}

export async function refund(client: Client, request: RefundRequest): Promise<TransferResult> {
  const { refundId, attemptId, amount } = request;
  return send(client, "refund", refundId, {
    refundId,
    depositId: attemptId,
    amount: shortMajor(amount),
    currency: amount.currency,
  });
}

export async function transferStatus(
  client: Client,
  op: "payout" | "refund",
  id: string,
): Promise<TransferResult> {
  const answer = await client.call({ method: "GET", path: `/v2/${op}s/${id}` });
  if (answer.kind === "lost" || answer.status >= 400) return open(id);
  const found = envelopeShape.safeParse(answer.body);
  if (!found.success) {
    client.anomaly("unreadable", `GET /v2/${op}s: another shape`);
    return open(id);
  }
  if (found.data.status === "NOT_FOUND") return { kind: "not_found" };
  const { data } = found.data;
  return data && data[`${op}Id`] === id ? transferOf(client, op, id, data) : open(id);
}

/**
 * The balance at pawaPay, summed by currency. Its wallets are per country, so only the rail knows which one is short.
 */
export async function balance(client: Client): Promise<Money[]> {
  const answer = await client.call({ method: "GET", path: "/v2/wallet-balances" });
  const found = balancesShape.safeParse(answer.kind === "answer" ? answer.body : null);
  if (!found.success) throw new Error("The balances of pawaPay could not be read.");
  const sums = new Map<string, bigint>();
  for (const { balance: held, currency } of found.data.balances) {
    const money = feeFromMajor(held, currency);
    if (money) sums.set(currency, (sums.get(currency) ?? 0n) + money.minor);
  }
  return [...sums].map(([currency, minor]) => ({ minor, currency }));
}

const balancesShape = z.object({
  balances: z.array(z.object({ balance: z.string(), currency: z.string() })),
});

function refusalOf({ amount, country, to }: PayoutRequest): Failure | null {
  if (to.type !== "mobile_money") return { reason: "rail_misconfigured", railCode: "NO_BANKS" };
  const provider = providerOf(to.network);
  if (!provider || networkOf(to.network)?.country !== country)
    return { reason: "rail_misconfigured", railCode: "NO_SUCH_PROVIDER" };
  if (fitsDecimals(amount, decimalsOf(provider, "payout", amount.currency))) return null;
  return { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
}

/** The id is ours, so that a repeated call is one transfer. */
async function send(
  client: Client,
  op: "payout" | "refund",
  id: string,
  json: Record<string, unknown>,
): Promise<TransferResult> {
  const answer = await client.call({ method: "POST", path: `/v2/${op}s`, json, initiate: true });
  if (answer.kind === "lost") return open(id);
  const said = saidShape.safeParse(answer.body);
  if (!said.success) {
    client.anomaly("unreadable", `POST /v2/${op}s: HTTP ${answer.status} in another shape`);
    return open(id);
  }
  const { status, failureReason } = said.data;
  if (status === "REJECTED" || (answer.status >= 400 && failureReason))
    return { kind: "failed", failure: failureOf(client, op, failureReason) };
  if (status === "DUPLICATE_IGNORED") return transferStatus(client, op, id);
  if (status === "ENQUEUED") return { kind: "pending", railRef: id, queued: true };
  if (status && openWords.has(status)) return { kind: "pending", railRef: id };
  client.anomaly("unknown_word", `${op} answered ${status ?? "nothing"}`);
  return open(id);
}

function open(id: string): TransferResult {
  return { kind: "pending", railRef: id, uncertain: true };
}
