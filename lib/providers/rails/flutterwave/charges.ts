import { z } from "zod";
import { networkOf, termsOf } from "@/lib/domain/network";
import type { ChargeRequest, ChargeResult, Failure, StatusResult } from "../port";
import type { EnvelopeClient, Said } from "../wire/client";
import { refusalOf } from "../wire/failure-text";
import { promptFor, walletProblem } from "../wire/results";
import { digitsOf, fitsDecimals, plainText, shortMajor } from "../wire/text";
import { flutterwaveNetwork } from "./networks";
import { statusOf, transactionShape } from "./statuses";

const promptTtlSeconds = 300;
const { waiting, asCharge } = promptFor({ ttlMs: promptTtlSeconds * 1000, pollAfterMs: 5_000 });
const pageMinutes = 30;
/** Extra time after the page ends, for a payer who pays at the last moment. */
const pageGraceMs = 5 * 60 * 1000;

/** Charges that this process is requesting now: Flutterwave accepts one reference as often as it is sent. */
export type InFlight = Map<string, Promise<ChargeResult>>;

export function charge(
  client: EnvelopeClient,
  mailDomain: string,
  inFlight: InFlight,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const { attemptId } = request;
  const already = inFlight.get(attemptId);
  if (already) return already;
  const asking = chargeOnce(client, mailDomain, request).finally(() => inFlight.delete(attemptId));
  inFlight.set(attemptId, asking);
  return asking;
}

/** `railRef` is our reference, with the end of its page after an @ where it has one. */
export async function chargeStatus(
  client: EnvelopeClient,
  { attemptId, railRef }: { attemptId: string; railRef?: string },
): Promise<StatusResult> {
  const said = await verify(client, attemptId);
  if (!said) return { kind: "pending" };
  const status = readStatus(client, attemptId, railRef ?? attemptId, said);
  if (status.kind !== "not_found") return status;
  // While nobody has paid on the page, Flutterwave has no transaction.
  const endsMs = Number(/@(\d+)$/.exec(railRef ?? "")?.[1] ?? Number.NaN) * 1000;
  if (Number.isNaN(endsMs)) return status;
  if (client.now().getTime() <= endsMs + pageGraceMs) return { kind: "pending" };
  return { kind: "failed", failure: { reason: "not_approved_in_time", railCode: "NO_TRANSACTION" } };
}

/** An earlier charge under this id is reported, not repeated. While its state is unknown, no charge is sent. */
async function chargeOnce(
  client: EnvelopeClient,
  mailDomain: string,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const refused = problemOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const { attemptId } = request;
  const said = await verify(client, attemptId);
  if (!said) return waiting(client, attemptId, { uncertain: true });
  if (said.http === 401 || said.http === 403)
    return { kind: "failed", failure: refusalOf(client, said, request.method) };
  const status = readStatus(client, attemptId, attemptId, said);
  if (!said.isGood && status.kind === "pending") return waiting(client, attemptId, { uncertain: true });
  if (status.kind !== "not_found") return asCharge(client, attemptId, status);
  const email = request.payer.email || `payer+${attemptId}@${mailDomain}`;
  return request.method === "card" ? openPage(client, request, email) : prompt(client, request, email);
}

async function openPage(
  client: EnvelopeClient,
  request: ChargeRequest,
  email: string,
): Promise<ChargeResult> {
  const { attemptId, amount, payer, description } = request;
  const json = {
    tx_ref: attemptId,
    amount: Number(shortMajor(amount)),
    currency: amount.currency,
    redirect_url: request.returnUrl,
    payment_options: "card",
    customer: { email, name: payer.name, phonenumber: payer.phone && digitsOf(payer.phone) },
    // Only one attempt: a failure on the page is reported as failed, and must stay so.
    configuration: { session_duration: pageMinutes, max_retry_attempt: 1 },
    customizations: { description: plainText(description, { min: 1, max: 100, instead: "Payment" }) },
    meta: request.metadata,
  };
  const said = await client.post("/payments", json);
  if (!said) return waiting(client, attemptId, { uncertain: true });
  if (!said.isGood) return refusedOr(client, request, said);
  const found = linkShape.safeParse(said.data);
  if (found.success) {
    const expiresAt = new Date(client.now().getTime() + pageMinutes * 60_000);
    const railRef = `${attemptId}@${Math.floor(expiresAt.getTime() / 1000)}`;
    return { kind: "requires_redirect", railRef, url: found.data.link, expiresAt };
  }
  client.anomaly("unreadable", "POST /payments: no link");
  return waiting(client, attemptId, { uncertain: true });
}

