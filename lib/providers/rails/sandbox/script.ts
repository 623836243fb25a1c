import type { FailureReason } from "@/lib/domain/failure-reason";

import { failedAt, succeeded } from "./state";
import type { CallbackStyle, SandboxStep } from "./store";

/** The outcome that the last three digits of a number select. Times count from the prompt. */
export interface Script {
  /** Refused at once; nothing is stored. */
  reject?: FailureReason;
  /** A code is asked for first. */
  otp?: boolean;
  /** The answer to the first request is lost, although the request was accepted. */
  answerLost?: boolean;
  /** A payout that the rail holds back. */
  queued?: boolean;
  /** Paid, but one minor unit less than requested. */
  short?: boolean;
  callbacks?: CallbackStyle;
  /** Empty: pending for ever. */
  steps: SandboxStep[];
}

/**
 * The outcome of a charge. Digits that are not listed succeed after four seconds.
 *
 * | Digits | What happens |
 * |---|---|
 * | 019 029 049 069 139 149 159 | fails: limit, no wallet, no funds, unknown, wrong PIN, cancelled, busy |
 * | 039 | nobody approves: fails when the prompt ends |
 * | 129 | pending for ever |
 * | 169 | refused at once: the network is not available |
 * | 179 | succeeds after 45 s |
 * | 189 | asks for a code: 123456 |
 * | 199 | succeeds a minute after the prompt ended |
 * | 229 239 249 | succeeds: no callback, the callback three times, a wrong "failed" before it |
 * | 259 | the answer is lost, the charge is made |
 * | 269 | one minor unit less is paid |
 */
export function chargeScript(digits: string, promptTtlMs: number): Script {
  const suffix = digits.slice(-3);
  const reason = chargeFailures[suffix];
  if (reason) return { steps: [failedAt(failAfterMs, reason)] };
  const succeeds = [succeeded(chargeMs)];
  switch (suffix) {
    case "039":
      return { steps: [failedAt(promptTtlMs, "not_approved_in_time")] };
    case "129":
      return { steps: [] };
    case "169":
      return { reject: "provider_unavailable", steps: [] };
    case "179":
      return { steps: [succeeded(45_000)] };
    case "189":
      return { otp: true, steps: succeeds };
    case "199":
      return { steps: [succeeded(promptTtlMs + 60_000)] };
    case "269":
      return { short: true, steps: succeeds };
    default:
      return { ...deliveries[suffix], steps: succeeds };
  }
}

/** Whether the last digits select a special outcome; the handset page leaves such a number to its script. */
export function isScripted(digits: string): boolean {
  const suffix = digits.slice(-3);
  return suffix in chargeFailures || suffix in deliveries || otherScripts.has(suffix);
}

/**
 * The outcome of a payout, by the digits of the phone or bank account. Digits that are not listed succeed after three
 * seconds; 129 stays queued for ever, 209 succeeds and comes back half a minute later.
 */
export function payoutScript(digits: string): Script {
  const suffix = digits.slice(-3);
  const reason = payoutFailures[suffix];
  if (reason) return { steps: [failedAt(payoutMs, reason)] };
  if (suffix === "129") return { queued: true, steps: [] };
  if (suffix === "169") return { reject: "provider_unavailable", steps: [] };
  const succeeds = [succeeded(payoutMs)];
  if (suffix === "209") return { steps: [...succeeds, { atMs: payoutMs + 30_000, word: "reversed" }] };
  return { ...deliveries[suffix], steps: succeeds };
}

/** A refund succeeds after three seconds, unless the charge's number ends in 279 or its card refuses money back. */
export function refundSteps(phone: string | null, cardRefuses: boolean): SandboxStep[] {
  if (cardRefuses) return [failedAt(30_000, "unknown")];
  return phone?.endsWith("279") ? [failedAt(refundMs, "unknown")] : [succeeded(refundMs)];
}

/** The one code that is right on every sandbox network. */
export const sandboxOtp = "123456";
/** The one PIN that approves on the handset page. */
export const sandboxPin = "1234";

const chargeMs = 4_000;
const failAfterMs = 4_000;
const payoutMs = 3_000;
const refundMs = 3_000;

const chargeFailures: Record<string, FailureReason> = {
  "019": "limit_exceeded",
  "029": "payer_not_found",
  "049": "insufficient_funds",
  "069": "unknown",
  "139": "wrong_pin",
  "149": "cancelled_by_payer",
  "159": "payer_busy",
};

const otherScripts: ReadonlySet<string> = new Set(["039", "129", "169", "179", "189", "199", "269", "789"]);

const payoutFailures: Record<string, FailureReason> = {
  "089": "recipient_not_found",
  "099": "recipient_limit",
  "109": "recipient_limit",
  "119": "unknown",
  "219": "insufficient_float",
};

const deliveries: Record<string, Pick<Script, "callbacks" | "answerLost">> = {
  "229": { callbacks: "never" },
  "239": { callbacks: "thrice" },
  "249": { callbacks: "failed_first" },
  "259": { answerLost: true },
};
