import { formatMoney } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import type { ChargeRequest, ChargeResult, KeptChargeRequest, StatusResult } from "../port";
import { failed } from "../wire/results";
import { chargeRefusal } from "./requests";
import { chargeScript, isScripted, type Script, sandboxOtp } from "./script";
import {
  failedAt,
  isExpired,
  newRecord,
  railRefOf,
  readKept,
  reportOf,
  startingAt,
  statusOf,
  stepAt,
  succeeded,
  withSteps,
} from "./state";
import type { SandboxContext, SandboxRecord, SandboxStep, WhileAway } from "./store";

/** Creates a charge, or returns the existing one with this id, whatever else the request says. */
export async function charge(context: SandboxContext, request: ChargeRequest): Promise<ChargeResult> {
  const existing = await context.store.get(request.attemptId);
  if (existing) return resultOf(context, existing);
  const refused = chargeRefusal(request);
  if (refused) return { kind: "failed", failure: refused };
  const script = scriptFor(context, request);
  if (script.reject) return failed(script.reject, script.reject.toUpperCase());
  if (request.preAuthCode && request.preAuthCode !== sandboxOtp)
    return failed("otp_incorrect", "OTP_INCORRECT");
  const record = recordOf(context, request, script);
  const taken = await context.store.insert(record);
  const kept = taken ? record : ((await context.store.get(record.id)) ?? record);
  const result = resultOf(context, kept);
  // The answer was lost after the rail had accepted the charge: only a status read can tell.
  return taken && script.answerLost && result.kind === "pending" ? { ...result, uncertain: true } : result;
}

/** Charges the card of an earlier charge. It decides at once, unless its bank asks for the payer. */
export async function chargeKept(context: SandboxContext, request: KeptChargeRequest): Promise<ChargeResult> {
  const existing = await context.store.get(request.attemptId);
  if (existing) return resultOf(context, existing);
  const refused = chargeRefusal(request);
  if (refused) return { kind: "failed", failure: refused };
  const found = await readKept(context, request.token);
  if (!found?.card?.kept) return failed("card_not_supported", "NOT_KEPT");
  const { card } = found;
  const blank = recordOf(context, request, { steps: [] });
  const step = stepWhileAway(
    blank,
    isExpired(found.card.kept, context.now()) ? "card_expired" : found.card.kept.whileAway,
  );
  const record: SandboxRecord = withSteps(
    {
      ...blank,
      card: { ...card, kept: undefined },
      waitingFor: step.atMs > blank.createdAtMs ? "three_d_secure" : null,
    },
    [step],
  );
  const taken = await context.store.insert(record);
  return resultOf(context, taken ? record : ((await context.store.get(record.id)) ?? record));
}

/** A question to the payer stays open for as long as a page does. */
function stepWhileAway(record: SandboxRecord, away: WhileAway | undefined): SandboxStep {
  if (away === "asks") return expiry(record);
  const atMs = record.createdAtMs;
  return away ? failedAt(atMs, away) : succeeded(atMs);
}

/** The code of an `otp` charge. A wrong code ends the charge; a charge that needs no code is unchanged. */
export async function submitInput(
  context: SandboxContext,
  attemptId: string,
  value: string,
): Promise<ChargeResult> {
  const nowMs = context.now().getTime();
  const record = await context.store.update(attemptId, (found) => {
    if (found.waitingFor !== "otp" || stepAt(found, nowMs)) return found;
    if (value.trim() !== sandboxOtp) return withSteps(found, [failedAt(nowMs, "otp_incorrect")]);
    return asked(context, found);
  });
  if (record) return resultOf(context, record);
  return failed("rail_misconfigured", "NOT_FOUND");
}

export async function chargeStatus(context: SandboxContext, attemptId: string): Promise<StatusResult> {
  const record = await context.store.get(attemptId);
  if (record?.op !== "charge") return { kind: "not_found" };
  const step = stepAt(record, context.now().getTime());
  const status: StatusResult = step ? statusOf(reportOf(record, step, context.feeBps)) : { kind: "pending" };
  if (status.kind !== "pending") return status;
  const redirectUrl = redirectOf(context, record);
  return redirectUrl ? { kind: "pending", redirectUrl } : status;
}

