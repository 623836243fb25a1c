import { z } from "zod";
import { networkOf } from "@/lib/domain/network";
import type { ChargeRequest, ChargeResult, Failure, StatusResult } from "../port";
import { fitsDecimals, shortMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { digitsOf, plainText } from "../wire/text";
import { decimalsOf, providerOf } from "./networks";
import { failureOf, failureShape, openWords, operationShape, statusOf } from "./statuses";

export const promptTtlSeconds = 180;

/** Prompts the payer. The deposit's id is the attempt's id, so that a repeated call is one deposit. */
export async function charge(client: Client, request: ChargeRequest, waitMs: number): Promise<ChargeResult> {
  const refused = refusalOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const json = bodyOf(request);
  const answer = await client.call({ method: "POST", path: "/v2/deposits", json, initiate: true });
  if (answer.kind === "lost") return waiting(client, request.attemptId, true);
  const said = saidShape.safeParse(answer.body);
  if (!said.success) {
    client.anomaly("unreadable", `POST /v2/deposits: HTTP ${answer.status} in another shape`);
    return waiting(client, request.attemptId, true);
  }
  const { status, failureReason, nextStep } = said.data;
  if (status === "REJECTED" || (answer.status >= 400 && failureReason))
    return { kind: "failed", failure: failureOf(client, "charge", failureReason) };
  if (status === "DUPLICATE_IGNORED" || nextStep === "GET_AUTH_URL")
    return asCharge(
      client,
      request.attemptId,
      await settledOrLink(client, request.attemptId, nextStep, waitMs),
    );
  if (status && openWords.has(status)) return waiting(client, request.attemptId, false);
  client.anomaly("unknown_word", `deposit answered ${status ?? "nothing"}`);
  return waiting(client, request.attemptId, true);
}

export async function chargeStatus(client: Client, id: string): Promise<StatusResult> {
  const answer = await client.call({ method: "GET", path: `/v2/deposits/${id}` });
  if (answer.kind === "lost" || answer.status >= 400) return { kind: "pending" };
  const found = envelopeShape.safeParse(answer.body);
  if (!found.success) {
    client.anomaly("unreadable", "GET /v2/deposits: another shape");
    return { kind: "pending" };
  }
  if (found.data.status === "NOT_FOUND") return { kind: "not_found" };
  const { data } = found.data;
  return data && data.depositId === id ? statusOf(client, id, data) : { kind: "pending" };
}

export const saidShape = z.object({
  status: z.string().optional(),
  nextStep: z.string().optional(),
  failureReason: failureShape.nullish(),
});

/** The envelope of every answer to a read. */
export const envelopeShape = z.object({ status: z.string(), data: operationShape.nullish() });

/** Problems that are known before the payer is prompted. */
function refusalOf({ method, amount, country, payer, preAuthCode }: ChargeRequest): Failure | null {
  const network = networkOf(payer.network ?? "");
  const provider = providerOf(payer.network);
  if (method !== "mobile_money" || !provider || network?.country !== country)
    return { reason: "rail_misconfigured", railCode: "NO_SUCH_PROVIDER" };
  if (!payer.phone) return { reason: "invalid_phone", railCode: "NO_PHONE" };
  if (!fitsDecimals(amount, decimalsOf(provider, "charge", amount.currency)))
    return { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
  if (network.auth === "otp_first" && network.code === "orange_bf" && !preAuthCode)
    return { reason: "otp_incorrect", railCode: "NO_PRE_AUTHORISATION_CODE" };
  return null;
}

function bodyOf(request: ChargeRequest) {
  const { payer, amount, preAuthCode } = request;
  const isPage = networkOf(payer.network ?? "")?.auth === "redirect";
  return {
    depositId: request.attemptId,
    amount: shortMajor(amount),
    currency: amount.currency,
    payer: {
      type: "MMO",
      accountDetails: {
        phoneNumber: digitsOf(payer.phone ?? ""),
        provider: providerOf(payer.network)?.provider,
      },
    },
    customerMessage: plainText(request.description, { min: 4, max: 22, instead: "Payment" }),
    clientReferenceId: request.attemptId,
    ...(preAuthCode ? { preAuthorisationCode: preAuthCode } : {}),
    ...(isPage ? { successfulUrl: request.returnUrl, failedUrl: request.cancelUrl } : {}),
    metadata: Object.entries(request.metadata)
      .slice(0, 10)
      .map(([key, value]) => ({ [key]: value })),
  };
}

const linkTries = 6;

/** The page of Wave is created a moment after the deposit; a repeated deposit has its own outcome already. */
async function settledOrLink(
  client: Client,
  id: string,
  nextStep: string | undefined,
  waitMs: number,
): Promise<StatusResult> {
  let status = await chargeStatus(client, id);
  for (let tries = 1; nextStep === "GET_AUTH_URL" && tries < linkTries; tries += 1) {
    if (status.kind !== "pending" || status.redirectUrl) break;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    status = await chargeStatus(client, id);
  }
  return status;
}

function asCharge(client: Client, id: string, status: StatusResult): ChargeResult {
  switch (status.kind) {
    case "succeeded":
    case "reversed":
      return { kind: "succeeded", settlement: status.settlement };
    case "failed":
      return { kind: "failed", railRef: id, failure: status.failure };
    case "pending":
      if (status.redirectUrl) return { kind: "requires_redirect", railRef: id, url: status.redirectUrl };
      return waiting(client, id, false);
    case "not_found":
      return waiting(client, id, true);
  }
}

function waiting(client: Client, id: string, uncertain: boolean): ChargeResult {
  return {
    kind: "pending",
    railRef: id,
    ...(uncertain ? { uncertain } : {}),
    prompt: { type: uncertain ? "wait" : "pin_push" },
    pollAfterMs: 3_000,
    expiresAt: new Date(client.now().getTime() + promptTtlSeconds * 1000),
  };
}
