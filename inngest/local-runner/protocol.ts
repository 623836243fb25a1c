import canonicalize from "canonicalize";
import { retryInstant } from "./duration";
import { isRecord, type JsonRecord, parseJson, textAt } from "./json";
import type { Run } from "./run";

/** One answer of the app to a call, in the terms of the reducer. */
export type Reply =
  | { kind: "ops"; ops: Op[]; retryAt: number | undefined }
  | { kind: "result"; data: unknown }
  | { kind: "failure"; error: StepProblem; final: boolean; retryAt: number | undefined };

/** What the SDK found or did: `StepRun`, `StepPlanned`, `Sleep`, … with the hashed id of the step. */
export type Op = { id: string; op: string; name: string; data: unknown; error: StepProblem };

/** An error as the SDK serialises it; whatever else it carries goes back to the function untouched. */
export type StepProblem = { name: string; message: string; [extra: string]: unknown };

/** The HTTP answer as it came: lower-case header names, body as text. */
export type HttpAnswer = { status: number; headers: Record<string, string | undefined>; body: string };

/** The canonical JSON of one call, the exact bytes that are signed. Version -1 lets the SDK choose its own execution. */
export function callBody(run: Run, attempt: number, maxAttempts: number): string {
  const body = canonicalize({
    version: -1,
    event: run.event,
    events: [run.event],
    steps: run.steps,
    ctx: {
      run_id: run.id,
      attempt,
      max_attempts: maxAttempts,
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack: run.completed, current: Math.max(0, run.completed.length - 1) },
    },
  });
  if (body === undefined) throw new Error("A call could not be written as JSON.");
  return body;
}

/** 206 is a list of ops, 200 the function's result; everything else is a failure, final only where the SDK says so. */
export function readReply(answer: HttpAnswer, nowMs: number): Reply {
  const body = parseJson(answer.body);
  const retryAt = retryInstant(answer.headers["retry-after"], nowMs);
  if (answer.status === 200) return { kind: "result", data: body ?? null };
  if (answer.status === 206) {
    const ops = Array.isArray(body) ? body.map(readOp) : [];
    const known = ops.filter((op) => op !== undefined);
    if (known.length > 0 && known.length === ops.length) return { kind: "ops", ops: known, retryAt };
    return failure("UnreadableAnswer", "The app answered 206 without a list of steps.");
  }
  if (answer.status === 201) {
    return failure("Unsupported", `Streaming (INNGEST_STREAMING) ${needsServer}`, true);
  }
  const final = answer.headers["x-inngest-no-retry"] === "true";
  return { kind: "failure", error: readProblem(body, `The app answered ${answer.status}.`), final, retryAt };
}

/** Ends every message about something that only a real Inngest server does. */
export const needsServer =
  "is not supported by the local runner; point the app at a real Inngest server (docs/self-hosting.md).";

/** A failure of the runner's own making: the call had no readable answer. */
export function failure(name: string, message: string, final = false): Reply {
  return { kind: "failure", error: { name, message }, final, retryAt: undefined };
}

function readOp(value: unknown): Op | undefined {
  const id = isRecord(value) ? textAt(value, "id") : undefined;
  const op = isRecord(value) ? textAt(value, "op") : undefined;
  if (!isRecord(value) || id === undefined || op === undefined) return undefined;
  return {
    id,
    op,
    name: textAt(value, "name") ?? "",
    data: value.data ?? null,
    error: readProblem(value.error, "The step failed without a message."),
  };
}

function readProblem(value: unknown, otherwise: string): StepProblem {
  const record: JsonRecord = isRecord(value) ? value : {};
  return {
    ...record,
    name: textAt(record, "name") ?? "Error",
    message: textAt(record, "message") ?? textAt(record, "error") ?? otherwise,
  };
}
