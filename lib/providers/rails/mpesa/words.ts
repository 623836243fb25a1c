import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Failure } from "../port";
import type { Client } from "../wire/client";
import { meaningOf, wordsBy } from "../wire/results";
import type { Said } from "./daraja";

/** Final codes of a prompt; see docs/rails/mpesa.md. One that is not here is open, and a person is told. */
const prompts = wordsBy<FailureReason>({
  insufficient_funds: "1",
  amount_out_of_range: "2 3",
  limit_exceeded: "4 8",
  // 17: the same amount to the same payer within two minutes of the last prompt.
  payer_busy: "17 1001",
  provider_unavailable: "26 1025 9999",
  not_approved_in_time: "1019 1037",
  cancelled_by_payer: "1032",
  wrong_pin: "2001",
  payer_blocked: "8006",
  rail_misconfigured: "2028 SFC_IC0003",
});

/** Final codes of payouts and reversals. Here 2001 and 8006 are about the initiator, and the short code pays. */
const transfers = wordsBy<FailureReason>({
  insufficient_float: "1",
  amount_out_of_range: "2 3",
  recipient_limit: "4 8",
  recipient_not_found: "2040 SFC_IC0003",
  rail_misconfigured: "21 2001 2028 8006",
  unknown: "11 2006 R000002",
});

export const promptOpen = "4999";

/** Of a code that ends asking the payer, whatever it is. */
export function promptReason(code: string): FailureReason {
  return meaningOf(prompts, code) ?? "unknown";
}

type What = "prompt" | "transfer";

/** Null for a code that nobody knows: it decides nothing, and a person is told. */
export function failureBy(client: Client, what: What, code: string, message?: string): Failure | null {
  const reason = meaningOf(what === "prompt" ? prompts : transfers, code);
  if (!reason) client.anomaly("unknown_word", `${what} result ${code}`);
  return reason ? failureOf(client, what, reason, code, message) : null;
}

type Refused = Extract<Said, { kind: "refused" }>;

/** Why a request was refused at once; null where the answer is doubt: the request may have been taken. */
export function refusalOf(client: Client, what: What, said: Refused): Failure | null {
  const reason = reasonOf(what, said);
  if (!reason) client.anomaly("unreachable", `${what} answered ${said.code}`);
  return reason ? failureOf(client, what, reason, said.code, said.message) : null;
}

function failureOf(
  { anomaly }: Client,
  what: What,
  reason: FailureReason,
  railCode: string,
  railMessage?: string,
) {
  if (reason === "rail_misconfigured") anomaly("refused", `${what} refused with ${railCode}`);
  return { reason, railCode, railMessage };
}

/** Passkey, short code and timestamp do not fit together. */
export function isWrongPassword({ code, message }: Pick<Refused, "code" | "message">): boolean {
  return code === "500.001.1001" && /merchant does not exist|wrong credentials/i.test(message);
}

/** One code has several meanings, so the words decide with it; what neither decides is doubt. */
function reasonOf(what: What, { http, code, message }: Refused): FailureReason | null {
  const isPrompt = what === "prompt";
  if (code === "500.001.1001" && isPrompt) {
    if (/unable to lock subscriber/i.test(message)) return "payer_busy";
    return isWrongPassword({ code, message }) ? "rail_misconfigured" : null;
  }
  if (http >= 500) return null;
  if (/^400\.00[23]\.0[25]$/.test(code)) {
    if (/amount/i.test(message)) return "amount_out_of_range";
    if (/phone|party ?[ab]|msisdn/i.test(message)) return isPrompt ? "invalid_phone" : "recipient_not_found";
  }
  return "rail_misconfigured";
}
