import { createHmac } from "node:crypto";
import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { CallbackVerdict, RawCallback } from "../port";
import type { TillVerdict } from "../till";
import { believed, disbelieved, isSame, readJson } from "../wire/results";
import { type Report, reportOf, reportShape, statusOf, withCallbacks, withSteps } from "./state";
import type { SandboxCallback, SandboxContext, SandboxRecord, SandboxStep } from "./store";
import { readTill, type TillPress, tillRecord, tillReport } from "./till";

export const signatureHeader = "x-sandbox-signature";

/** Sends every due callback, in order, and returns how many were accepted. A refused one is retried for 15 minutes. */
export async function deliverDue(context: SandboxContext): Promise<number> {
  const nowMs = context.now().getTime();
  let taken = 0;
  for (const { id } of await context.store.list({ callbackBeforeMs: nowMs })) {
    for (;;) {
      const claimed = await claimNext(context, id, nowMs);
      if (!claimed) break;
      const { record, callback, index } = claimed;
      if (await send(context, record, callback.step)) taken += 1;
      else await putBack(context, id, index, callback);
    }
  }
  return taken;
}

/** Sends one callback at once, outside the plan. False when it was not accepted. */
export async function send(
  context: SandboxContext,
  record: SandboxRecord,
  step: SandboxStep,
): Promise<boolean> {
  const report = record.till ? tillReport(record, "till") : reportOf(record, step, context.feeBps);
  try {
    await post(context, record, report);
    return true;
  } catch {
    // The receiver must find the cause; a rail only knows that the callback was not accepted.
    return false;
  }
}

function post(context: SandboxContext, record: SandboxRecord, report: object): Promise<string | undefined> {
  const body = JSON.stringify(report);
  const signature = signatureOf(Buffer.from(body), context.callbackSecret);
  const headers = { "content-type": "application/json", [signatureHeader]: signature };
  return context.sendCallback(body, headers, record.callbackPath);
}

/**
 * Pays at a till: the account is asked first, as a network with validation does. Without an answer the payment goes on. Returns
 * the receipt, or why it was refused.
 */
export async function payAtTill(
  context: SandboxContext,
  press: TillPress,
): Promise<{ receipt: string } | { refused: TillVerdict }> {
  const record = tillRecord(context, press);
  const answer = await post(context, record, tillReport(record, "till_question")).catch(() => undefined);
  const { verdict } = readJson(answerShape, answer ?? "") ?? {};
  if (verdict !== undefined && verdict !== "accept") return { refused: verdict };
  await context.store.insert(record);
  await deliverDue(context);
  return { receipt: record.id };
}

const answerShape = z.object({ verdict: z.enum(["accept", "unknown_number", "wrong_amount"]) });

/** Trusts only a callback that is signed with our key over the raw bytes. */
export async function parseCallback(context: SandboxContext, raw: RawCallback): Promise<CallbackVerdict> {
  const expected = signatureOf(raw.body, context.callbackSecret);
  if (!isSame(raw.headers[signatureHeader], expected)) return disbelieved("signed", 401);
  const till = readTill(raw.body);
  if (till) return { ...believed("signed", []), ...till };
  const report = readJson(reportShape, raw.body);
  return believed("signed", report && [eventOf(report)]);
}

const retryMs = 10_000;
const triesMax = 90;

/** Marked as sent before sending, so that two processes do not send it twice. */
async function claimNext(context: SandboxContext, id: string, nowMs: number) {
  let index = -1;
  const record = await context.store.update(id, (found) => {
    index = found.callbacks.findIndex(({ sent, dueAtMs }) => !sent && dueAtMs <= nowMs);
    return replaced(found, index, (callback) => ({ ...callback, sent: true, tries: callback.tries + 1 }));
  });
  const callback = record?.callbacks[index];
  return record && callback ? { record, callback, index } : null;
}

async function putBack(
  context: SandboxContext,
  id: string,
  index: number,
  { tries }: SandboxCallback,
): Promise<void> {
  if (tries >= triesMax) return;
  const dueAtMs = context.now().getTime() + retryMs;
  await context.store.update(id, (found) =>
    replaced(found, index, (callback) => ({ ...callback, sent: false, dueAtMs })),
  );
}

function replaced(
  record: SandboxRecord,
  index: number,
  change: (callback: SandboxCallback) => SandboxCallback,
): SandboxRecord {
  return withCallbacks(
    record,
    record.callbacks.map((callback, place) => (place === index ? change(callback) : callback)),
  );
}

function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function eventOf(report: Report): CallbackVerdict["events"][number] {
  return {
    op: report.op,
    ourId: report.id,
    railRef: report.railRef,
    dedupeKey: `${report.op}:${report.id}:${report.status}`,
    claim: statusOf(report),
  };
}

/** Control over the state of the sandbox, for tests only. */
export interface SandboxControls {
  /** Moves everything so far into the past by `ms`, so that events due in that time have happened. */
  advance(ms: number): Promise<void>;
  /**
   * Ends an operation now, or reopens it with an unknown status word. False when there is none. `silently`: only
   * `deliverCallback` sends its callbacks.
   */
  resolve(
    id: string,
    outcome: { word: string; reason?: FailureReason; silently?: boolean },
  ): Promise<boolean>;
  /** Sends the callbacks of an operation at once, whatever was planned; returns how many were accepted. */
  deliverCallback(id: string, options?: { times?: number; order?: "planned" | "reversed" }): Promise<number>;
}

export function createControls(context: SandboxContext): SandboxControls {
  return {
    advance: async (ms) => {
      for (const { id } of await context.store.list({}))
        await context.store.update(id, (record) => shifted(record, ms));
    },
    resolve: async (id, { word, reason, silently = false }) => {
      const atMs = context.now().getTime();
      const record = await context.store.update(id, (found) =>
        withSteps(silently ? { ...found, callbackStyle: "never" } : found, [{ atMs, word, reason }]),
      );
      return record !== null;
    },
    deliverCallback: async (id, { times = 1, order = "planned" } = {}) => {
      const record = await context.store.get(id);
      if (!record) return 0;
      const steps = stepsToTell(record);
      if (order === "reversed") steps.reverse();
      let taken = 0;
      for (const step of steps) {
        for (let time = 0; time < times; time += 1) if (await send(context, record, step)) taken += 1;
      }
      return taken;
    },
  };
}

/** Each step that a callback reports, once; if no callback is planned, all steps. */
function stepsToTell(record: SandboxRecord): SandboxStep[] {
  const told = record.callbacks.length > 0 ? record.callbacks.map(({ step }) => step) : record.steps;
  return told.filter((step, index) => told.findIndex(({ word }) => word === step.word) === index);
}

function shifted(record: SandboxRecord, ms: number): SandboxRecord {
  const earlier = (step: SandboxStep): SandboxStep => ({ ...step, atMs: step.atMs - ms });
  const moved: SandboxRecord = {
    ...record,
    createdAtMs: record.createdAtMs - ms,
    expiresAtMs: record.expiresAtMs - ms,
    steps: record.steps.map(earlier),
    refunds: record.refunds.map((one) => ({ ...one, succeedsAtMs: one.succeedsAtMs - ms })),
  };
  return withCallbacks(
    moved,
    record.callbacks.map((callback) => ({
      ...callback,
      dueAtMs: callback.dueAtMs - ms,
      step: earlier(callback.step),
    })),
  );
}
