import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import type { PayoutRequest, RefundRequest, TransferResult } from "../port";
import { failed, unsure, walletProblem } from "../wire/results";
import { digitsOf, plainText } from "../wire/text";
import { resultAddresses } from "./addresses";
import { type Daraja, isTaken } from "./daraja";
import { findListed } from "./list";
import type { KnownCharge } from "./memory";
import { isSafaricomShape, wholeOf, wholeShillings } from "./prompt";
import { askStatus, initiatorOf } from "./questions";
import { refusalOf } from "./words";

const payoutPath = "/mpesa/b2c/v3/paymentrequest";
const reversalPath = "/mpesa/reversal/v1/request";

/** `OriginatorConversationID` is our id: Daraja refuses it a second time, so that a repeated call is one payout. */
export async function payout(daraja: Daraja, request: PayoutRequest): Promise<TransferResult> {
  const { payoutId, amount, country, to } = request;
  if (to.type !== "mobile_money") return failed("rail_misconfigured", "NO_BANKS");
  const problem = walletProblem({ amount, country, ...to }, "NOT_M_PESA", ({ code }) =>
    wholeShillings(code, amount),
  );
  if (problem) return { kind: "failed", failure: problem };
  return pay(daraja, { ...request, about: "payout", id: payoutId, phone: to.phone });
}

/**
 * Back by reversing the payment, whole or in part, which Daraja does once. What was given back in part already, or has
 * no receipt, goes by payout to the phone that was asked. While a reversal is in doubt, nothing is paid beside it.
 */
export async function refund(daraja: Daraja, request: RefundRequest): Promise<TransferResult> {
  const { refundId, amount, reason = "Refund" } = request;
  const before = daraja.memory.results.get(refundId);
  if (before) return before;
  const known = daraja.memory.charge(request.attemptId);
  const { paidMinor, backMinor, phone } = factsOf(daraja, known, request);
  if (paidMinor !== undefined && backMinor + amount.minor > paidMinor)
    return failed("amount_out_of_range", "MORE_THAN_IS_LEFT");
  known.back.set(refundId, amount.minor);
  const receipt = backMinor > 0n ? undefined : await receiptOf(daraja, known, request);
  const { callbackUrl } = daraja.config;
  const payment = { about: "refund", id: refundId, amount, narration: reason, callbackUrl } as const;
  const sent = receipt
    ? await reverse(daraja, { refundId, receipt, amount, reason })
    : await pay(daraja, { ...payment, phone: phone ?? "" });
  if (sent.kind === "failed") known.back.delete(refundId);
  return sent;
}

/** What the books say of the payment, else what this adapter saw of it. */
function factsOf({ memory }: Daraja, known: KnownCharge, { refundId, payment }: RefundRequest) {
  const others = [...known.back].filter(
    ([id]) => id !== refundId && memory.results.get(id)?.kind !== "failed",
  );
  const seenMinor = others.reduce((sum, [, minor]) => sum + minor, 0n);
  return {
    paidMinor: payment?.amount.minor ?? known.askedMinor,
    backMinor: payment?.back.minor ?? seenMinor,
    phone: payment?.phone ?? known.phone,
  };
}

async function receiptOf(daraja: Daraja, known: KnownCharge, { attemptId, payment }: RefundRequest) {
  const receipt = payment?.receipt ?? known.told?.receipt ?? known.confirmed?.receipt;
  return receipt ?? (await findListed(daraja, { attemptId })).found?.receipt;
}

async function reverse(
  daraja: Daraja,
  { refundId, receipt, amount, reason }: { refundId: string; receipt: string; amount: Money; reason: string },
): Promise<TransferResult> {
  // No id of ours makes two reversals one: this one is under way, and its result will come.
  if (daraja.memory.sent.has(refundId)) return unsure();
  daraja.memory.sent.set(refundId, "reversal");
  return send(daraja, reversalPath, refundId, {
    ...initiatorOf(daraja, "Initiator"),
    ...{ CommandID: "TransactionReversal", TransactionID: receipt, Amount: wholeOf(amount) },
    ...{ ReceiverParty: daraja.config.shortCode, RecieverIdentifierType: "11" },
    ...resultAddresses(daraja.config, "reversal", refundId),
    Remarks: remarks(reason),
  });
}

type Payment = Pick<PayoutRequest, "amount" | "narration" | "callbackUrl"> & {
  about: "payout" | "refund";
  id: string;
  phone: string;
};

async function pay(
  daraja: Daraja,
  { about, id, amount, phone, narration, callbackUrl }: Payment,
): Promise<TransferResult> {
  if (!isSafaricomShape(phone)) return failed("recipient_not_found", "NOT_A_KENYAN_MOBILE");
  if (amount.minor < 1_000n || amount.minor > 25_000_000n)
    return failed("amount_out_of_range", "10_TO_250000");
  daraja.memory.mayAsk(id);
  return send(daraja, payoutPath, id, {
    OriginatorConversationID: id,
    ...initiatorOf(daraja, "InitiatorName"),
    ...{ CommandID: "BusinessPayment", Amount: wholeOf(amount) },
    ...{ PartyA: daraja.config.shortCode, PartyB: digitsOf(phone), Remarks: remarks(narration) },
    ...resultAddresses(daraja.config, about, id, callbackUrl),
  });
}

/** Its end comes to our address, also where this answer is lost. */
async function send(
  daraja: Daraja,
  path: string,
  id: string,
  json: Record<string, unknown>,
): Promise<TransferResult> {
  const said = await daraja.post(path, json, { initiate: true });
  if (said.kind === "lost") return unsure();
  if (said.kind === "refused") {
    // Only payouts have an id of ours, so this is one that Daraja has.
    if (said.code === "500.002.1001" && /duplicate/i.test(said.message)) {
      daraja.memory.sent.set(id, "payout");
      return daraja.memory.results.get(id) ?? { kind: "pending", railRef: "" };
    }
    const failure = refusalOf(daraja, "transfer", said);
    return failure ? { kind: "failed", failure } : unsure();
  }
  const railRef = takenShape.safeParse(said.body).data?.ConversationID ?? "";
  if (!isTaken(said.body)) {
    daraja.anomaly("unreadable", `POST ${path}: neither taken nor refused`);
    return unsure(railRef);
  }
  if (path === payoutPath) daraja.memory.sent.set(id, "payout");
  return { kind: "pending", railRef };
}

const takenShape = z.object({ ConversationID: z.string() });

/**
 * What its result said, or the answer to our last question. Else it is asked about, and the answer comes by a callback. A
 * payout of which nobody knows whether it arrived may be sent again: its id makes two of them one.
 */
export async function transferStatus(
  daraja: Daraja,
  { op, id, railRef }: { op: "payout" | "refund"; id: string; railRef?: string },
): Promise<TransferResult> {
  const known = daraja.memory.results.get(id);
  if (known) return known;
  // Nothing tells a reversal from the payment that it reverses: its own result is waited for.
  if (daraja.memory.sent.get(id) !== "reversal" && daraja.memory.mayAsk(id))
    await askStatus(daraja, `${op}_status`, id, { OriginalConversationID: id });
  if (railRef) return { kind: "pending", railRef };
  const mayRepeat = op === "payout" && !daraja.memory.sent.has(id);
  return { ...unsure(), ...(mayRepeat ? { mayRepeat } : {}) };
}

function remarks(text: string): string {
  return plainText(text, { min: 2, max: 100, instead: "Payment" });
}
