import { z } from "zod";
import type { PayoutRequest, TransferResult } from "../port";
import { toHundredths } from "../wire/amounts";
import type { Client } from "../wire/client";
import { plainText } from "../wire/text";
import { bankTypeOf, phoneFor, providerOf } from "./networks";
import { envelopeOf, refusalOf, transferOf } from "./statuses";

/** Creates a recipient, then the transfer, whose reference is the payout's id: a repeated call is the same transfer. */
export async function payout(client: Client, request: PayoutRequest): Promise<TransferResult> {
  const { payoutId, amount, to } = request;
  const recipient = recipientOf(request);
  const hundredths = toHundredths(amount);
  if (!recipient)
    return { kind: "failed", failure: { reason: "rail_misconfigured", railCode: "NO_SUCH_RECIPIENT" } };
  if (hundredths === null || hundredths <= 0)
    return { kind: "failed", failure: { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" } };
  const made = await client.call({
    method: "POST",
    path: "/transferrecipient",
    json: recipient,
    initiate: true,
  });
  const madeSaid = envelopeOf(client, "POST /transferrecipient", made);
  if (!madeSaid) return open(payoutId);
  const code = recipientShape.safeParse(madeSaid.data);
  if (!madeSaid.status && madeSaid.http >= 400) {
    const failure = refusalOf(client, madeSaid.http, madeSaid.message, "payout");
    const isWrongAccount = to.type === "bank" && failure.reason === "recipient_not_found";
    return { kind: "failed", failure: isWrongAccount ? { ...failure, reason: "account_invalid" } : failure };
  }
  if (!code.success) return open(payoutId);
  const json = {
    source: "balance",
    amount: hundredths,
    recipient: code.data.recipient_code,
    reference: payoutId,
    reason: plainText(request.narration, { min: 1, max: 60, instead: "Payout" }),
    currency: amount.currency,
  };
  const answer = await client.call({ method: "POST", path: "/transfer", json, initiate: true });
  return sentResult(client, payoutId, envelopeOf(client, "POST /transfer", answer));
}

export async function payoutStatus(client: Client, payoutId: string): Promise<TransferResult> {
  const path = `/transfer/verify/${encodeURIComponent(payoutId)}`;
  const said = envelopeOf(client, "GET /transfer/verify", await client.call({ method: "GET", path }));
  if (!said) return open(payoutId);
  if (!said.status)
    return /not found/i.test(said.message) && said.http < 500 ? { kind: "not_found" } : open(payoutId);
  const found = transferShape.safeParse(said.data);
  if (found.success) return transferOf(client, payoutId, { ...found.data, reason: reasonIn(found.data) });
  client.anomaly("unreadable", "GET /transfer/verify: another shape");
  return open(payoutId);
}

async function sentResult(
  client: Client,
  payoutId: string,
  said: ReturnType<typeof envelopeOf>,
): Promise<TransferResult> {
  if (!said) return open(payoutId);
  const found = transferShape.safeParse(said.data);
  if (said.status && found.success)
    return transferOf(client, payoutId, { ...found.data, reason: reasonIn(found.data) });
  if (/duplicate|unique reference|already/i.test(said.message)) return payoutStatus(client, payoutId);
  if (said.http >= 400)
    return { kind: "failed", failure: refusalOf(client, said.http, said.message, "payout") };
  client.anomaly("unreadable", "POST /transfer: another shape");
  return open(payoutId);
}

const recipientShape = z.object({ recipient_code: z.string().min(1) });

const transferShape = z.object({
  status: z.string(),
  failures: z.unknown().optional(),
  gateway_response: z.string().nullish(),
});

function reasonIn({ failures, gateway_response }: z.infer<typeof transferShape>): string {
  return gateway_response ?? (typeof failures === "string" ? failures : "");
}

function recipientOf({ to, country, amount }: PayoutRequest): Record<string, string> | null {
  const { currency } = amount;
  if (to.type === "bank") {
    const bank = bankTypeOf(country);
    if (bank?.currency !== currency) return null;
    const { name, accountNumber, bankCode } = to;
    return { type: bank.type, name, account_number: accountNumber, bank_code: bankCode, currency };
  }
  const bankCode = providerOf(to.network)?.bankCode;
  if (!bankCode) return null;
  const account_number = phoneFor(to.phone, country, "payout");
  return { type: "mobile_money", name: to.name, account_number, bank_code: bankCode, currency };
}

function open(railRef: string): TransferResult {
  return { kind: "pending", railRef, uncertain: true };
}
