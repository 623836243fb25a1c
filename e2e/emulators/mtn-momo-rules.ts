import type { EmulatorAnswer } from "./emulator";

export type Op = "charge" | "payout" | "refund";

/** How a number turns out. MTN's own test numbers, and below, for numbers of any country, its last three digits. */
const chargeReasons: Record<string, string> = {
  "46733123450": "INTERNAL_PROCESSING_ERROR",
  "46733123451": "APPROVAL_REJECTED",
  "46733123452": "EXPIRED",
  "46733123455": "PAYER_NOT_FOUND",
  "46733123457": "NOT_ALLOWED",
  "46733123460": "INVALID_CURRENCY",
  "46733123461": "INTERNAL_PROCESSING_ERROR",
  "46733123462": "SERVICE_UNAVAILABLE",
  "46733123463": "COULD_NOT_PERFORM_TRANSACTION",
  "019": "PAYER_LIMIT_REACHED",
  "029": "PAYER_NOT_FOUND",
  "039": "EXPIRED",
  "049": "NOT_ENOUGH_FUNDS",
  "069": "INTERNAL_PROCESSING_ERROR",
  "149": "APPROVAL_REJECTED",
};

const payoutReasons: Record<string, string> = {
  "46733123450": "INTERNAL_PROCESSING_ERROR",
  "46733123455": "NOT_ENOUGH_FUNDS",
  "46733123456": "PAYER_LIMIT_REACHED",
  "46733123457": "PAYEE_NOT_FOUND",
  "089": "PAYEE_NOT_FOUND",
  "099": "PAYEE_NOT_ALLOWED_TO_RECEIVE",
  "119": "INTERNAL_PROCESSING_ERROR",
  "219": "NOT_ENOUGH_FUNDS",
};

/** Null: it succeeds. */
export function reasonOf(op: Op, party: string): string | null {
  if (op === "refund") return party.endsWith("279") ? "INTERNAL_PROCESSING_ERROR" : null;
  const reasons = op === "charge" ? chargeReasons : payoutReasons;
  return reasons[party] ?? reasons[party.slice(-3)] ?? null;
}

/** After how long it is decided; null: never. */
export function settlesAfter(op: Op, party: string): number | null {
  if (op === "charge" && party === "46733123453") return null;
  return op === "charge" && /^46733123454$|199$/.test(party) ? 600_000 : 4_000;
}

export function refused(status: number, code: string, message = code): EmulatorAnswer {
  return { status, json: { code, message } };
}

/** Why a body is not taken, or null. */
export function bodyProblem(op: Op, json: Record<string, unknown>, currency: string): EmulatorAnswer | null {
  const party = json[op === "payout" ? "payee" : "payer"];
  if (!/^\d+(\.\d{1,2})?$/.test(String(json.amount))) return { status: 400 };
  for (const words of [json.payerMessage, json.payeeNote])
    if (!/^[A-Za-z0-9 ]{1,160}$/.test(String(words))) return { status: 400 };
  // MTN says this one as an error of its own.
  if (json.currency !== currency) return refused(500, "INVALID_CURRENCY", "Currency not supported.");
  if (op === "refund") return null;
  const { partyIdType, partyId } = { partyIdType: "", partyId: "", ...Object(party) };
  return partyIdType === "MSISDN" && /^\d{8,15}$/.test(String(partyId)) ? null : { status: 400 };
}
