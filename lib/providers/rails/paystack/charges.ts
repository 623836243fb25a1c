import { z } from "zod";
import { networkOf, termsOf } from "@/lib/domain/network";
import type { ChargeRequest, ChargeResult, DisputesResult, Failure, StatusResult } from "../port";
import { fitsDecimals, toHundredths } from "../wire/amounts";
import type { Client } from "../wire/client";
import { listDisputes } from "./disputes";
import { phoneFor, providerOf } from "./networks";
import { refundedElsewhere } from "./refunds";
import {
  envelopeOf,
  isOpenWord,
  pageMs,
  promptMs,
  refusalOf,
  statusOf,
  type Transaction,
  transactionShape,
} from "./statuses";

export async function charge(
  client: Client,
  mailDomain: string,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const refused = problemOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const email = request.payer.email || `payer+${request.attemptId}@${mailDomain}`;
  return request.method === "card" ? openPage(client, request, email) : prompt(client, request, email);
}

/** For a paid transaction, refunds that we did not request count as reversed. */
export async function chargeStatus(client: Client, reference: string, paid = false): Promise<StatusResult> {
  const read = await verify(client, reference);
  if (read.kind !== "found") return read;
  const status = statusOf(client, read.transaction);
  if (!paid || status.kind !== "succeeded") return status;
  const minor = await refundedElsewhere(client, reference, read.transaction);
  if (minor === null) return { kind: "pending" };
  if (minor === 0n) return status;
  const { settlement } = status;
  const amount = { ...settlement.amount, minor };
  return { kind: "reversed", settlement: { ...settlement, amount } };
}

export async function disputes(client: Client, reference: string): Promise<DisputesResult> {
  const read = await verify(client, reference);
  const id = read.kind === "found" ? read.transaction.id : undefined;
  return id === undefined ? { kind: "pending" } : listDisputes(client, reference, id);
}

async function verify(
  client: Client,
  reference: string,
): Promise<{ kind: "found"; transaction: Transaction } | { kind: "not_found" } | { kind: "pending" }> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const said = envelopeOf(client, "GET /transaction/verify", await client.call({ method: "GET", path }));
  if (!said) return { kind: "pending" };
  if (!said.status)
    return said.http < 500 && /reference not found/i.test(said.message)
      ? { kind: "not_found" }
      : { kind: "pending" };
  const found = transactionShape.safeParse(said.data);
  if (found.success && found.data.reference === reference) return { kind: "found", transaction: found.data };
  client.anomaly("unreadable", "GET /transaction/verify: another shape");
  return { kind: "pending" };
}

/**
 * Submits the requested code. The charge is read first, since voucher, phone and birthday go to different endpoints.
 */
export async function submitInput(client: Client, reference: string, value: string): Promise<ChargeResult> {
  const read = await client.call({ method: "GET", path: `/charge/${encodeURIComponent(reference)}` });
  const asked = attemptShape.safeParse(envelopeOf(client, "GET /charge", read)?.data);
  const input = asked.success ? (inputs[asked.data.status] ?? "otp") : "otp";
  const json = { [input]: value.trim(), reference };
  const answer = await client.call({ method: "POST", path: `/charge/submit_${input}`, json, initiate: true });
  const said = envelopeOf(client, `POST /charge/submit_${input}`, answer);
  if (!said) return waiting(client, reference, { uncertain: true });
  const found = attemptShape.safeParse(said.data);
  if (found.success) return resultOf(client, reference, found.data);
  // The code was not accepted: the status of the charge decides.
  const status = await chargeStatus(client, reference);
  if (status.kind !== "pending") return asCharge(client, reference, status);
  return { kind: "requires_input", railRef: reference, input, text: said.message || "Enter the code again." };
}

async function openPage(client: Client, request: ChargeRequest, email: string): Promise<ChargeResult> {
  const { attemptId: reference, amount, returnUrl, cancelUrl } = request;
  const json = {
    email,
    amount: String(toHundredths(amount)),
    currency: amount.currency,
    reference,
    callback_url: returnUrl,
    channels: ["card"],
    metadata: JSON.stringify({
      ...request.metadata,
      cancel_action: cancelUrl,
      started: client.now().toISOString(),
      ...(request.keep ? { keep: "card" } : {}),
    }),
  };
  const answer = await client.call({ method: "POST", path: "/transaction/initialize", json, initiate: true });
  const said = envelopeOf(client, "POST /transaction/initialize", answer);
  if (!said) return waiting(client, reference, { uncertain: true });
  if (!said.status) return refusedOr(client, request, said);
  const found = pageShape.safeParse(said.data);
  const expiresAt = new Date(client.now().getTime() + pageMs);
  if (found.success)
    return { kind: "requires_redirect", railRef: reference, url: found.data.authorization_url, expiresAt };
  client.anomaly("unreadable", "POST /transaction/initialize: no page");
  return waiting(client, reference, { uncertain: true });
}

