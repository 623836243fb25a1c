import type { FailureReason } from "@/lib/domain/failure-reason";
import type { KeptCard, Settlement, StatusResult, TransferResult } from "../port";
import { keptCardOf, namedCard } from "./kept-cards";
import type { CallbackStyle, SandboxCallback, SandboxRecord, SandboxStep } from "./store";

/** The sandbox's JSON report on one operation: the answer to a status read and the body of a callback. */
export interface Report {
  op: SandboxRecord["op"];
  id: string;
  railRef: string;
  status: string;
  reason?: FailureReason;
  atMs: number;
  amountMinor: string;
  feeMinor: string;
  currency: string;
  method: Settlement["method"];
  network?: string;
  phone?: string;
  card?: { brand: string; last4: string; fingerprint?: string | undefined };
  instrument?: KeptCard;
}

export function railRefOf(id: string): string {
  return `sbx_${id}`;
}

/** The current step, or null while the outcome is open. */
export function stepAt(record: SandboxRecord, nowMs: number): SandboxStep | null {
  return record.steps.filter((step) => step.atMs <= nowMs).at(-1) ?? null;
}

export function reportOf(record: SandboxRecord, step: SandboxStep, feeBps: number): Report {
  const paid = BigInt(record.amountMinor) - BigInt(record.shortByMinor);
  return {
    op: record.op,
    id: record.id,
    railRef: railRefOf(record.id),
    status: step.word,
    reason: step.reason,
    atMs: step.atMs,
    amountMinor: String(paid),
    feeMinor: String((paid * BigInt(feeBps) + 5_000n) / 10_000n),
    currency: record.currency,
    method: record.method,
    network: record.network ?? undefined,
    phone: record.phone ?? undefined,
    card: record.card ? namedCard(record.card) : undefined,
    instrument: step.word === "succeeded" ? keptCardOf(record) : undefined,
  };
}

/** A status other than the three known words is pending: an unknown word decides nothing. */
export function statusOf(report: Report): StatusResult {
  switch (report.status) {
    case "succeeded":
      return { kind: "succeeded", settlement: settlementOf(report) };
    case "reversed":
      return { kind: "reversed", settlement: settlementOf(report) };
    case "failed":
      return { kind: "failed", failure: failureOf(report) };
    default:
      return { kind: "pending" };
  }
}

/** The same for outgoing money. */
export function transferOf(report: Report): TransferResult {
  const { railRef, currency } = report;
  switch (report.status) {
    case "succeeded":
      return {
        kind: "succeeded",
        railRef,
        receipt: receiptOf(report),
        fee: { minor: BigInt(report.feeMinor), currency },
        at: new Date(report.atMs),
      };
    case "reversed":
      return { kind: "reversed", railRef };
    case "failed":
      return { kind: "failed", railRef, failure: failureOf(report) };
    default:
      return { kind: "pending", railRef };
  }
}

/** The record with other steps, and the callbacks that belong to them. */
export function withSteps(record: SandboxRecord, steps: SandboxStep[]): SandboxRecord {
  return withCallbacks({ ...record, steps }, planned(steps, record.callbackStyle));
}

/** The record with these callbacks, and the time of the next one. */
export function withCallbacks(record: SandboxRecord, callbacks: SandboxCallback[]): SandboxRecord {
  const due = callbacks.filter(({ sent }) => !sent).map(({ dueAtMs }) => dueAtMs);
  return { ...record, callbacks, nextCallbackAtMs: due.length > 0 ? Math.min(...due) : null };
}

/** The steps of a script, whose times count from `startMs`. */
export function startingAt(steps: SandboxStep[], startMs: number): SandboxStep[] {
  return steps.map((step) => ({ ...step, atMs: startMs + step.atMs }));
}

function planned(steps: SandboxStep[], style: CallbackStyle): SandboxCallback[] {
  const copies = { once: 1, failed_first: 1, thrice: 3, never: 0 }[style];
  return steps.flatMap((step) => {
    const callback = callbackOf(step);
    const all = Array.from({ length: copies }, () => callback);
    if (style !== "failed_first" || step.word !== "succeeded") return all;
    return [callbackOf({ atMs: step.atMs, word: "failed", reason: "unknown" }), ...all];
  });
}

function callbackOf(step: SandboxStep): SandboxCallback {
  return { dueAtMs: step.atMs, step, sent: false, tries: 0 };
}

function settlementOf(report: Report): Settlement {
  const { currency } = report;
  return {
    railRef: report.railRef,
    amount: { minor: BigInt(report.amountMinor), currency },
    fee: { minor: BigInt(report.feeMinor), currency },
    paidAt: new Date(report.atMs),
    receipt: receiptOf(report),
    method: report.method,
    network: report.network,
    payerPhone: report.phone,
    card: report.card,
    instrument: report.instrument,
  };
}

function failureOf(report: Report): { reason: FailureReason; railCode: string } {
  const reason = report.reason ?? "unknown";
  return { reason, railCode: reason.toUpperCase() };
}

/** Looks like an operator's transaction number and is always the same for one operation. */
function receiptOf({ id }: Report): string {
  return `SBX${id.replaceAll("-", "").slice(-10).toUpperCase()}`;
}