/** What the payer reads on the phone. */
export function promptText(context: SandboxContext, record: SandboxRecord): string {
  const amount = formatMoney({ minor: BigInt(record.amountMinor), currency: record.currency }, "en");
  return `Pay ${amount} to ${context.merchantName}? Enter PIN`;
}

const pollAfterMs = 3_000;
const pageMs = 30 * 60_000;

/** The outcome of a card depends on its number, typed later. A code in the request is not requested again. */
function scriptFor(context: SandboxContext, request: ChargeRequest): Script {
  if (request.method === "card") return { steps: [] };
  const script = chargeScript(request.payer.phone ?? "", context.promptTtlMs);
  const otpFirst = networkOf(request.payer.network ?? "")?.auth === "otp_first";
  return { ...script, otp: (script.otp || otpFirst) && !request.preAuthCode };
}

function recordOf(context: SandboxContext, request: ChargeRequest, script: Script): SandboxRecord {
  const nowMs = context.now().getTime();
  const card = request.method === "card";
  const record: SandboxRecord = {
    ...newRecord("charge", request.attemptId, nowMs),
    expiresAtMs: nowMs + (card ? pageMs : context.promptTtlMs),
    amountMinor: String(request.amount.minor),
    currency: request.amount.currency,
    country: request.country,
    method: request.method,
    phone: card ? null : (request.payer.phone ?? null),
    network: card ? null : (request.payer.network ?? null),
    label: request.description,
    returnUrl: request.returnUrl,
    cancelUrl: request.cancelUrl,
    waitingFor: card ? "card" : script.otp ? "otp" : "prompt",
    callbackStyle: script.callbacks ?? "once",
    shortByMinor: script.short ? "1" : "0",
    ...(request.keep && card ? { keep: true } : {}),
    ...ownPath(request),
  };
  return record.waitingFor === "prompt" ? asked(context, record) : withSteps(record, [expiry(record)]);
}

/** The operator's account has the rail's plain address. */
function ownPath({ callbackUrl }: ChargeRequest): Pick<SandboxRecord, "callbackPath"> {
  const path = new URL(callbackUrl).pathname;
  return path === "/api/rails/sandbox" ? {} : { callbackPath: path };
}

/** The prompt is sent to the phone now, and the times of its script start. */
function asked(context: SandboxContext, record: SandboxRecord): SandboxRecord {
  const nowMs = context.now().getTime();
  const prompted: SandboxRecord = {
    ...record,
    waitingFor: "prompt",
    expiresAtMs: nowMs + context.promptTtlMs,
  };
  const answeredByHand = context.mode === "handset" && !isScripted(record.phone ?? "");
  if (answeredByHand) return withSteps(prompted, [expiry(prompted)]);
  const { steps } = chargeScript(record.phone ?? "", context.promptTtlMs);
  return withSteps(prompted, startingAt(steps, nowMs));
}

function expiry({ expiresAtMs }: SandboxRecord) {
  return failedAt(expiresAtMs, "not_approved_in_time");
}

function resultOf(context: SandboxContext, record: SandboxRecord): ChargeResult {
  const railRef = railRefOf(record.id);
  const step = stepAt(record, context.now().getTime());
  const status: StatusResult = step ? statusOf(reportOf(record, step, context.feeBps)) : { kind: "pending" };
  if (status.kind === "failed") return { kind: "failed", railRef, failure: status.failure };
  if (status.kind === "succeeded" || status.kind === "reversed")
    return { kind: "succeeded", settlement: status.settlement };
  const expiresAt = new Date(record.expiresAtMs);
  const url = redirectOf(context, record);
  if (url) return { kind: "requires_redirect", railRef, url, expiresAt };
  if (record.waitingFor === "otp")
    return { kind: "requires_input", railRef, input: "otp", text: `Enter the code ${sandboxOtp}.` };
  const prompt = { type: "pin_push" as const, text: promptText(context, record) };
  return { kind: "pending", railRef, prompt, pollAfterMs, expiresAt };
}

/** The payer's redirect: the card page, or for an app such as Wave the handset that shows its prompt. */
function redirectOf(context: SandboxContext, record: SandboxRecord): string | null {
  if (record.method === "card") return `${context.siteUrl}/sandbox/card/${record.id}`;
  if (networkOf(record.network ?? "")?.auth !== "redirect") return null;
  return `${context.siteUrl}/sandbox/phone/${(record.phone ?? "").replace("+", "")}`;
}
