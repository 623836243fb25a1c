import { z } from "zod";
import { termsOf } from "@/lib/domain/network";
import type { ForgetResult } from "../kept-card";
import type {
  ChargeRequest,
  ChargeResult,
  DisputesResult,
  Failure,
  KeptChargeRequest,
  StatusResult,
} from "../port";
import type { EnvelopeClient, Said } from "../wire/client";
import { reasonOfText, refusalOf } from "../wire/failure-text";
import { promptFor, walletProblem } from "../wire/results";
import { toHundredths } from "../wire/text";
import { listDisputes } from "./lists";
import { phoneFor, providerOf } from "./networks";
import {
  isOpenWord,
  pageMs,
  promptMs,
  readToken,
  statusOf,
  type Transaction,
  transactionShape,
} from "./statuses";
import { refundedElsewhere } from "./transfers";

const { waiting, asCharge } = promptFor({ ttlMs: promptMs, pollAfterMs: 10_000 });

export async function charge(
  client: EnvelopeClient,
  mailDomain: string,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const refused = problemOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const email = request.payer.email || `payer+${request.attemptId}@${mailDomain}`;
  return request.method === "card" ? openPage(client, request, email) : prompt(client, request, email);
}

/** For a paid transaction, refunds that we did not request count as reversed. */
export async function chargeStatus(
  client: EnvelopeClient,
  reference: string,
  paid = false,
): Promise<StatusResult> {
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

export async function disputes(client: EnvelopeClient, reference: string): Promise<DisputesResult> {
  const read = await verify(client, reference);
  const id = read.kind === "found" ? read.transaction.id : undefined;
  return id === undefined ? { kind: "pending" } : listDisputes(client, reference, id);
}

async function verify(
  client: EnvelopeClient,
  reference: string,
): Promise<{ kind: "found"; transaction: Transaction } | { kind: "not_found" } | { kind: "pending" }> {
  const said = await client.get(`/transaction/verify/${encodeURIComponent(reference)}`);
  if (!said?.isGood) {
    const isUnknown = said && said.http < 500 && /reference not found/i.test(said.message);
    return { kind: isUnknown ? "not_found" : "pending" };
  }
  const found = transactionShape.safeParse(said.data).data;
  if (found?.reference === reference) return { kind: "found", transaction: found };
  client.anomaly("unreadable", "GET /transaction/verify: another shape");
  return { kind: "pending" };
}

/**
 * Submits the requested code. The charge is read first, since voucher, phone and birthday go to different endpoints.
 */
export async function submitInput(
  client: EnvelopeClient,
  reference: string,
  value: string,
): Promise<ChargeResult> {
  const read = await client.get(`/charge/${encodeURIComponent(reference)}`);
  const asked = attemptShape.safeParse(read?.data);
  const input = asked.success ? (inputs[asked.data.status] ?? "otp") : "otp";
  const json = { [input]: value.trim(), reference };
  const said = await client.post(`/charge/submit_${input}`, json);
  if (!said) return waiting(client, reference, { uncertain: true });
  const found = attemptShape.safeParse(said.data);
  if (found.success) return resultOf(client, reference, found.data);
  // The code was not accepted: the status of the charge decides.
  const status = await chargeStatus(client, reference);
  if (status.kind !== "pending") return asCharge(client, reference, status);
  return { kind: "requires_input", railRef: reference, input, text: said.message || "Enter the code again." };
}

async function openPage(
  client: EnvelopeClient,
  request: ChargeRequest,
  email: string,
): Promise<ChargeResult> {
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
  const said = await client.post("/transaction/initialize", json);
  if (!said) return waiting(client, reference, { uncertain: true });
  if (!said.isGood) return refusedOr(client, request, said);
  const found = pageShape.safeParse(said.data);
  const expiresAt = new Date(client.now().getTime() + pageMs);
  if (found.success)
    return { kind: "requires_redirect", railRef: reference, url: found.data.authorization_url, expiresAt };
  client.anomaly("unreadable", "POST /transaction/initialize: no page");
  return waiting(client, reference, { uncertain: true });
}

const pageShape = z.object({ authorization_url: z.url({ protocol: /^https?$/ }) });

async function prompt(client: EnvelopeClient, request: ChargeRequest, email: string): Promise<ChargeResult> {
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
  const said = await client.post("/charge", json);
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
  client: EnvelopeClient,
  reference: string,
  found: z.infer<typeof attemptShape>,
): Promise<ChargeResult> {
  const { status, display_text, message, url } = found;
  const input = inputs[status];
  const text = display_text ?? undefined;
  if (input) return { kind: "requires_input", railRef: reference, input, text: text ?? "Enter the code." };
  if (status === "open_url" && url) return { kind: "requires_redirect", railRef: reference, url };
  if (status === "failed" || status === "timeout") {
    const failure = refusalOf(client, { http: 200, message: message || text || status }, "mobile_money");
    return { kind: "failed", railRef: reference, failure: { ...failure, railCode: status } };
  }
  if (status === "success") return asCharge(client, reference, await chargeStatus(client, reference));
  if (isOpenWord(status)) return waiting(client, reference, { text });
  client.anomaly("unknown_word", `charge status ${status}`);
  return waiting(client, reference, { uncertain: true });
}

/** If Paystack already has the reference, it is from our own earlier request: its outcome is requested. */
async function refusedOr(
  client: EnvelopeClient,
  { attemptId, method }: Pick<ChargeRequest, "attemptId" | "method">,
  said: Said,
  what: Parameters<typeof refusalOf>[2] = method,
): Promise<ChargeResult> {
  if (/duplicate/i.test(said.message))
    return asCharge(client, attemptId, await chargeStatus(client, attemptId));
  if (said.http >= 400 && !said.isGood) return { kind: "failed", failure: refusalOf(client, said, what) };
  client.anomaly("unreadable", `a charge answered HTTP ${said.http} without data`);
  return waiting(client, attemptId, { uncertain: true });
}

function problemOf({
  method,
  amount,
  country,
  payer,
}: Pick<ChargeRequest, "method" | "amount" | "country" | "payer">): Failure | null {
  if (toHundredths(amount) === null || amount.minor <= 0n)
    return { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" };
  if (method === "card") return null;
  const { phone } = payer;
  const network = method === "mobile_money" ? payer.network : undefined;
  return walletProblem({ amount, country, network, phone }, "NO_SUCH_PROVIDER", (row) =>
    providerOf(row.code) ? termsOf(row, amount.currency)?.decimals : null,
  );
}

/**
 * Charges an authorization (POST /transaction/charge_authorization). After a lost answer only the status is read: the
 * reference is our id, but a second charge is never tried blindly.
 */
export async function chargeKept(client: EnvelopeClient, request: KeptChargeRequest): Promise<ChargeResult> {
  const refused = problemOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const token = readToken(request.token);
  if (!token)
    return { kind: "failed", failure: { reason: "card_not_supported", railCode: "UNREADABLE_TOKEN" } };
  const { attemptId: reference, amount } = request;
  const json = {
    authorization_code: token.authorization,
    email: token.email,
    amount: toHundredths(amount),
    currency: amount.currency,
    reference,
    // Paystack's advice for scheduled charges.
    queue: true,
    metadata: JSON.stringify({
      ...request.metadata,
      cancel_action: request.cancelUrl,
      started: client.now().toISOString(),
      kept: "card",
    }),
  };
  const said = await client.post("/transaction/charge_authorization", json);
  if (!said) return waiting(client, reference, { uncertain: true });
  const paused = pausedShape.safeParse(said.data).data;
  if (paused) {
    const expiresAt = new Date(client.now().getTime() + pageMs);
    return { kind: "requires_redirect", railRef: reference, url: paused.authorization_url, expiresAt };
  }
  const charged = chargedShape.safeParse(said.data).data;
  return charged ? keptResultOf(client, reference, charged) : refusedOr(client, request, said, "kept_card");
}

/** The bank asks for the payer, at Paystack's page. */
const pausedShape = z.object({
  paused: z.literal(true),
  authorization_url: z.url({ protocol: /^https?$/ }),
});

const chargedShape = z.object({
  status: z.string(),
  message: z.string().nullish(),
  gateway_response: z.string().nullish(),
});

async function keptResultOf(
  client: EnvelopeClient,
  reference: string,
  { status, message, gateway_response }: z.infer<typeof chargedShape>,
): Promise<ChargeResult> {
  if (status === "failed") {
    const railMessage = message || gateway_response || status;
    const reason = reasonOfText(railMessage, "kept_card");
    return { kind: "failed", railRef: reference, failure: { reason, railCode: status, railMessage } };
  }
  if (status === "success") return asCharge(client, reference, await chargeStatus(client, reference));
  if (isOpenWord(status)) return { ...waiting(client, reference), prompt: { type: "wait" } };
  client.anomaly("unknown_word", `charge status ${status}`);
  return waiting(client, reference, { uncertain: true });
}

/** Paystack answers 404 where it does not know the authorization (any more). */
export async function forget(client: EnvelopeClient, text: string): Promise<ForgetResult> {
  const token = readToken(text);
  if (!token) return { kind: "forgotten" };
  const json = { authorization_code: token.authorization };
  const said = await client.post("/customer/authorization/deactivate", json, { initiate: false });
  if (!said) return { kind: "pending" };
  return said.isGood || said.http === 404 ? { kind: "forgotten" } : { kind: "pending" };
}
