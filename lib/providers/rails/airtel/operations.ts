import { randomUUID } from "node:crypto";
import type { Money } from "@/lib/domain/money";
import type {
  ChargeRequest,
  ChargeResult,
  Failure,
  PayoutRequest,
  RefundRequest,
  Settlement,
  StatusResult,
  TransferResult,
} from "../port";
import { contractProblem, failed, promptFor, statusBy, transferBy, unsure } from "../wire/results";
import { plainText, shortMajor } from "../wire/text";
import { type Airtel, type AirtelConfig, encryptedPin, nationalOf } from "./client";
import {
  amountIn,
  failureOf,
  isRefusal,
  meaningIn,
  type Op,
  type Said,
  saidIn,
  wireIdOf,
  words,
} from "./statuses";

/** Airtel does not say how long a prompt stays; its own advice is to ask after one to three minutes. */
const promptTtlSeconds = 180;
const { waiting, asCharge } = promptFor({ ttlMs: promptTtlSeconds * 1000, pollAfterMs: 3_000 });

type ChargeRef = { attemptId: string; asked?: { amount: Money } };

/** Message signing came with newer versions of some of the APIs. */
const payoutPath = "/standard/v3/disbursements";
const paths = {
  plain: { charge: "/merchant/v1/payments/", refund: "/standard/v1/payments/refund", payout: payoutPath },
  signed: { charge: "/merchant/v2/payments/", refund: "/standard/v2/payments/refund", payout: payoutPath },
};
const enquiryPaths = { charge: "/standard/v1/payments", payout: payoutPath };

function pathOf({ config }: Airtel, op: Op): string {
  return paths[config.signs ? "signed" : "plain"][op];
}

/** Prompts the payer. A reference that Airtel has already is answered with an error: then we ask what became of it. */
export async function charge(airtel: Airtel, request: ChargeRequest): Promise<ChargeResult> {
  const { country, currency } = airtel.config;
  const { attemptId, amount, payer, description } = request;
  const refused = chargeProblem(airtel.config, request);
  if (refused) return { kind: "failed", failure: refused };
  const said = await send(airtel, "charge", {
    reference: plainText(description, { min: 4, max: 64, instead: "Payment" }),
    subscriber: { country, currency, msisdn: nationalOf(country, payer.phone ?? "") },
    transaction: { amount: Number(shortMajor(amount)), country, currency, id: wireIdOf("charge", attemptId) },
  });
  if (said === "duplicate") {
    const status = await chargeStatus(airtel, { attemptId, asked: { amount } });
    return asCharge(airtel, attemptId, status);
  }
  if (typeof said === "object" && "reason" in said) return { kind: "failed", failure: said };
  return waiting(airtel, attemptId, { uncertain: typeof said === "string" });
}

/**
 * The enquiry names no amount but in its message. Where that has none the amount is what we asked for, which a payer
 * cannot change.
 */
export async function chargeStatus(airtel: Airtel, { attemptId, asked }: ChargeRef): Promise<StatusResult> {
  const found = await enquire(airtel, "charge", attemptId);
  if (found === "not_found") return { kind: "not_found" };
  if (!found) return { kind: "pending" };
  const amount = amountIn(found.transaction?.message) ?? asked?.amount ?? null;
  return statusBy(airtel, "payment", words, found.transaction?.status ?? "", {
    settlement: () => amount && settlementOf(airtel, attemptId, amount, found),
    failure: () => failureBy(airtel, found),
  });
}

/** Airtel tells neither when it was paid nor its fee as a figure of its own. */
function settlementOf(
  { config, now }: Airtel,
  railRef: string,
  amount: Money,
  { transaction }: Said,
): Settlement {
  return {
    ...{ railRef, amount, paidAt: now(), isHeard: true },
    ...{ receipt: transaction?.airtel_money_id ?? undefined },
    ...{ method: "mobile_money", network: networkCodeOf(config.country) },
  };
}

