import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import { promptText } from "./charges";
import { sandboxPin } from "./script";
import { failedAt, isExpired, stepAt, succeeded, withSteps } from "./state";
import type { KeptPart, SandboxContext, SandboxRecord, SandboxStep, WhileAway } from "./store";

/** The page to which a card charge redirects. `pay` accepts only the numbers of test cards. */
export interface SandboxCardPage {
  view(attemptId: string): Promise<CardView | null>;
  /** `expiry` as "MM/YY" or "MM / YYYY"; `cvc` three or four digits. */
  pay(attemptId: string, card: { number: string; expiry: string; cvc: string }): Promise<CardStep>;
  /** The payer's answer on the bank's own page, for the one card that requires it. */
  confirm(attemptId: string, approved: boolean): Promise<CardStep>;
  cancel(attemptId: string): Promise<CardStep>;
}

export interface CardView {
  amount: Money;
  label: string;
  step: "card" | "three_d_secure" | "done";
  returnUrl: string;
  cancelUrl: string;
}

/** The browser's next page, or what is wrong with the form. */
export type CardStep =
  | { kind: "return"; url: string }
  | { kind: "three_d_secure" }
  | { kind: "problem"; problem: "not_a_test_card" | "expiry_unreadable" | "expiry_past" | "cvc_unreadable" }
  | { kind: "not_found" };

interface TestCard {
  brand: "visa" | "mastercard";
  fails?: FailureReason;
  asks?: boolean;
  refundFails?: boolean;
  /** What it does as a kept card. Absent: it pays. */
  whileAway?: WhileAway;
}

/** The only card numbers that this rail accepts; all are published test numbers without an owner. */
export const testCards: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { brand: "visa" },
  "5555555555554444": { brand: "mastercard" },
  "4000000000000002": { brand: "visa", fails: "card_declined" },
  "4000000000009995": { brand: "visa", fails: "insufficient_funds" },
  "4000000000000069": { brand: "visa", fails: "card_expired" },
  "4000000000000127": { brand: "visa", fails: "card_details_incorrect" },
  "4000000000000119": { brand: "visa", fails: "provider_unavailable" },
  "4000002500003155": { brand: "visa", asks: true, whileAway: "asks" },
  "4000000000000341": { brand: "visa", whileAway: "card_declined" },
  "4000000000009979": { brand: "visa", whileAway: "card_not_supported" },
  "4000000000005126": { brand: "visa", refundFails: true },
};

/** For the `pattern` of the field, so that the browser itself refuses all other numbers before sending. */
export const testCardPattern = Object.keys(testCards)
  .map((number) => number.replace(/\d{4}(?=\d)/g, "$& ?"))
  .join("|");

export function createCardPage(context: SandboxContext): SandboxCardPage {
  return {
    view: async (attemptId) => {
      const record = await context.store.get(attemptId);
      return record?.method === "card" && record.op === "charge" ? viewOf(context, record) : null;
    },
    pay: async (attemptId, { number, expiry, cvc }) => {
      const digits = number.replace(/[\s-]/g, "");
      const card = Object.hasOwn(testCards, digits) ? testCards[digits] : undefined;
      if (!card) return { kind: "problem", problem: "not_a_test_card" };
      const valid = readExpiry(expiry);
      if (!valid) return { kind: "problem", problem: "expiry_unreadable" };
      if (isExpired(valid, context.now())) return { kind: "problem", problem: "expiry_past" };
      if (!/^\d{3,4}$/.test(cvc.trim())) return { kind: "problem", problem: "cvc_unreadable" };
      const used = cardOf(card, digits, valid);
      return change(context, attemptId, "card", (record, atMs) => paid(record, card, used, atMs));
    },
    confirm: (attemptId, approved) =>
      change(context, attemptId, "three_d_secure", (record, atMs) =>
        ended(record, approved ? succeeded(atMs) : failedAt(atMs, "card_authentication_failed")),
      ),
    cancel: async (attemptId) => {
      const record = await context.store.get(attemptId);
      const step = await change(context, attemptId, record?.waitingFor ?? "card", (found, atMs) =>
        ended(found, failedAt(atMs, "cancelled_by_payer")),
      );
      return record && step.kind === "return" ? { kind: "return", url: record.cancelUrl } : step;
    },
  };
}

/** Only while the page is at this step: a form sent twice or too late changes nothing. */
async function change(
  context: SandboxContext,
  attemptId: string,
  at: SandboxRecord["waitingFor"],
  make: (record: SandboxRecord, atMs: number) => SandboxRecord,
): Promise<CardStep> {
  const nowMs = context.now().getTime();
  const record = await context.store.update(attemptId, (found) => {
    const open = found.method === "card" && found.waitingFor === at && !stepAt(found, nowMs);
    return open && found.op === "charge" ? make(found, nowMs) : found;
  });
  if (record?.method !== "card" || record.op !== "charge") return { kind: "not_found" };
  if (record.waitingFor === "three_d_secure" && !stepAt(record, nowMs)) return { kind: "three_d_secure" };
  return { kind: "return", url: record.returnUrl };
}

