import { networkOf, termsOf } from "@/lib/domain/network";
import type { ChargeRequest, ChargeResult, Failure, StatusResult } from "../port";
import { fitsDecimals, shortMajor } from "../wire/amounts";
import { digitsOf, plainText } from "../wire/text";
import { type MtnMomoConfig, type Product, wireCurrencyOf } from "./product";
import {
  callbackTo,
  isDuplicate,
  isUnknown,
  networkCodeOf,
  refusalOf,
  stateShape,
  statusOf,
  tellMisconfigured,
} from "./statuses";

/** As long as MTN waits for the payer. */
export const promptTtlSeconds = 300;

const path = "/collection/v1_0/requesttopay";

/** Prompts the payer. The reference is the attempt's id, so that a repeated call is one request. */
export async function charge(
  product: Product,
  config: MtnMomoConfig,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const refused = problemOf(config, request);
  if (refused) return { kind: "failed", failure: refused };
  const { attemptId, amount, payer, description, callbackUrl } = request;
  const words = plainText(description, { min: 1, max: 60, instead: "Payment" });
  const answer = await product.call({
    method: "POST",
    path,
    headers: { "x-reference-id": attemptId, "x-callback-url": callbackTo(callbackUrl, "charge", attemptId) },
    json: {
      amount: shortMajor(amount),
      currency: wireCurrencyOf(config),
      externalId: attemptId,
      payer: { partyIdType: "MSISDN", partyId: digitsOf(payer.phone ?? "") },
      payerMessage: words,
      payeeNote: words,
    },
    initiate: true,
  });
  if (answer.kind === "lost") {
    tellMisconfigured(product, answer);
    return waiting(product, attemptId, true);
  }
  if (answer.status < 300) return waiting(product, attemptId, false);
  if (isDuplicate(answer))
    return asCharge(product, attemptId, await chargeStatus(product, config, attemptId));
  if (answer.status >= 400) return { kind: "failed", failure: refusalOf(product, "charge", answer) };
  product.anomaly("unreadable", `POST ${path}: HTTP ${answer.status}`);
  return waiting(product, attemptId, true);
}

export async function chargeStatus(
  product: Product,
  config: MtnMomoConfig,
  id: string,
): Promise<StatusResult> {
  const answer = await product.call({ method: "GET", path: `${path}/${id}` });
  if (answer.kind === "lost") return { kind: "pending" };
  if (isUnknown(answer)) return { kind: "not_found" };
  if (answer.status === 404)
    product.anomaly("unreadable", `GET ${path}: 404 from somebody else than MTN MoMo`);
  if (answer.status >= 400) return { kind: "pending" };
  const found = stateShape.safeParse(answer.body);
  if (found.success && (found.data.externalId ?? id) === id) return statusOf(product, config, id, found.data);
  product.anomaly("unreadable", `GET ${path}: another shape`);
  return { kind: "pending" };
}

/** Problems that are known before the payer is prompted. */
function problemOf(config: MtnMomoConfig, { method, amount, country, payer }: ChargeRequest): Failure | null {
  const code = networkCodeOf(config);
  const network = networkOf(code ?? "");
  const terms = network && termsOf(network, amount.currency);
  const isOurs = country === config.country && amount.currency === config.currency;
  if (method !== "mobile_money" || !terms || !isOurs || payer.network !== code)
    return { reason: "rail_misconfigured", railCode: "OUTSIDE_THE_CONTRACT" };
  if (!payer.phone) return { reason: "invalid_phone", railCode: "NO_PHONE" };
  if (fitsDecimals(amount, terms.decimals)) return null;
  return { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
}

function asCharge(product: Product, id: string, status: StatusResult): ChargeResult {
  switch (status.kind) {
    case "succeeded":
    case "reversed":
      return { kind: "succeeded", settlement: status.settlement };
    case "failed":
      return { kind: "failed", railRef: id, failure: status.failure };
    case "pending":
      return waiting(product, id, false);
    case "not_found":
      return waiting(product, id, true);
  }
}

function waiting(product: Product, id: string, uncertain: boolean): ChargeResult {
  return {
    kind: "pending",
    railRef: id,
    ...(uncertain ? { uncertain } : {}),
    prompt: { type: uncertain ? "wait" : "pin_push" },
    pollAfterMs: 3_000,
    expiresAt: new Date(product.now().getTime() + promptTtlSeconds * 1000),
  };
}
