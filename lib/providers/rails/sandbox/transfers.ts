import type { PayoutRequest, RefundRequest, TransferResult } from "../port";
import { payoutRefusal, refusal } from "./requests";
import { payoutScript, refundSteps } from "./script";
import { newRecord, railRefOf, reportOf, startingAt, stepAt, transferOf, withSteps } from "./state";
import type { SandboxContext, SandboxRecord } from "./store";

export async function payout(context: SandboxContext, request: PayoutRequest): Promise<TransferResult> {
  const existing = await context.store.get(request.payoutId);
  if (existing) return resultOf(context, existing);
  const refused = payoutRefusal(request);
  if (refused) return { kind: "failed", failure: refused };
  const { to } = request;
  const script = payoutScript(to.type === "bank" ? to.accountNumber : to.phone);
  if (script.reject) return { kind: "failed", failure: refusal(script.reject, script.reject.toUpperCase()) };
  const nowMs = context.now().getTime();
  const record = withSteps(
    {
      ...newRecord("payout", request.payoutId, nowMs),
      amountMinor: String(request.amount.minor),
      currency: request.amount.currency,
      country: request.country,
      method: to.type,
      phone: to.type === "bank" ? null : to.phone,
      network: to.type === "bank" ? null : to.network,
      label: request.narration,
      callbackStyle: script.callbacks ?? "once",
    },
    startingAt(script.steps, nowMs),
  );
  const taken = await context.store.insert(record);
  const result = await transferStatus(context, "payout", record.id);
  return taken && script.answerLost && result.kind === "pending" ? { ...result, uncertain: true } : result;
}

/**
 * Refunds money of a paid charge: at most what is left, one refund at a time. The same refund id is one refund. The
 * refund is first reserved on the charge, under its lock, so that two concurrent refunds cannot return more than was
 * paid.
 */
export async function refund(context: SandboxContext, request: RefundRequest): Promise<TransferResult> {
  const existing = await context.store.get(request.refundId);
  if (existing) return resultOf(context, existing);
  const nowMs = context.now().getTime();
  const outcomes: Reservation[] = [];
  const { receipt } = request.payment ?? {};
  const ofTill = receipt ? await context.store.get(receipt) : null;
  await context.store.update(ofTill?.id ?? request.attemptId, (found) => {
    const outcome = reserve(found, request, nowMs);
    outcomes.push(outcome);
    return "charge" in outcome ? outcome.charge : found;
  });
  const outcome = outcomes.at(-1) ?? { code: "NOT_FOUND" };
  if (!("charge" in outcome)) return { kind: "failed", failure: refusalOf(outcome.code) };
  await context.store.insert(refundRecord(outcome.charge, request.refundId, outcome.amountMinor, nowMs));
  return transferStatus(context, "refund", request.refundId);
}

export async function transferStatus(
  context: SandboxContext,
  op: "payout" | "refund",
  id: string,
): Promise<TransferResult> {
  const record = await context.store.get(id);
  return record?.op === op ? resultOf(context, record) : { kind: "not_found" };
}

type RefundCode =
  | "NOT_FOUND"
  | "INVALID_STATE"
  | "REFUND_IN_PROGRESS"
  | "ALREADY_REFUNDED"
  | "AMOUNT_TOO_LARGE"
  | "INVALID_CURRENCY";
type Reservation = { code: RefundCode } | { charge: SandboxRecord; amountMinor: bigint };

function reserve(charge: SandboxRecord, request: RefundRequest, nowMs: number): Reservation {
  if (charge.op !== "charge") return { code: "NOT_FOUND" };
  const same = charge.refunds.find(({ id }) => id === request.refundId);
  if (same) return { charge, amountMinor: BigInt(same.amountMinor) };
  if (stepAt(charge, nowMs)?.word !== "succeeded") return { code: "INVALID_STATE" };
  if (charge.refunds.some(({ succeedsAtMs }) => succeedsAtMs > nowMs)) return { code: "REFUND_IN_PROGRESS" };
  const gone = charge.refunds.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
  const left = BigInt(charge.amountMinor) - BigInt(charge.shortByMinor) - gone;
  const amount = request.amount.minor;
  if (left <= 0n) return { code: "ALREADY_REFUNDED" };
  if (request.amount.currency !== charge.currency) return { code: "INVALID_CURRENCY" };
  if (amount <= 0n || amount > left) return { code: "AMOUNT_TOO_LARGE" };
  const [step] = refundSteps(charge.phone, charge.card?.refundFails ?? false);
  if (step?.word !== "succeeded") return { charge, amountMinor: amount };
  const entry = { id: request.refundId, amountMinor: String(amount), succeedsAtMs: nowMs + step.atMs };
  return { charge: { ...charge, refunds: [...charge.refunds, entry] }, amountMinor: amount };
}

function refusalOf(code: RefundCode) {
  if (code === "REFUND_IN_PROGRESS") return refusal("payer_busy", code);
  if (code === "AMOUNT_TOO_LARGE" || code === "ALREADY_REFUNDED") return refusal("amount_out_of_range", code);
  return refusal("rail_misconfigured", code);
}

function refundRecord(charge: SandboxRecord, id: string, amountMinor: bigint, nowMs: number): SandboxRecord {
  const { currency, country, method, phone, network, label } = charge;
  const record: SandboxRecord = {
    ...newRecord("refund", id, nowMs),
    amountMinor: String(amountMinor),
    currency,
    country,
    method,
    phone,
    network,
    label,
    chargeId: charge.id,
    ...(charge.callbackPath === undefined ? {} : { callbackPath: charge.callbackPath }),
  };
  return withSteps(record, startingAt(refundSteps(phone, charge.card?.refundFails ?? false), nowMs));
}

/** Only payouts that never end are queued. */
function resultOf(context: SandboxContext, record: SandboxRecord): TransferResult {
  const step = stepAt(record, context.now().getTime());
  if (step) return transferOf(reportOf(record, step, context.feeBps));
  const pending = { kind: "pending" as const, railRef: railRefOf(record.id) };
  return record.steps.length === 0 ? { ...pending, queued: true } : pending;
}
