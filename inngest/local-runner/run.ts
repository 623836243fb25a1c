import { wakeInstant } from "./duration";
import type { RunnerEvent } from "./event";
import { needsServer, type Op, type Reply, type StepProblem } from "./protocol";

/** What is remembered of a step, in the words of the protocol: it goes back to the SDK with every call. */
export type StepMemo = { type: "data"; data: unknown } | { type: "error"; error: StepProblem };

/** Something a run waits for: a call to the app (of the function as a whole, or of one planned step), or a sleep. */
export type Task = { kind: "call" | "sleep"; stepId: string; attempt: number; dueAt: number };

/** `completed` holds step ids in the order in which they ended; the SDK replays races and chains by it. */
export type Run = {
  id: string;
  functionId: string;
  event: RunnerEvent;
  steps: Record<string, StepMemo>;
  completed: string[];
  tasks: Task[];
};

export type Outcome =
  | { kind: "going" }
  | { kind: "completed"; data: unknown }
  | { kind: "failed"; error: StepProblem };

export type Step = { run: Run; outcome: Outcome };

/** `backoffMs` is how long to wait before attempt n (from 1) when the app did not say. */
export type RetryPolicy = { maxAttempts: number; backoffMs: (attempt: number) => number };

/** The step id by which the protocol calls the function as a whole, to find what comes next. */
export const wholeFunction = "step";

/** A run that has not been called yet. */
export function newRun(id: string, functionId: string, event: RunnerEvent, now: number): Run {
  return { id, functionId, event, steps: {}, completed: [], tasks: [discovery(now)] };
}

/** The run after the app answered one of its calls. Pure: the same run, task, reply and clock give the same step. */
export function applyReply(run: Run, task: Task, reply: Reply, policy: RetryPolicy, now: number): Step {
  const settled = { ...run, tasks: run.tasks.filter((each) => each !== task) };
  switch (reply.kind) {
    case "result":
      return { run: { ...settled, tasks: [] }, outcome: { kind: "completed", data: reply.data } };
    case "failure":
      return reply.final || isLastAttempt(task, policy)
        ? { run: { ...settled, tasks: [] }, outcome: { kind: "failed", error: reply.error } }
        : going(retried(settled, task, reply.retryAt, policy, now));
    case "ops":
      return applyOps(settled, task, reply.ops, reply.retryAt, policy, now);
  }
}

/** The run after one of its sleeps has ended. */
export function applyWake(run: Run, task: Task, now: number): Step {
  const rest = { ...run, tasks: run.tasks.filter((each) => each !== task) };
  return going(continued(memoised(rest, task.stepId, { type: "data", data: null }), now));
}

function applyOps(
  settled: Run,
  task: Task,
  ops: Op[],
  retryAt: number | undefined,
  policy: RetryPolicy,
  now: number,
): Step {
  let next = settled;
  for (const op of ops) {
    if (op.op === "RunComplete") {
      return { run: { ...next, tasks: [] }, outcome: { kind: "completed", data: op.data } };
    }
    const applied = applyOp(next, task, op, retryAt, policy, now);
    if (applied === undefined) {
      return { run: { ...next, tasks: [] }, outcome: { kind: "failed", error: unsupported(op) } };
    }
    next = applied;
  }
  return going(continued(next, now));
}

function applyOp(
  run: Run,
  task: Task,
  op: Op,
  retryAt: number | undefined,
  policy: RetryPolicy,
  now: number,
): Run | undefined {
  switch (op.op) {
    case "StepRun":
      return memoised(run, op.id, { type: "data", data: op.data });
    case "StepFailed":
      return memoised(run, op.id, { type: "error", error: op.error });
    case "StepError":
      return isLastAttempt(task, policy)
        ? memoised(run, op.id, { type: "error", error: op.error })
        : retried(run, task, retryAt, policy, now);
    case "StepPlanned":
      return waiting(run, { kind: "call", stepId: op.id, attempt: 0, dueAt: now });
    case "Sleep": {
      const dueAt = wakeInstant(op.name, now);
      return dueAt === undefined
        ? undefined
        : waiting(run, { kind: "sleep", stepId: op.id, attempt: 0, dueAt });
    }
    default:
      return undefined;
  }
}

/**
 * The function is called as a whole again only when nothing it waits for is open. Steps in parallel therefore settle
 * together, and no two calls can find, and run, the same next step at once.
 */
function continued(run: Run, now: number): Run {
  return run.tasks.length > 0 ? run : { ...run, tasks: [discovery(now)] };
}

function discovery(now: number): Task {
  return { kind: "call", stepId: wholeFunction, attempt: 0, dueAt: now };
}

function memoised(run: Run, stepId: string, memo: StepMemo): Run {
  if (run.steps[stepId] !== undefined) return run;
  return { ...run, steps: { ...run.steps, [stepId]: memo }, completed: [...run.completed, stepId] };
}

function retried(run: Run, task: Task, retryAt: number | undefined, policy: RetryPolicy, now: number): Run {
  const attempt = task.attempt + 1;
  return waiting(run, { ...task, attempt, dueAt: retryAt ?? now + policy.backoffMs(attempt) });
}

/** A step already awaited is not awaited twice: two calls may report the same one while others are open. */
function waiting(run: Run, task: Task): Run {
  const known = run.tasks.some((each) => each.stepId === task.stepId) || run.steps[task.stepId] !== undefined;
  return known ? run : { ...run, tasks: [...run.tasks, task] };
}

function isLastAttempt(task: Task, policy: RetryPolicy): boolean {
  return task.attempt + 1 >= policy.maxAttempts;
}

function going(run: Run): Step {
  return { run, outcome: { kind: "going" } };
}

const featureNames: Record<string, string> = {
  WaitForEvent: "step.waitForEvent",
  WaitForSignal: "step.waitForSignal",
  InvokeFunction: "step.invoke",
  AIGateway: "step.ai.infer",
  Gateway: "step.fetch",
  DeferAdd: "defer()",
  DeferAbort: "defer().abort",
};

function unsupported(op: Op): StepProblem {
  const feature =
    op.op === "Sleep" ? `A sleep until "${op.name}"` : (featureNames[op.op] ?? `The operation ${op.op}`);
  return { name: "Unsupported", message: `${feature} ${needsServer}` };
}
