import canonicalize from "canonicalize";
import { needsServer } from "./functions";
import { parseJson, recordOf, type Send, textOr } from "./send";

/** An event as the SDK sends it and as a function receives it. `ts` is in milliseconds. */
export type RunnerEvent = { id: string; name: string; ts: number; data: object; [extra: string]: unknown };

/** An error as the SDK serialises it; other fields go back to the function unchanged. */
export type Problem = { name: string; message: string; [extra: string]: unknown };

/** The stored result of a step, in the terms of the protocol: it goes back to the SDK with every call. */
export type Memo = { type: "data"; data: unknown } | { type: "error"; error: Problem };

/** A run of a function: its triggering event, and its steps by their hashed ids in the order in which they ended. */
export type Run = { id: string; functionId: string; event: RunnerEvent; steps: Record<string, Memo> };

/**
 * The result of one call. `memo` is an error when the step failed or, without a step, the function. `isFinal`: do not
 * retry. `untilMs`: when the function continues after a sleep.
 */
export type Outcome =
  | { kind: "result" }
  | { kind: "step"; stepId: string; memo: Memo; untilMs?: number; isFinal?: boolean }
  | { kind: "unreachable"; reason: string };

export type Call = (run: Run, attempt: number, maxAttempts: number) => Promise<Outcome>;

/** Makes one signed request, in which a function does its next step in the app. Never rejects. */
export function createCall(send: Send, appUrl: string, timeoutMs: number): Call {
  return async (run, attempt, maxAttempts) => {
    const url = new URL(appUrl);
    url.searchParams.set("fnId", run.functionId);
    // Runs the whole function, to find the next step.
    url.searchParams.set("stepId", "step");
    const body = bodyOf(run, attempt, maxAttempts);
    if (body === null) return failure("UnwritableState", "A step's data cannot be sent back.", true);
    const sent = await send("POST", url, body, timeoutMs);
    if (sent.kind === "unreachable") return sent;
    if (sent.kind === "lost") return failure("LostCall", `The app did not answer: ${sent.reason}.`);
    const said = parseJson(sent.body);
    if (sent.status === 200) return { kind: "result" };
    if (sent.status === 206) return outcomeOf(said);
    const isFinal = sent.headers["x-inngest-no-retry"] === "true";
    return failed("", problemOf(said, `The app answered ${sent.status}.`), isFinal);
  };
}

/**
 * The canonical JSON of one call: exactly these bytes are signed. With version -1 the SDK chooses its own execution.
 */
function bodyOf({ id, event, steps }: Run, attempt: number, maxAttempts: number): string | null {
  const done = Object.keys(steps);
  const stack = { stack: done, current: Math.max(0, done.length - 1) };
  const about = { run_id: id, attempt, max_attempts: maxAttempts, stack };
  const ctx = { ...about, disable_immediate_execution: false, use_api: false };
  try {
    return canonicalize({ version: -1, event, events: [event], steps, ctx }) ?? null;
  } catch {
    return null;
  }
}

/** Reads the SDK's list of found or finished steps. Our functions run their steps in sequence, so it holds one. */
function outcomeOf(said: unknown): Outcome {
  const [first, ...others] = [said].flat().map(recordOf);
  const stepId = textOr(first?.id, "");
  const problem = problemOf(first?.error, "The step failed without a message.");
  if (others.length > 0 || first?.op === "StepPlanned") return unsupported("A step beside another one");
  switch (first?.op) {
    case "RunComplete":
      return { kind: "result" };
    case "StepRun":
      return { kind: "step", stepId, memo: { type: "data", data: first.data ?? null } };
    case "StepError":
      return failed(stepId, problem, false);
    case "StepFailed":
      return failed(stepId, problem, true);
    case "Sleep": {
      const untilMs = Date.parse(String(first.name));
      if (Number.isNaN(untilMs)) return unsupported("step.sleep");
      return { kind: "step", stepId, memo: { type: "data", data: null }, untilMs };
    }
    default:
      return unsupported(`The operation ${first?.op}`);
  }
}

function problemOf(value: unknown, otherwise: string): Problem {
  const { name, message, error, ...rest } = recordOf(value);
  return { ...rest, name: textOr(name, "Error"), message: textOr(message, textOr(error, otherwise)) };
}

function failed(stepId: string, error: Problem, isFinal: boolean): Outcome {
  return { kind: "step", stepId, memo: { type: "error", error }, isFinal };
}

function failure(name: string, message: string, isFinal = false): Outcome {
  return failed("", { name, message }, isFinal);
}

function unsupported(feature: string): Outcome {
  return failure("Unsupported", `${feature} ${needsServer}`, true);
}
