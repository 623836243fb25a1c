import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import type {
  ChargeRequest,
  ChargeResult,
  Failure,
  PayoutRequest,
  RefundRequest,
  StatusResult,
  TransferResult,
} from "../port";
import type { Client } from "../wire/client";
import { failed, promptFor, unsure, walletProblem } from "../wire/results";
import { digitsOf, feeFromMajor, plainText, shortMajor } from "../wire/text";
import { decimalsOf, providerOf } from "./networks";
import {
  failureOf,
  failureShape,
  isTaken,
  type Operation,
  operationShape,
  statusOf,
  transferOf,
} from "./statuses";

const promptTtlSeconds = 180;
const { waiting, asCharge } = promptFor({ ttlMs: promptTtlSeconds * 1000, pollAfterMs: 3_000 });

/** Prompts the payer. The deposit's id is the attempt's id, so that a repeated call is one deposit. */
export async function charge(client: Client, request: ChargeRequest, waitMs: number): Promise<ChargeResult> {
  const failure = chargeProblem(request);
  if (failure) return { kind: "failed", failure };
  const id = request.attemptId;
  const said = await ask(client, "deposit", bodyOf(request));
  if (!said) return waiting(client, id, { uncertain: true });
  const { status, nextStep } = said;
  if (said.isRefused) return { kind: "failed", failure: failureOf(client, "charge", said.failureReason) };
  if (status === "DUPLICATE_IGNORED" || nextStep === "GET_AUTH_URL")
    return settledOrLink(client, id, nextStep, waitMs);
  if (isTaken(status)) return waiting(client, id);
  client.anomaly("unknown_word", `deposit answered ${status ?? "nothing"}`);
  return waiting(client, id, { uncertain: true });
}

export async function chargeStatus(client: Client, id: string): Promise<StatusResult> {
  const found = await read(client, "deposit", id);
  if (found === "not_found") return { kind: "not_found" };
  return found ? statusOf(client, id, found) : { kind: "pending" };
}

type Op = "deposit" | "payout" | "refund";

/** Asks for an operation under an id of ours. Null: the outcome is unknown. */
async function ask(client: Client, op: Op, json: Record<string, unknown>) {
  const path = `/v2/${op}s`;
  const answer = await client.call({ method: "POST", path, json, initiate: true });
  if (answer.kind === "lost") return null;
  const said = saidShape.safeParse(answer.body).data;
  if (!said) {
    client.anomaly("unreadable", `POST ${path}: HTTP ${answer.status} in another shape`);
    return null;
  }
  const isRefused = said.status === "REJECTED" || (answer.status >= 400 && Boolean(said.failureReason));
  return { ...said, isRefused };
}

const saidShape = z.object({
  status: z.string().optional(),
  nextStep: z.string().optional(),
  failureReason: failureShape.nullish(),
});

/** An operation of ours. Null: it is unknown now. */
async function read(client: Client, op: Op, id: string): Promise<Operation | "not_found" | null> {
  const answer = await client.call({ method: "GET", path: `/v2/${op}s/${id}` });
  if (answer.kind === "lost" || answer.status >= 400) return null;
  const found = envelopeShape.safeParse(answer.body).data;
  if (!found) client.anomaly("unreadable", `GET /v2/${op}s: another shape`);
  if (found?.status === "NOT_FOUND") return "not_found";
  return found?.data?.[`${op}Id`] === id ? found.data : null;
}

/** The envelope of every answer to a read. */
const envelopeShape = z.object({ status: z.string(), data: operationShape.nullish() });

/** Problems that are known before the payer is prompted. */
function chargeProblem({ method, amount, country, payer, preAuthCode }: ChargeRequest): Failure | null {
  const network = method === "mobile_money" ? payer.network : undefined;
  const problem = problemOf("charge", { amount, country, network, phone: payer.phone });
  if (problem || network !== "orange_bf" || preAuthCode) return problem;
  return { reason: "otp_incorrect", railCode: "NO_PRE_AUTHORISATION_CODE" };
}

function problemOf(op: "charge" | "payout", wallet: Parameters<typeof walletProblem>[0]): Failure | null {
  const provider = providerOf(wallet.network);
  return walletProblem(wallet, "NO_SUCH_PROVIDER", () =>
    provider ? decimalsOf(provider, op, wallet.amount.currency) : null,
  );
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
): Promise<ChargeResult> {
  let status = await chargeStatus(client, id);
  for (let tries = 1; nextStep === "GET_AUTH_URL" && tries < linkTries; tries += 1) {
    if (status.kind !== "pending" || status.redirectUrl) break;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    status = await chargeStatus(client, id);
  }
  return asCharge(client, id, status);
}

export async function payout(client: Client, request: PayoutRequest): Promise<TransferResult> {
  const { payoutId, amount, country, to } = request;
  if (to.type !== "mobile_money") return failed("rail_misconfigured", "NO_BANKS");
  const failure = problemOf("payout", { amount, country, ...to });
  if (failure) return { kind: "failed", failure };
  const provider = providerOf(to.network)?.provider;
  return send(client, "payout", payoutId, {
    payoutId,
    amount: shortMajor(amount),
    currency: amount.currency,
    recipient: { type: "MMO", accountDetails: { phoneNumber: digitsOf(to.phone), provider } },
    customerMessage: plainText(request.narration, { min: 4, max: 22, instead: "Payout" }),
    clientReferenceId: payoutId,
  });
}

export async function refund(client: Client, request: RefundRequest): Promise<TransferResult> {
  const { refundId, attemptId, amount } = request;
  return send(client, "refund", refundId, {
    refundId,
    depositId: attemptId,
    amount: shortMajor(amount),
    currency: amount.currency,
  });
}

export async function transferStatus(
  client: Client,
  op: "payout" | "refund",
  id: string,
): Promise<TransferResult> {
  const found = await read(client, op, id);
  if (found === "not_found") return { kind: "not_found" };
  return found ? transferOf(client, op, id, found) : unsure(id);
}

/**
 * The balance at pawaPay, summed by currency. Its wallets are per country, so only the rail knows which one is short.
 */
export async function balance(client: Client): Promise<Money[]> {
  const answer = await client.call({ method: "GET", path: "/v2/wallet-balances" });
  const found = balancesShape.safeParse(answer.kind === "answer" ? answer.body : null);
  if (!found.success) throw new Error("The balances of pawaPay could not be read.");
  const sums = new Map<string, bigint>();
  for (const { balance: held, currency } of found.data.balances) {
    const money = feeFromMajor(held, currency);
    if (money) sums.set(currency, (sums.get(currency) ?? 0n) + money.minor);
  }
  return [...sums].map(([currency, minor]) => ({ minor, currency }));
}

const balancesShape = z.object({
  balances: z.array(z.object({ balance: z.string(), currency: z.string() })),
});

/** The id is ours, so that a repeated call is one transfer. */
async function send(
  client: Client,
  op: "payout" | "refund",
  id: string,
  json: Record<string, unknown>,
): Promise<TransferResult> {
  const said = await ask(client, op, json);
  if (!said) return unsure(id);
  const { status } = said;
  if (said.isRefused) return { kind: "failed", failure: failureOf(client, op, said.failureReason) };
  if (status === "DUPLICATE_IGNORED") return transferStatus(client, op, id);
  if (status === "ENQUEUED") return { kind: "pending", railRef: id, queued: true };
  if (isTaken(status)) return { kind: "pending", railRef: id };
  client.anomaly("unknown_word", `${op} answered ${status ?? "nothing"}`);
  return unsure(id);
}