function cardOf({ brand, refundFails = false, whileAway }: TestCard, digits: string, valid: KeptPart) {
  const kept = { ...valid, ...(whileAway ? { whileAway } : {}) };
  return { brand, last4: digits.slice(-4), refundFails, kept };
}

function paid(
  record: SandboxRecord,
  card: TestCard,
  used: NonNullable<SandboxRecord["card"]>,
  atMs: number,
): SandboxRecord {
  if (card.asks) return { ...record, card: used, waitingFor: "three_d_secure" };
  return ended({ ...record, card: used }, card.fails ? failedAt(atMs, card.fails) : succeeded(atMs));
}

function ended(record: SandboxRecord, step: SandboxStep): SandboxRecord {
  return withSteps({ ...record, waitingFor: null }, [step]);
}

function viewOf(context: SandboxContext, record: SandboxRecord): CardView {
  const open = !stepAt(record, context.now().getTime());
  return {
    amount: { minor: BigInt(record.amountMinor), currency: record.currency },
    label: record.label,
    step: open && record.waitingFor === "three_d_secure" ? "three_d_secure" : open ? "card" : "done",
    returnUrl: record.returnUrl,
    cancelUrl: record.cancelUrl,
  };
}

/** Null when it cannot be read. */
function readExpiry(expiry: string): KeptPart | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(expiry);
  return match && { expMonth: Number(match[1]), expYear: 2000 + (Number(match[2]) % 100) };
}

/** The payer's phone, for the page that simulates it. An answer to a prompt that has ended changes nothing. */
export interface SandboxHandset {
  /** The prompts on this phone (E.164), oldest first. */
  prompts(phone: string): Promise<HandsetPrompt[]>;
  /** PIN 1234 pays; any other fails the payment as wrong_pin. */
  approve(attemptId: string, pin: string): Promise<HandsetAnswer>;
  decline(attemptId: string): Promise<HandsetAnswer>;
  /** Hides the prompt. The payment continues until it expires. */
  ignore(attemptId: string): Promise<HandsetAnswer>;
}

export interface HandsetPrompt {
  attemptId: string;
  text: string;
  label: string;
  network: string | null;
  expiresAt: Date;
  /** Where an app leads back to; null when the payer is still on our page. */
  returnUrl: string | null;
}

export type HandsetAnswer = "paid" | "wrong_pin" | "declined" | "ignored" | "gone";

export function createHandset(context: SandboxContext): SandboxHandset {
  return {
    prompts: async (phone) => {
      const nowMs = context.now().getTime();
      const records = await context.store.list({ phone });
      return records.filter((record) => isShown(record, nowMs)).map((record) => promptOf(context, record));
    },
    approve: (attemptId, pin) =>
      pin === sandboxPin
        ? answer(context, attemptId, "paid", (record, atMs) => withSteps(record, [succeeded(atMs)]))
        : answer(context, attemptId, "wrong_pin", (record, atMs) =>
            withSteps(record, [failedAt(atMs, "wrong_pin")]),
          ),
    decline: (attemptId) =>
      answer(context, attemptId, "declined", (record, atMs) =>
        withSteps(record, [failedAt(atMs, "cancelled_by_payer")]),
      ),
    ignore: (attemptId) => answer(context, attemptId, "ignored", (record) => ({ ...record, ignored: true })),
  };
}

async function answer(
  context: SandboxContext,
  attemptId: string,
  given: HandsetAnswer,
  change: (record: SandboxRecord, atMs: number) => SandboxRecord,
): Promise<HandsetAnswer> {
  const nowMs = context.now().getTime();
  let shown = false;
  await context.store.update(attemptId, (record) => {
    shown = isShown(record, nowMs);
    return shown ? change(record, nowMs) : record;
  });
  return shown ? given : "gone";
}

function isShown(record: SandboxRecord, nowMs: number): boolean {
  return (
    record.op === "charge" && record.waitingFor === "prompt" && !record.ignored && !stepAt(record, nowMs)
  );
}

function promptOf(context: SandboxContext, record: SandboxRecord): HandsetPrompt {
  return {
    attemptId: record.id,
    text: promptText(context, record),
    label: record.label,
    network: record.network,
    expiresAt: new Date(record.expiresAtMs),
    returnUrl: record.network?.startsWith("wave_") ? record.returnUrl : null,
  };
}