/** A prompt that ran out did so whatever code stands beside it. */
function failureBy(airtel: Airtel, said: Said): Failure {
  if (said.transaction?.status === "TE") return { reason: "not_approved_in_time", railCode: "TE" };
  return failureOf(airtel, "charge", said);
}

export async function payout(airtel: Airtel, request: PayoutRequest): Promise<TransferResult> {
  const { payoutId, amount, country, narration, to } = request;
  const { config } = airtel;
  if (to.type !== "mobile_money") return failed("rail_misconfigured", "NO_BANKS");
  const refused = contractProblem(config, networkCodeOf(config.country), { amount, country, ...to });
  if (refused) return { kind: "failed", failure: refused };
  const msisdn = nationalOf(country, to.phone);
  if (!msisdn) return failed("recipient_not_found", "ANOTHER_COUNTRY");
  const key = config.pinKey ?? (await airtel.messageKey());
  // Nothing was sent without the key, so that it may be sent later under the same id.
  if (!key) return unsure(payoutId, true);
  const said = await send(airtel, "payout", {
    payee: { msisdn, wallet_type: "NORMAL" },
    reference: plainText(narration, { min: 4, max: 64, instead: "Payout" }),
    pin: encryptedPin(config.pin ?? "", key),
    transaction: { amount: Number(shortMajor(amount)), id: wireIdOf("payout", payoutId), type: "B2C" },
  });
  if (said === "duplicate") return payoutStatus(airtel, payoutId);
  if (said === "unknown") return unsure(payoutId);
  if (said === "unsent") return unsure(payoutId, true);
  return "reason" in said ? { kind: "failed", failure: said } : { kind: "pending", railRef: payoutId };
}

export async function payoutStatus(airtel: Airtel, payoutId: string): Promise<TransferResult> {
  const found = await enquire(airtel, "payout", payoutId);
  if (found === "not_found") return { kind: "not_found" };
  // A payout that timed out "may be processed": its code says more than its status.
  const isInDoubt = found?.transaction?.status === "TF" && meaningIn(found) === "doubt";
  if (!found || isInDoubt) return unsure(payoutId);
  return transferBy(airtel, "payout", words, found.transaction?.status ?? "", {
    railRef: payoutId,
    receipt: found.transaction?.airtel_money_id ?? undefined,
    failure: () => failureOf(airtel, "payout", found),
  });
}

/**
 * The whole payment, once. No id of ours goes along, so that the payment is looked at first; what became of a refund
 * whose answer was lost only the payment tells, and else a person decides.
 */
export async function refund(airtel: Airtel, request: RefundRequest): Promise<TransferResult> {
  const { attemptId, refundId, amount, payment } = request;
  if (payment && payment.amount.minor !== amount.minor)
    return failed("amount_out_of_range", "WHOLE_PAYMENTS_ONLY");
  const found = await enquire(airtel, "charge", attemptId);
  // Nothing was sent yet.
  if (!found || found === "not_found") return unsure("", true);
  const back = backIn(airtel, refundId, found);
  if (back) return back;
  const airtel_money_id = found.transaction?.airtel_money_id ?? payment?.receipt;
  if (!airtel_money_id) return failed("unknown", "NO_AIRTEL_MONEY_ID");
  const said = await send(airtel, "refund", { transaction: { airtel_money_id } });
  if (said === "unsent") return unsure("", true);
  if (said === "unknown" || said === "duplicate") return unsure(refundId);
  if ("reason" in said) return { kind: "failed", failure: said };
  const { transaction } = said;
  if (transaction?.status === "FAILED") return { kind: "failed", failure: failureOf(airtel, "refund", said) };
  if (transaction?.status !== "SUCCESS") return backIn(airtel, refundId, said) ?? unsure(refundId);
  return {
    kind: "succeeded",
    railRef: refundId,
    receipt: transaction.airtel_money_id ?? undefined,
    at: airtel.now(),
  };
}

