import { expect, test } from "vitest";
import type { Op, Reply } from "./protocol";
import { applyReply, applyWake, newRun, type Run, type Task, wholeFunction } from "./run";

const event = { id: "e", name: "go", ts: 0, data: {} };
const policy = { maxAttempts: 3, backoffMs: (attempt: number) => attempt * 100 };
const error = { name: "Error", message: "no" };

function op(name: string, id: string, extra: Partial<Op> = {}): Op {
  return { id, op: name, name: "", data: null, error, ...extra };
}

function ops(...list: Op[]): Reply {
  return { kind: "ops", ops: list, retryAt: undefined };
}

function only(run: Run): Task {
  const [task, ...others] = run.tasks;
  if (task === undefined || others.length > 0) throw new Error(`${run.tasks.length} tasks, not one`);
  return task;
}

const fresh = newRun("r", "f", event, 1000);

test("a step's data is remembered, and the function is called again as a whole", () => {
  const { run, outcome } = applyReply(fresh, only(fresh), ops(op("StepRun", "a", { data: 1 })), policy, 1005);
  expect(outcome.kind).toBe("going");
  expect(run.steps).toEqual({ a: { type: "data", data: 1 } });
  expect(run.completed).toEqual(["a"]);
  expect(only(run)).toEqual({ kind: "call", stepId: wholeFunction, attempt: 0, dueAt: 1005 });
  expect(fresh.steps).toEqual({});
});

test("planned steps are called one by one, and the whole only when the last has settled, in the order they ended", () => {
  let { run } = applyReply(
    fresh,
    only(fresh),
    ops(op("StepPlanned", "a"), op("StepPlanned", "b")),
    policy,
    1,
  );
  const [a, b] = run.tasks;
  if (a === undefined || b === undefined) throw new Error("two steps were planned");
  run = applyReply(run, b, ops(op("StepRun", "b")), policy, 2).run;
  expect(run.tasks).toEqual([a]);
  run = applyReply(run, a, ops(op("StepRun", "a")), policy, 3).run;
  expect(run.completed).toEqual(["b", "a"]);
  expect(only(run).stepId).toBe(wholeFunction);
});

test("a sleep is due when it says, by duration or by date, and wakes to null", () => {
  let { run } = applyReply(fresh, only(fresh), ops(op("Sleep", "s", { name: "1m30s" })), policy, 1000);
  const sleep = only(run);
  expect(sleep).toEqual({ kind: "sleep", stepId: "s", attempt: 0, dueAt: 91_000 });
  run = applyWake(run, sleep, 91_000).run;
  expect(run.steps).toEqual({ s: { type: "data", data: null } });
  const until = op("Sleep", "u", { name: "2026-01-01T00:00:00.000Z" });
  expect(only(applyReply(run, only(run), ops(until), policy, 0).run).dueAt).toBe(Date.UTC(2026, 0, 1));
});

test("a step that may be retried is called again after the backoff, and after its last attempt becomes an error", () => {
  let { run } = applyReply(fresh, only(fresh), ops(op("StepError", "a")), policy, 0);
  expect(only(run)).toMatchObject({ stepId: wholeFunction, attempt: 1, dueAt: 100 });
  run = applyReply(run, only(run), ops(op("StepError", "a")), policy, 0).run;
  expect(only(run)).toMatchObject({ attempt: 2, dueAt: 200 });
  run = applyReply(run, only(run), ops(op("StepError", "a")), policy, 0).run;
  expect(run.steps).toEqual({ a: { type: "error", error } });
  expect(only(run)).toMatchObject({ stepId: wholeFunction, attempt: 0 });
});

test("an instant given by the app goes before the backoff", () => {
  const reply: Reply = { kind: "failure", error, final: false, retryAt: 77_000 };
  expect(only(applyReply(fresh, only(fresh), reply, policy, 0).run).dueAt).toBe(77_000);
});

test("a failure ends the run when it is final, or at the last attempt, and not before", () => {
  const failing = (final: boolean): Reply => ({ kind: "failure", error, final, retryAt: undefined });
  expect(applyReply(fresh, only(fresh), failing(true), policy, 0).outcome).toEqual({ kind: "failed", error });
  let run = fresh;
  for (const expected of ["going", "going", "failed"]) {
    const step = applyReply(run, only(run), failing(false), policy, 0);
    expect(step.outcome.kind).toBe(expected);
    run = step.run;
  }
  expect(run.tasks).toEqual([]);
});

test("a result ends the run, also when it comes as the op RunComplete", () => {
  const plain = applyReply(fresh, only(fresh), { kind: "result", data: 7 }, policy, 0);
  const asOp = applyReply(fresh, only(fresh), ops(op("RunComplete", "complete", { data: 7 })), policy, 0);
  for (const { outcome, run } of [plain, asOp]) {
    expect(outcome).toEqual({ kind: "completed", data: 7 });
    expect(run.tasks).toEqual([]);
  }
});

test.each([
  ["WaitForEvent", "step.waitForEvent"],
  ["WaitForSignal", "step.waitForSignal"],
  ["InvokeFunction", "step.invoke"],
  ["AIGateway", "step.ai.infer"],
  ["Gateway", "step.fetch"],
  ["DeferAdd", "defer()"],
  ["SomethingNew", "The operation SomethingNew"],
])("%s fails the run with the name of the feature", (code, feature) => {
  const { outcome } = applyReply(fresh, only(fresh), ops(op(code, "x")), policy, 0);
  expect(outcome).toMatchObject({ kind: "failed", error: { message: expect.stringContaining(feature) } });
  expect(outcome).toMatchObject({ error: { message: expect.stringContaining("docs/self-hosting.md") } });
});
