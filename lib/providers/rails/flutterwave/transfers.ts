import { z } from "zod";
import { networkOf, termsOf } from "@/lib/domain/network";
import type { PayoutRequest, TransferResult } from "../port";
import { fitsDecimals, shortMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { digitsOf, plainText } from "../wire/text";
import { flutterwaveNetwork } from "./networks";
import { envelopeOf, refusalOf, transferOf, transferShape } from "./statuses";

/**
 * One reference, the payout's id, is one transfer. Flutterwave does not promise that, so an existing transfer is
 * searched first: it is not sent again, and while the list cannot be read, nothing is sent.
 */
export async function payout(
  client: Client,
  senderName: string,
  request: PayoutRequest,
): Promise<TransferResult> {
  const { payoutId, amount, to } = request;
  const account = accountOf(request);
  if (!account)
    return { kind: "failed", failure: { reason: "rail_misconfigured", railCode: "NO_SUCH_RECIPIENT" } };
  if (!fitsDecimals(amount, account.decimals))
    return { kind: "failed", failure: { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" } };
  const before = await findTransfer(client, payoutId);
  if (before.kind !== "not_found") return before;
  const isMpesa = to.type === "mobile_money" && to.network === "mpesa_ke";
  const json = {
    ...account.fields,
    amount: Number(shortMajor(amount)),
    currency: amount.currency,
    debit_currency: amount.currency,
    beneficiary_name: to.name,
    reference: payoutId,
    narration: plainText(request.narration, { min: 1, max: 60, instead: "Payout" }),
    callback_url: request.callbackUrl,
    ...(isMpesa
      ? { meta: { sender: senderName, sender_country: "KE", mobile_number: digitsOf(to.phone) } }
      : {}),
  };
  const answer = await client.call({ method: "POST", path: "/transfers", json, initiate: true });
  const said = envelopeOf(client, "POST /transfers", answer);
  if (!said) return open(payoutId);
  const found = transferShape.safeParse(said.data);
  if (said.isGood && found.success) return transferOf(client, found.data);
  if (/duplicate|already|unique/i.test(said.message)) return payoutStatus(client, payoutId);
  if (said.http >= 400)
    return { kind: "failed", failure: bankFailure(to.type, refusalOf(client, said, "payout")) };
  client.anomaly("unreadable", "POST /transfers: another shape");
  return open(payoutId);
}

export async function payoutStatus(client: Client, payoutId: string): Promise<TransferResult> {
  const found = await findTransfer(client, payoutId);
  // Keys that are refused now prove nothing about transfers sent with them before.
  return found.kind === "failed" && found.railRef === undefined ? open(payoutId) : found;
}

/** `failed` without a reference: the keys are refused, so nothing can be read and nothing was sent. */
async function findTransfer(client: Client, payoutId: string): Promise<TransferResult> {
  const path = `/transfers?${new URLSearchParams({ reference: payoutId })}`;
  const said = envelopeOf(client, "GET /transfers", await client.call({ method: "GET", path }));
  if (!said) return open(payoutId);
  if (said.http === 401 || said.http === 403)
    return { kind: "failed", failure: refusalOf(client, said, "payout") };
  if (!said.isGood) {
    if (/no transfer|not found/i.test(said.message)) return { kind: "not_found" };
    client.anomaly("unreadable", `GET /transfers: HTTP ${said.http} for no reason that is known`);
    return open(payoutId);
  }
  const list = z.array(transferShape).safeParse(said.data);
  if (!list.success) {
    client.anomaly("unreadable", "GET /transfers: another shape");
    return open(payoutId);
  }
  const found = list.data.find(({ reference }) => reference === payoutId);
  if (found) return transferOf(client, found);
  // Other transfers under this reference mean that we misread the list.
  return list.data.length === 0 ? { kind: "not_found" } : open(payoutId);
}

function bankFailure(type: "bank" | "mobile_money", failure: ReturnType<typeof refusalOf>) {
  const isAccount = type === "bank" && failure.reason === "recipient_not_found";
  return isAccount ? { ...failure, reason: "account_invalid" as const } : failure;
}

function accountOf({ to, country, amount }: PayoutRequest) {
  if (to.type === "bank") {
    const { bankCode, accountNumber, branchCode } = to;
    const branch = branchCode ? { destination_branch_code: branchCode } : {};
    return { decimals: 2, fields: { account_bank: bankCode, account_number: accountNumber, ...branch } };
  }
  const network = networkOf(to.network);
  const account_bank = flutterwaveNetwork(to.network)?.accountBank;
  if (!network || network.country !== country || !account_bank) return null;
  const decimals = termsOf(network, amount.currency)?.decimals ?? 0;
  return { decimals, fields: { account_bank, account_number: digitsOf(to.phone) } };
}

function open(railRef: string): TransferResult {
  return { kind: "pending", railRef, uncertain: true };
}