export async function refundStatus(
  airtel: Airtel,
  { refundId, charge }: { refundId: string; charge?: ChargeRef },
): Promise<TransferResult> {
  const found = charge ? await enquire(airtel, "charge", charge.attemptId) : null;
  return (found && found !== "not_found" && backIn(airtel, refundId, found)) || unsure(refundId);
}

/** Whether the payment itself says that it went back. */
function backIn({ now }: Airtel, railRef: string, { transaction }: Said): TransferResult | null {
  return transaction?.status === "TR" ? { kind: "succeeded", railRef, at: now() } : null;
}

/** Asks for an operation: Airtel took it, has it already, refused it, it was never sent, or nobody knows. */
async function send(
  airtel: Airtel,
  op: Op,
  json: Record<string, unknown>,
): Promise<Said | "duplicate" | "unsent" | "unknown" | Failure> {
  const path = pathOf(airtel, op);
  const answer = await airtel.ask(path, json);
  if (answer.kind === "lost") return answer.unsent ? "unsent" : "unknown";
  const said = saidIn(answer);
  const isOut = answer.status === 401 || answer.status === 403;
  if (isOut) return { reason: "rail_misconfigured", railCode: said?.codes[0] ?? `HTTP ${answer.status}` };
  const meaning = said && meaningIn(said);
  if (said && meaning === "duplicate") return "duplicate";
  if (meaning === "doubt") return "unknown";
  // Some answers have no code, and say in their transaction what became of it.
  const isTold = meaning === "taken" || (said?.transaction?.status && said.codes.length === 0);
  if (said && isTold && answer.status < 300) return said;
  if (said && isRefusal(op, said)) return failureOf(airtel, op, said);
  // A gateway before Airtel refused it: it says so without any code of Airtel's.
  if (answer.status >= 400 && !said?.codes.length) {
    airtel.anomaly("refused", `POST ${path}: HTTP ${answer.status}`);
    return { reason: "rail_misconfigured", railCode: `HTTP ${answer.status}` };
  }
  airtel.anomaly("unknown_word", `POST ${path}: HTTP ${answer.status} ${said?.codes[0] ?? "without a code"}`);
  return "unknown";
}

/** A payment or payout of ours. Null: it is unknown now. */
async function enquire(
  airtel: Airtel,
  op: "charge" | "payout",
  id: string,
): Promise<Said | "not_found" | null> {
  const wireId = wireIdOf(op, id);
  const path = `${enquiryPaths[op]}/${wireId}`;
  const answer = await airtel.call({ method: "GET", path });
  const said = answer.kind === "answer" ? saidIn(answer) : null;
  if (!said || said.http === 401 || said.http === 403) return null;
  const told = said.transaction;
  const isOurs = !told?.id || told.id.toLowerCase() === wireId.toLowerCase();
  if (told?.status && isOurs) return said;
  if (meaningIn(said) === "not_found") return "not_found";
  const code = said.codes[0] ?? "no code";
  if (!meaningIn(said))
    airtel.anomaly("unreadable", `GET ${path.replace(wireId, "…")}: HTTP ${said.http} ${code}`);
  return null;
}

/** Asks about a payment that nobody made: whoever has good keys is told that there is none. */
export async function knock(airtel: Airtel): Promise<boolean> {
  return (await enquire(airtel, "charge", randomUUID())) === "not_found";
}

export function networkCodeOf(country: string): string {
  return `airtel_${country.toLowerCase()}`;
}

function chargeProblem(
  config: AirtelConfig,
  { method, amount, country, payer }: ChargeRequest,
): Failure | null {
  const network = method === "mobile_money" ? payer.network : undefined;
  const wallet = { amount, country, network, phone: payer.phone };
  const problem = contractProblem(config, networkCodeOf(config.country), wallet);
  if (problem || nationalOf(country, payer.phone ?? "")) return problem;
  return { reason: "invalid_phone", railCode: "ANOTHER_COUNTRY" };
}
