import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import type {
  ChargeRequest,
  ChargeResult,
  Failure,
  PayoutRequest,
  RefundRequest,
  StatusResult,
  TransferResult,
} from "../port";
import { type Answer, readOrThrow } from "../wire/client";
import { contractProblem, failed, promptFor, unsure } from "../wire/results";
import { digitsOf, feeFromMajor, plainText, shortMajor } from "../wire/text";
import { type MtnMomoConfig, type Product, wireCurrencyOf } from "./product";
import {
  callbackTo,
  isDuplicate,
  isUnknown,
  networkCodeOf,
  type Op,
  type Operation,
  operationShape,
  refusalOf,
  statusOf,
  tellMisconfigured,
  transferOf,
} from "./statuses";

/** As long as MTN waits for the payer. */
const promptTtlSeconds = 300;
const { waiting, asCharge } = promptFor({ ttlMs: promptTtlSeconds * 1000, pollAfterMs: 3_000 });

const paths: Record<Op, string> = {
  charge: "/collection/v1_0/requesttopay",
  payout: "/disbursement/v1_0/transfer",
  refund: "/disbursement/v1_0/refund",
};

/** Prompts the payer. The reference is the attempt's id, so that a repeated call is one request. */
export async function charge(
  product: Product,
  config: MtnMomoConfig,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const { attemptId, method, amount, country, payer, description, callbackUrl } = request;
  const { phone } = payer;
  const network = method === "mobile_money" ? payer.network : undefined;
  const refused = contractProblem(config, networkCodeOf(config), { amount, country, network, phone });
  if (refused) return { kind: "failed", failure: refused };
  const words = plainText(description, { min: 1, max: 60, instead: "Payment" });
  const said = await ask(product, "charge", attemptId, callbackUrl, {
    amount: shortMajor(amount),
    currency: wireCurrencyOf(config),
    externalId: attemptId,
    payer: { partyIdType: "MSISDN", partyId: digitsOf(phone ?? "") },
    payerMessage: words,
    payeeNote: words,
  });
  if (said === "duplicate")
    return asCharge(product, attemptId, await chargeStatus(product, config, attemptId));
  if (typeof said === "object") return { kind: "failed", failure: said };
  return waiting(product, attemptId, { uncertain: said === "unknown" });
}

export async function chargeStatus(
  product: Product,
  config: MtnMomoConfig,
  id: string,
): Promise<StatusResult> {
  const found = await read(product, "charge", id);
  if (found === "not_found") return { kind: "not_found" };
  return found ? statusOf(product, config, id, found) : { kind: "pending" };
}

/** Asks for an operation under an id of ours: MTN took it, has it already, refused it, or nobody knows. */
async function ask(
  product: Product,
  op: Op,
  id: string,
  callbackUrl: string,
  json: Record<string, unknown>,
): Promise<"taken" | "duplicate" | "unknown" | Failure> {
  const path = paths[op];
  const headers = { "x-reference-id": id, "x-callback-url": callbackTo(callbackUrl, op, id) };
  const answer: Answer = await product.call({ method: "POST", path, headers, json, initiate: true });
  if (answer.kind === "lost") {
    tellMisconfigured(product, answer);
    return "unknown";
  }
  if (answer.status < 300) return "taken";
  if (isDuplicate(answer)) return "duplicate";
  if (answer.status >= 400) return refusalOf(product, op, answer);
  product.anomaly("unreadable", `POST ${path}: HTTP ${answer.status}`);
  return "unknown";
}

/** An operation of ours. Null: it is unknown now. */
async function read(product: Product, op: Op, id: string): Promise<Operation | "not_found" | null> {
  const answer = await product.call({ method: "GET", path: `${paths[op]}/${id}` });
  if (answer.kind === "lost") return null;
  if (isUnknown(answer)) return "not_found";
  if (answer.status === 404)
    product.anomaly("unreadable", `GET ${paths[op]}: 404 from somebody else than MTN MoMo`);
  if (answer.status >= 400) return null;
  const found = operationShape.safeParse(answer.body).data;
  if (found && (found.externalId ?? id) === id) return found;
  product.anomaly("unreadable", `GET ${paths[op]}: another shape`);
  return null;
}

export async function payout(
  product: Product,
  config: MtnMomoConfig,
  request: PayoutRequest,
): Promise<TransferResult> {
  const { payoutId, amount, country, narration, callbackUrl, to } = request;
  if (to.type !== "mobile_money") return failed("rail_misconfigured", "NO_BANKS");
  const refused = contractProblem(config, networkCodeOf(config), { amount, country, ...to });
  if (refused) return { kind: "failed", failure: refused };
  const words = plainText(narration, { min: 1, max: 60, instead: "Payout" });
  return send(product, "payout", payoutId, callbackUrl, {
    amount: shortMajor(amount),
    currency: wireCurrencyOf(config),
    externalId: payoutId,
    payee: { partyIdType: "MSISDN", partyId: digitsOf(to.phone) },
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

export async function transferStatus(
  product: Product,
  op: "payout" | "refund",
  id: string,
): Promise<TransferResult> {
  const found = await read(product, op, id);
  if (found === "not_found") return { kind: "not_found" };
  return found ? transferOf(product, op, id, found) : unsure(id);
}

export async function balance(product: Product, config: MtnMomoConfig): Promise<Money[]> {
  const path = `/${product.name}/v1_0/account/balance`;
  const { availableBalance, currency } = await readOrThrow(product, "balance", path, balanceShape);
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
  op: "payout" | "refund",
  id: string,
  callbackUrl: string,
  json: Record<string, unknown>,
): Promise<TransferResult> {
  const said = await ask(product, op, id, callbackUrl, json);
  if (said === "duplicate") return transferStatus(product, op, id);
  if (said === "taken") return { kind: "pending", railRef: id };
  return said === "unknown" ? unsure(id) : { kind: "failed", failure: said };
}
