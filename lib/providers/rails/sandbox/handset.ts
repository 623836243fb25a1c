import { promptText } from "./charges";
import type { SandboxContext } from "./context";
import { sandboxPin } from "./script";
import { stepAt, withSteps } from "./state";
import type { SandboxRecord } from "./store";

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
        ? answer(context, attemptId, "paid", (record, atMs) =>
            withSteps(record, [{ atMs, word: "succeeded" }]),
          )
        : answer(context, attemptId, "wrong_pin", (record, atMs) =>
            withSteps(record, [{ atMs, word: "failed", reason: "wrong_pin" }]),
          ),
    decline: (attemptId) =>
      answer(context, attemptId, "declined", (record, atMs) =>
        withSteps(record, [{ atMs, word: "failed", reason: "cancelled_by_payer" }]),
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
