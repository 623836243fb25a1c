import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { networkOf, termsOf } from "@/lib/domain/network";
import type { Failure, PayoutRequest, RefundRequest, TransferResult } from "../port";
import { feeFromMajor, fitsDecimals, shortMajor } from "../wire/amounts";
import { digitsOf, plainText } from "../wire/text";
import { type MtnMomoConfig, type Product, wireCurrencyOf } from "./product";
import {
  callbackTo,
  isDuplicate,
  isUnknown,
  networkCodeOf,
  refusalOf,
  stateShape,
  tellMisconfigured,
  transferOf,
} from "./statuses";

type TransferOp = "payout" | "refund";

const paths: Record<TransferOp, string> = {
  payout: "/disbursement/v1_0/transfer",
  refund: "/disbursement/v1_0/refund",
};

export async function payout(
  product: Product,
  config: MtnMomoConfig,
  request: PayoutRequest,
): Promise<TransferResult> {
  const refused = problemOf(config, request);
  if (refused) return { kind: "failed", failure: refused };
  const { payoutId, amount, narration, callbackUrl, to } = request;
  const words = plainText(narration, { min: 1, max: 60, instead: "Payout" });
  const phone = to.type === "mobile_money" ? to.phone : "";
  return send(product, "payout", payoutId, callbackUrl, {
    amount: shortMajor(amount),
    currency: wireCurrencyOf(config),
    externalId: payoutId,
    payee: { partyIdType: "MSISDN", partyId: digitsOf(phone) },
    payerMessage: words,
    payeeNote: words,
  });
}

/** Refunds to the wallet that paid, from the disbursement balance. */
export async function refund(
  product: Product,
  config: MtnMomoConfig,
  request: RefundRequest,
): Promise<TransferResult> {
  const { refundId, attemptId, amount } = request;
  const words = plainText(request.reason ?? "", { min: 1, max: 60, instead: "Refund" });
  return send(product, "refund", refundId, config.callbackUrl, {
    amount: shortMajor(amount),
    currency: wireCurrencyOf(config),
    externalId: refundId,
    payerMessage: words,
    payeeNote: words,
    referenceIdToRefund: attemptId,
  });
}

export async function transferStatus(product: Product, op: TransferOp, id: string): Promise<TransferResult> {
  const answer = await product.call({ method: "GET", path: `${paths[op]}/${id}` });
  if (answer.kind === "lost") return open(id);
  if (isUnknown(answer)) return { kind: "not_found" };
  if (answer.status === 404)
    product.anomaly("unreadable", `GET ${paths[op]}: 404 from somebody else than MTN MoMo`);
  if (answer.status >= 400) return open(id);
  const found = stateShape.safeParse(answer.body);
  if (found.success && (found.data.externalId ?? id) === id) return transferOf(product, op, id, found.data);
  product.anomaly("unreadable", `GET ${paths[op]}: another shape`);
  return open(id);
}

export async function balance(product: Product, config: MtnMomoConfig): Promise<Money[]> {
  const answer = await product.call({ method: "GET", path: `/${product.name}/v1_0/account/balance` });
  const found = balanceShape.safeParse(answer.kind === "answer" && answer.status < 400 ? answer.body : null);
  if (!found.success) throw new Error("The balance at MTN could not be read.");
  const { availableBalance, currency } = found.data;
  const held = feeFromMajor(
    availableBalance,
    currency === wireCurrencyOf(config) ? config.currency : currency,
  );
  return held ? [held] : [];
}

const balanceShape = z.object({
  availableBalance: z.union([z.string(), z.number()]),
  currency: z.string(),
});

/** The reference is our id, so that a repeated call is one transfer. */
async function send(
  product: Product,
  op: TransferOp,
  id: string,
  callbackUrl: string,
  json: Record<string, unknown>,
): Promise<TransferResult> {
  const headers = { "x-reference-id": id, "x-callback-url": callbackTo(callbackUrl, op, id) };
  const answer = await product.call({ method: "POST", path: paths[op], headers, json, initiate: true });
  if (answer.kind === "lost") {
    tellMisconfigured(product, answer);
    return open(id);
  }
  if (answer.status < 300) return { kind: "pending", railRef: id };
  if (isDuplicate(answer)) return transferStatus(product, op, id);
  if (answer.status >= 400) return { kind: "failed", failure: refusalOf(product, op, answer) };
  product.anomaly("unreadable", `POST ${paths[op]}: HTTP ${answer.status}`);
  return open(id);
}

function problemOf(config: MtnMomoConfig, { amount, country, to }: PayoutRequest): Failure | null {
  if (to.type !== "mobile_money") return { reason: "rail_misconfigured", railCode: "NO_BANKS" };
  const network = networkOf(to.network);
  const terms = network && termsOf(network, amount.currency);
  const isOurs = country === config.country && amount.currency === config.currency;
  if (!terms || !isOurs || to.network !== networkCodeOf(config))
    return { reason: "rail_misconfigured", railCode: "OUTSIDE_THE_CONTRACT" };
  if (fitsDecimals(amount, terms.decimals)) return null;
  return { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
}

function open(id: string): TransferResult {
  return { kind: "pending", railRef: id, uncertain: true };
}