const pageUrl = z.url({ protocol: /^https?$/ });
const linkShape = z.object({ link: pageUrl });

async function prompt(client: EnvelopeClient, request: ChargeRequest, email: string): Promise<ChargeResult> {
  const { attemptId, amount, payer, country, preAuthCode } = request;
  const network = flutterwaveNetwork(payer.network);
  const json = {
    tx_ref: attemptId,
    amount: shortMajor(amount),
    currency: amount.currency,
    email,
    phone_number: digitsOf(payer.phone ?? ""),
    network: network?.name,
    fullname: payer.name,
    redirect_url: request.returnUrl,
    order_id: attemptId,
    ...(network?.type === "mobile_money_franco" ? { country } : {}),
    ...(preAuthCode ? { voucher: preAuthCode } : {}),
  };
  const said = await client.post(`/charges?type=${network?.type}`, json);
  if (!said) return waiting(client, attemptId, { uncertain: true });
  if (!said.isGood) return refusedOr(client, request, said);
  const page = pageShape.safeParse(said.meta);
  if (page.success)
    return { kind: "requires_redirect", railRef: attemptId, url: page.data.authorization.redirect };
  const found = transactionShape.safeParse(said.data);
  if (!found.success) return waiting(client, attemptId);
  return asCharge(client, attemptId, statusOf(client, attemptId, found.data));
}

const pageShape = z.object({ authorization: z.object({ mode: z.literal("redirect"), redirect: pageUrl }) });

function refusedOr(client: EnvelopeClient, request: ChargeRequest, said: Said): ChargeResult {
  if (said.http >= 400 && !/duplicate/i.test(said.message))
    return { kind: "failed", failure: refusalOf(client, said, request.method) };
  client.anomaly("unreadable", `a charge answered HTTP ${said.http} without success`);
  return waiting(client, request.attemptId, { uncertain: true });
}

export function verify(client: EnvelopeClient, txRef: string): Promise<Said | null> {
  return client.get("/transactions/verify_by_reference", { tx_ref: txRef });
}

function readStatus(client: EnvelopeClient, txRef: string, railRef: string, said: Said): StatusResult {
  if (!said.isGood) {
    if (/no transaction|transaction (was )?not found/i.test(said.message)) return { kind: "not_found" };
    client.anomaly("unreadable", `GET /transactions: HTTP ${said.http} for no reason that is known`);
    return { kind: "pending" };
  }
  const found = transactionShape.safeParse(said.data);
  if (found.success && found.data.tx_ref === txRef) return statusOf(client, railRef, found.data);
  client.anomaly("unreadable", "GET /transactions: another shape");
  return { kind: "pending" };
}

function problemOf({ method, amount, country, payer, preAuthCode }: ChargeRequest): Failure | null {
  if (!fitsDecimals(amount, 2)) return { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" };
  if (method === "card") return null;
  const { phone } = payer;
  const network = method === "mobile_money" ? payer.network : undefined;
  const problem = walletProblem({ amount, country, network, phone }, "NO_SUCH_NETWORK", (row) =>
    flutterwaveNetwork(row.code) ? termsOf(row, amount.currency)?.decimals : null,
  );
  if (problem || networkOf(network ?? "")?.auth !== "otp_first" || preAuthCode) return problem;
  return { reason: "otp_incorrect", railCode: "NO_VOUCHER" };
}