const pageShape = z.object({ authorization_url: z.url({ protocol: /^https?$/ }) });

async function prompt(client: Client, request: ChargeRequest, email: string): Promise<ChargeResult> {
  const { attemptId: reference, amount, payer, country } = request;
  const json = {
    email,
    amount: toHundredths(amount),
    currency: amount.currency,
    reference,
    mobile_money: {
      phone: phoneFor(payer.phone ?? "", country, "charge"),
      provider: providerOf(payer.network)?.provider,
    },
    metadata: { ...request.metadata, started: client.now().toISOString() },
  };
  const answer = await client.call({ method: "POST", path: "/charge", json, initiate: true });
  const said = envelopeOf(client, "POST /charge", answer);
  if (!said) return waiting(client, reference, { uncertain: true });
  const found = attemptShape.safeParse(said.data);
  if (!found.success) return refusedOr(client, request, said);
  const result = await resultOf(client, reference, found.data);
  const { preAuthCode } = request;
  return result.kind === "requires_input" && preAuthCode
    ? submitInput(client, reference, preAuthCode)
    : result;
}

/** A charge that is under way. */
const attemptShape = z.object({
  status: z.string(),
  message: z.string().nullish(),
  display_text: z.string().nullish(),
  url: z.string().nullish(),
});

const inputs: Record<string, "otp" | "phone" | "birthday"> = {
  send_otp: "otp",
  send_phone: "phone",
  send_birthday: "birthday",
};

async function resultOf(
  client: Client,
  reference: string,
  found: z.infer<typeof attemptShape>,
): Promise<ChargeResult> {
  const { status, display_text, message, url } = found;
  const input = inputs[status];
  const text = display_text ?? undefined;
  if (input) return { kind: "requires_input", railRef: reference, input, text: text ?? "Enter the code." };
  if (status === "open_url" && url) return { kind: "requires_redirect", railRef: reference, url };
  if (status === "failed" || status === "timeout") {
    const failure = refusalOf(client, 200, message || text || status, "mobile_money");
    return { kind: "failed", railRef: reference, failure: { ...failure, railCode: status } };
  }
  if (status === "success") return asCharge(client, reference, await chargeStatus(client, reference));
  if (isOpenWord(status)) return waiting(client, reference, { text });
  client.anomaly("unknown_word", `charge status ${status}`);
  return waiting(client, reference, { uncertain: true });
}

/** If Paystack already has the reference, it is from our own earlier request: its outcome is requested. */
export async function refusedOr(
  client: Client,
  { attemptId, method }: Pick<ChargeRequest, "attemptId" | "method">,
  { http, message, status }: { http: number; message: string; status: boolean },
  what: Parameters<typeof refusalOf>[3] = method,
): Promise<ChargeResult> {
  if (/duplicate/i.test(message)) return asCharge(client, attemptId, await chargeStatus(client, attemptId));
  if (http >= 400 && !status) return { kind: "failed", failure: refusalOf(client, http, message, what) };
  client.anomaly("unreadable", `a charge answered HTTP ${http} without data`);
  return waiting(client, attemptId, { uncertain: true });
}

export function problemOf({
  method,
  amount,
  country,
  payer,
}: Pick<ChargeRequest, "method" | "amount" | "country" | "payer">): Failure | null {
  if (toHundredths(amount) === null || amount.minor <= 0n)
    return { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" };
  if (method === "card") return null;
  const network = networkOf(payer.network ?? "");
  const terms = network && termsOf(network, amount.currency);
  if (method !== "mobile_money" || !providerOf(payer.network) || !terms || network.country !== country)
    return { reason: "rail_misconfigured", railCode: "NO_SUCH_PROVIDER" };
  if (!payer.phone) return { reason: "invalid_phone", railCode: "NO_PHONE" };
  if (fitsDecimals(amount, terms.decimals)) return null;
  return { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
}

export function asCharge(client: Client, reference: string, status: StatusResult): ChargeResult {
  switch (status.kind) {
    case "succeeded":
    case "reversed":
      return { kind: "succeeded", settlement: status.settlement };
    case "failed":
      return { kind: "failed", railRef: reference, failure: status.failure };
    case "pending":
      return waiting(client, reference, {});
    case "not_found":
      return waiting(client, reference, { uncertain: true });
  }
}

export function waiting(
  client: Client,
  railRef: string,
  { uncertain, text }: { uncertain?: boolean; text?: string },
): Extract<ChargeResult, { kind: "pending" }> {
  return {
    kind: "pending",
    railRef,
    ...(uncertain ? { uncertain } : {}),
    prompt: { type: uncertain ? "wait" : "pin_push", text },
    pollAfterMs: 10_000,
    expiresAt: new Date(client.now().getTime() + promptMs),
  };
}
