import { identityOf, isTriggeredBy, type RunnerEvent } from "./event";
import type { FunctionSpec } from "./registry";
import { newRun, type Run, type Task } from "./run";

/** A run and what the runner knows beside it. `started` is true from the first call that reached the app. */
export type ActiveRun = {
  run: Run;
  spec: FunctionSpec;
  identity: string;
  started: boolean;
  createdAt: number;
  open: Set<Task>;
};

/** Runs by id, oldest first: a Map keeps its order, so a run that has begun is always before one that has not. */
export type Queue = {
  runs: Map<string, ActiveRun>;
  functions: Map<string, FunctionSpec>;
};

/** Enough for any burst of wakes while the app restarts; more than this would only grow a list of repetitions. */
const maxRuns = 1000;

export type QueueWorld = {
  now: () => number;
  newId: () => string;
  /** Told of a run that cannot be had, because the function asks for what only a real Inngest server does. */
  onUnsupported: (spec: FunctionSpec) => void;
};

/** Starts a run of each function that the event triggers. False when there is no room for it. */
export function enqueueEvent(queue: Queue, event: RunnerEvent, world: QueueWorld): boolean {
  let hasRoom = true;
  for (const spec of queue.functions.values()) {
    if (isTriggeredBy(spec, event)) hasRoom = enqueueRun(queue, spec, event, world) && hasRoom;
  }
  return hasRoom;
}

/**
 * Starts a run, unless an identical one of the same function still waits for its first call. Dropping the second is
 * safe because functions are idempotent sweeps of what is due: the waiting run begins after this event, so after the
 * commit that the event announces, and will see that work. The same rule keeps the ticks of a cron from piling up.
 */
export function enqueueRun(queue: Queue, spec: FunctionSpec, event: RunnerEvent, world: QueueWorld): boolean {
  if (spec.unsupported.length > 0) {
    world.onUnsupported(spec);
    return true;
  }
  const identity = identityOf(event) ?? event.id;
  for (const waiting of queue.runs.values()) {
    if (!waiting.started && waiting.spec.id === spec.id && waiting.identity === identity) return true;
  }
  if (queue.runs.size >= maxRuns) return false;
  const run = newRun(world.newId(), spec.id, event, world.now());
  queue.runs.set(run.id, { run, spec, identity, started: false, createdAt: world.now(), open: new Set() });
  return true;
}

/** The calls that may be made now: due, not yet open, and within the concurrency of their function; oldest run first. */
export function callsToMake(queue: Queue, now: number): { active: ActiveRun; task: Task }[] {
  const openByFunction = new Map<string, number>();
  for (const { spec, open } of queue.runs.values()) {
    openByFunction.set(spec.id, (openByFunction.get(spec.id) ?? 0) + open.size);
  }
  const calls: { active: ActiveRun; task: Task }[] = [];
  for (const active of queue.runs.values()) {
    for (const task of active.run.tasks) {
      const count = openByFunction.get(active.spec.id) ?? 0;
      if (task.kind !== "call" || task.dueAt > now || active.open.has(task)) continue;
      if (count >= active.spec.concurrency) break;
      openByFunction.set(active.spec.id, count + 1);
      calls.push({ active, task });
    }
  }
  return calls;
}

/** The instant at which a run has taken longer than its `timeouts.finish`; infinity without one. */
export function deadlineOf(active: ActiveRun): number {
  const { finishWithinMs } = active.spec;
  return finishWithinMs === undefined ? Number.POSITIVE_INFINITY : active.createdAt + finishWithinMs;
}

export type QueueCounts = { queued: number; running: number; sleeping: number };

/** `queued` wait for their first call, `running` have a call open, `sleeping` have begun and wait for a time or a slot. */
export function countRuns(queue: Queue): QueueCounts {
  const counts = { queued: 0, running: 0, sleeping: 0 };
  for (const active of queue.runs.values()) {
    if (active.open.size > 0) counts.running += 1;
    else if (active.started) counts.sleeping += 1;
    else counts.queued += 1;
  }
  return counts;
}
