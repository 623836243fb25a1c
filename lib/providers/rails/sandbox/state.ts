import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { ForgetResult, KeptCard, Settlement, StatusResult, TransferResult } from "../port";
import { readJson } from "../wire/results";
import type {
  CallbackStyle,
  KeptPart,
  SandboxCallback,
  SandboxContext,
  SandboxRecord,
  SandboxStep,
} from "./store";

/** The sandbox's JSON report on one operation: the answer to a status read and the body of a callback. */
export const reportShape = z.object({
  op: z.enum(["charge", "payout", "refund"]),
  id: z.string().min(1),
  railRef: z.string().min(1),
  status: z.string(),
  // Safe: a callback carries our own signature, so the reason in it is one that we wrote.
  reason: z.custom<FailureReason>((reason) => typeof reason === "string").optional(),
  atMs: z.number().int(),
  amountMinor: z.string().regex(/^\d{1,18}$/),
  feeMinor: z.string().regex(/^\d{1,18}$/),
  currency: z.string().length(3),
  method: z.enum(["mobile_money", "card", "bank"]),
  network: z.string().optional(),
  phone: z.string().optional(),
  card: z
    .object({ brand: z.string(), last4: z.string().length(4), fingerprint: z.string().optional() })
    .optional(),
  instrument: z
    .object({
      kind: z.literal("card"),
      token: z.string(),
      brand: z.string(),
      last4: z.string().length(4),
      expMonth: z.number().int(),
      expYear: z.number().int(),
      fingerprint: z.string(),
    })
    .optional(),
});
export type Report = z.infer<typeof reportShape>;

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

export function succeeded(atMs: number): SandboxStep {
  return { atMs, word: "succeeded" };
}

export function failedAt(atMs: number, reason: FailureReason): SandboxStep {
  return { atMs, word: "failed", reason };
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

const tokenShape = z.object({ charge: z.uuid() });

/** The kept card of a paid charge; undefined where none was kept. */
export function keptCardOf({ id, keep, card }: SandboxRecord): KeptCard | undefined {
  if (!keep || !card?.kept) return undefined;
  const { expMonth, expYear } = card.kept;
  return { kind: "card", token: JSON.stringify({ charge: id }), ...namedCard(card), expMonth, expYear };
}

/** A card as every payment with it names it. */
export function namedCard({ brand, last4 }: { brand: string; last4: string }) {
  return { brand, last4, fingerprint: `sbx_${brand}_${last4}` };
}

/** The charge with which the card was kept; null where there is none (any more). */
export async function readKept(context: SandboxContext, token: string): Promise<SandboxRecord | null> {
  const id = chargeIdOf(token);
  const record = id === null ? null : await context.store.get(id);
  return record?.keep && record.card?.kept && !record.card.kept.isForgotten ? record : null;
}

export function isExpired({ expMonth, expYear }: KeptPart, now: Date): boolean {
  return expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

/** Also for a card that is not known: then there is nothing to charge. */
export async function forget(context: SandboxContext, token: string): Promise<ForgetResult> {
  const id = chargeIdOf(token);
  if (id !== null) await context.store.update(id, forgotten);
  return { kind: "forgotten" };
}

function forgotten(record: SandboxRecord): SandboxRecord {
  const { card } = record;
  return card?.kept ? { ...record, card: { ...card, kept: { ...card.kept, isForgotten: true } } } : record;
}

function chargeIdOf(token: string): string | null {
  return readJson(tokenShape, token)?.charge ?? null;
}

/** An operation of which nothing is known yet but its id. */
export function newRecord(op: SandboxRecord["op"], id: string, nowMs: number): SandboxRecord {
  return {
    op,
    id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs,
    amountMinor: "0",
    currency: "",
    country: "",
    method: "mobile_money",
    phone: null,
    network: null,
    label: "",
    returnUrl: "",
    cancelUrl: "",
    waitingFor: null,
    ignored: false,
    steps: [],
    callbackStyle: "once",
    callbacks: [],
    nextCallbackAtMs: null,
    shortByMinor: "0",
    card: null,
    refunds: [],
    chargeId: null,
  };
}
