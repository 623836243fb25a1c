import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import type { SandboxContext } from "./context";
import { type Report, reportOf, statusOf, withCallbacks } from "./state";
import type { SandboxCallback, SandboxRecord, SandboxStep } from "./store";

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
  const body = JSON.stringify(reportOf(record, step, context.feeBps));
  const headers = {
    "content-type": "application/json",
    [signatureHeader]: signatureOf(Buffer.from(body), context.callbackSecret),
  };
  try {
    await context.sendCallback(body, headers);
    return true;
  } catch {
    // The receiver must find the cause; a rail only knows that the callback was not accepted.
    return false;
  }
}

/** Trusts only a callback that is signed with our key over the raw bytes. */
export async function parseCallback(context: SandboxContext, raw: RawCallback): Promise<CallbackVerdict> {
  const verdict = { auth: "signed" as const, events: [] };
  const expected = Buffer.from(signatureOf(raw.body, context.callbackSecret));
  const given = Buffer.from(raw.headers[signatureHeader] ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { ...verdict, authentic: false, reply: { status: 401 } };
  const report = readReport(raw.body.toString("utf8"));
  if (!report) return { ...verdict, authentic: true, reply: { status: 400 } };
  return { ...verdict, authentic: true, events: [eventOf(report)], reply: { status: 200 } };
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

const reportShape = z.object({
  op: z.enum(["charge", "payout", "refund"]),
  id: z.string().min(1),
  railRef: z.string().min(1),
  status: z.string(),
  reason: z.string().optional(),
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

function readReport(text: string): Report | null {
  try {
    const parsed = reportShape.safeParse(JSON.parse(text));
    return parsed.success ? asReport(parsed.data) : null;
  } catch {
    return null;
  }
}

/** Safe: the body carries our own signature, so the reason in it is one that we wrote. */
function asReport(data: z.output<typeof reportShape>): Report {
  return data as Report;
}
