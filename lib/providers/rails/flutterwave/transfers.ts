import { z } from "zod";
import { networkOf, termsOf } from "@/lib/domain/network";
import type { PayoutRequest, RefundRequest, TransferResult } from "../port";
import type { EnvelopeClient } from "../wire/client";
import { accountFailure, refusalOf } from "../wire/failure-text";
import { failed, type State, transferBy, unsure, wordsBy } from "../wire/results";
import { dayOf, digitsOf, fitsDecimals, noteOf, plainText, shortMajor } from "../wire/text";
import { transactionOf } from "./lists";
import { flutterwaveNetwork } from "./networks";
import { idShape, transferOf, transferShape } from "./statuses";

/**
 * One reference, the payout's id, is one transfer. Flutterwave does not promise that, so an existing transfer is
 * searched first: it is not sent again, and while the list cannot be read, nothing is sent.
 */
export async function payout(
  client: EnvelopeClient,
  senderName: string,
  request: PayoutRequest,
): Promise<TransferResult> {
  const { payoutId, amount, to } = request;
  const account = accountOf(request);
  if (!account) return failed("rail_misconfigured", "NO_SUCH_RECIPIENT");
  if (!fitsDecimals(amount, account.decimals)) return failed("amount_out_of_range", "TOO_MANY_DECIMALS");
  const before = await findTransfer(client, payoutId);
  if (before.kind !== "not_found") return before;
  const isMpesa = to.type === "mobile_money" && to.network === "mpesa_ke";
  const said = await client.post("/transfers", {
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
  });
  if (!said) return unsure(payoutId);
  const found = transferShape.safeParse(said.data);
  if (said.isGood && found.success) return transferOf(client, found.data);
  if (/duplicate|already|unique/i.test(said.message)) return payoutStatus(client, payoutId);
  if (said.http >= 400)
    return { kind: "failed", failure: accountFailure(to.type, refusalOf(client, said, "payout")) };
  client.anomaly("unreadable", "POST /transfers: another shape");
  return unsure(payoutId);
}

export async function payoutStatus(client: EnvelopeClient, payoutId: string): Promise<TransferResult> {
  const found = await findTransfer(client, payoutId);
  // Keys that are refused now prove nothing about transfers sent with them before.
  return found.kind === "failed" && found.railRef === undefined ? unsure(payoutId) : found;
}

/** `failed` without a reference: the keys are refused, so nothing can be read and nothing was sent. */
async function findTransfer(client: EnvelopeClient, payoutId: string): Promise<TransferResult> {
  const said = await client.get("/transfers", { reference: payoutId });
  if (!said) return unsure(payoutId);
  if (said.http === 401 || said.http === 403)
    return { kind: "failed", failure: refusalOf(client, said, "payout") };
  if (!said.isGood && /no transfer|not found/i.test(said.message)) return { kind: "not_found" };
  const list = z.array(transferShape).safeParse(said.isGood ? said.data : null).data;
  if (!list) {
    const why = said.isGood ? "another shape" : `HTTP ${said.http} for no reason that is known`;
    client.anomaly("unreadable", `GET /transfers: ${why}`);
    return unsure(payoutId);
  }
  const found = list.find(({ reference }) => reference === payoutId);
  if (found) return transferOf(client, found);
  // Other transfers under this reference mean that we misread the list.
  return list.length === 0 ? { kind: "not_found" } : unsure(payoutId);
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

/**
 * Flutterwave refunds a transaction by its own number and stores none of our ids, so our id goes into the comment.
 * Recent refunds are searched first: an existing refund is not repeated, and when the list cannot be read, none is
 * sent. A refund that has no number of Flutterwave's yet is found again by its comment.
 */
export async function refund(
  client: EnvelopeClient,
  { refundId, attemptId, amount }: RefundRequest,
): Promise<TransferResult> {
  const id = (await transactionOf(client, attemptId))?.id;
  if (id === undefined) return unsure();
  const before = await findRefund(client, refundId, id);
  if (before.kind !== "not_found") return before;
  const json = { amount: Number(shortMajor(amount)), comments: noteOf(refundId) };
  const said = await client.post(`/transactions/${id}/refund`, json);
  if (!said) return unsure();
  const found = refundShape.safeParse(said.data);
  if (said.isGood && found.success) return refundOf(client, found.data);
  if (said.http >= 400) return { kind: "failed", failure: refusalOf(client, said, "refund") };
  client.anomaly("unreadable", "POST /refund: another shape");
  return unsure();
}

export async function refundStatus(
  client: EnvelopeClient,
  ref: { refundId: string; railRef?: string; charge?: { attemptId: string } },
): Promise<TransferResult> {
  if (!ref.railRef) {
    const paid = ref.charge && (await transactionOf(client, ref.charge.attemptId));
    return paid ? findRefund(client, ref.refundId, paid.id) : unsure();
  }
  const found = await client.read(refundShape, `/refunds/${encodeURIComponent(ref.railRef)}`);
  return found ? refundOf(client, found) : unsure(ref.railRef);
}

const refundShape = z.object({
  id: idShape,
  tx_id: idShape.nullish(),
  transaction_id: idShape.nullish(),
  status: z.string(),
  comments: z.string().nullish(),
});

const pagesMax = 10;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/** A refund of this transaction without a comment may be ours: then the outcome stays open. */
async function findRefund(client: EnvelopeClient, refundId: string, id: string): Promise<TransferResult> {
  const nowMs = client.now().getTime();
  const [from, to] = [dayOf(nowMs - weekMs), dayOf(nowMs + weekMs / 7)];
  for (let page = 1; page <= pagesMax; page += 1) {
    const list = await client.read(z.array(refundShape), "/refunds", { from, to, page: String(page) });
    if (!list) return unsure();
    const ours = list.filter((one) => (one.tx_id ?? one.transaction_id) === id);
    const found = ours.find(({ comments }) => comments?.includes(noteOf(refundId)));
    if (found) return refundOf(client, found);
    if (ours.some(({ comments }) => !comments)) return unsure();
    if (list.length === 0) return { kind: "not_found" };
  }
  return unsure();
}

const refundWords = wordsBy<State>({
  paid: "completed",
  failed: "failed",
  open: "new pending processing pending-momo",
});

/** What follows "completed" is the way that the money took. */
function refundOf(client: EnvelopeClient, { id, status }: z.infer<typeof refundShape>): TransferResult {
  const word = status.startsWith("completed") ? "completed" : status;
  const failure = () => ({ reason: "unknown" as const, railCode: status });
  return transferBy(client, "refund", refundWords, word, { railRef: id, failure });
}
