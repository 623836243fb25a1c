import type { Call } from "./caller";
import type { Clock } from "./clock";
import { nextTick } from "./cron";
import type { RunnerEvent } from "./event";
import { needsServer, type StepProblem } from "./protocol";
import type { Queue, QueueCounts, QueueWorld } from "./queue";
import { type ActiveRun, callsToMake, countRuns, deadlineOf, enqueueEvent, enqueueRun } from "./queue";
import type { FunctionSpec } from "./registry";
import { applyReply, applyWake, type RetryPolicy, type Step, type Task } from "./run";

export type SchedulerOptions = {
  clock: Clock;
  call: Call;
  log: (line: string) => void;
  newId: () => string;
  backoffMs: RetryPolicy["backoffMs"];
  callTimeoutMs: number;
  /** Called once when a call finds nobody listening; the scheduler makes no more calls until `resume`. */
  onUnreachable: (reason: string) => void;
};

/** All of it is in memory and may be lost at any time: the database has the truth. */
type State = {
  options: SchedulerOptions;
  queue: Queue;
  ticks: Map<string, Tick>;
  /** What each failing function said last, so that a line is written when it changes and not once a minute. */
  failing: Map<string, string>;
  onDrained: (() => void)[];
  isPaused: boolean;
  isStopped: boolean;
  isFull: boolean;
  lastTick: number | undefined;
  cancelNap: () => void;
};

type Tick = { spec: FunctionSpec; cron: string; setAt: number; dueAt: number };

export type Scheduler = {
  register: (specs: FunctionSpec[]) => void;
  /** Starts the runs that the events trigger; false when the queue is full. */
  accept: (events: RunnerEvent[]) => boolean;
  resume: () => void;
  counts: () => QueueCounts & { functions: string[]; lastTick: number | undefined };
  /** Makes no more calls, and resolves when the open ones have been answered. */
  drain: () => Promise<void>;
};

/** The longest the runner sleeps: a machine that was suspended, or whose clock was set, is noticed by then. */
const maxNapMs = 30_000;

/** Decides what is called when. It makes no call before the first `resume`. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const state: State = {
    options,
    queue: { runs: new Map(), functions: new Map() },
    ticks: new Map(),
    failing: new Map(),
    onDrained: [],
    isPaused: true,
    isStopped: false,
    isFull: false,
    lastTick: undefined,
    cancelNap: () => {},
  };
  return {
    register: (specs) => register(state, specs),
    accept: (events) => accept(state, events),
    resume: () => {
      state.isPaused = false;
      pump(state);
    },
    counts: () => ({
      ...countRuns(state.queue),
      functions: [...state.queue.functions.keys()],
      lastTick: state.lastTick,
    }),
    drain: () => drain(state),
  };
}

function register(state: State, specs: FunctionSpec[]): void {
  const { queue } = state;
  queue.functions = new Map(specs.map((spec) => [spec.id, spec]));
  state.ticks = ticksOf(specs, state.ticks, state.options.clock.now());
  for (const spec of specs) if (spec.unsupported.length > 0) reportFailure(state, spec, unsupported(spec));
  for (const [id, active] of queue.runs) {
    const spec = queue.functions.get(active.spec.id);
    if (spec !== undefined) active.spec = spec;
    else if (active.open.size === 0) queue.runs.delete(id);
  }
  pump(state);
}

/** A tick that is known keeps its time: a registration at the very minute must not swallow that minute. */
function ticksOf(specs: FunctionSpec[], known: Map<string, Tick>, now: number): Map<string, Tick> {
  const ticks = new Map<string, Tick>();
  for (const spec of specs) {
    for (const cron of spec.crons) {
      const key = `${spec.id} ${cron}`;
      const before = known.get(key);
      ticks.set(key, before ? { ...before, spec } : { spec, cron, setAt: now, dueAt: nextTick(cron, now) });
    }
  }
  return ticks;
}

function accept(state: State, events: RunnerEvent[]): boolean {
  const hadRoom = events.map((event) => enqueueEvent(state.queue, event, queueWorld(state))).every(Boolean);
  if (!hadRoom && !state.isFull)
    state.options.log("The queue is full; events are refused until it is shorter.");
  state.isFull = !hadRoom;
  pump(state);
  return hadRoom;
}

/**
 * Does everything that is due, then sleeps until the next thing is. Called whenever anything has changed. The clock is
 * read once: what falls due between two readings would be neither done by this round nor waited for by its nap.
 */
function pump(state: State): void {
  const { clock } = state.options;
  state.cancelNap();
  if (state.isStopped) return;
  const now = clock.now();
  fireTicks(state, now);
  for (const active of state.queue.runs.values()) settleDue(state, active, now);
  if (!state.isPaused)
    for (const { active, task } of callsToMake(state.queue, now)) begin(state, active, task);
  state.cancelNap = clock.after(napMs(state, now), () => pump(state));
}

/** Missed ticks are one tick, and a clock that was set back does not silence a cron until it has caught up. */
function fireTicks(state: State, now: number): void {
  for (const tick of state.ticks.values()) {
    const isDue = tick.dueAt <= now;
    if (isDue) {
      state.lastTick = now;
      const data = { cron: tick.cron };
      const event = { id: state.options.newId(), name: "inngest/scheduled.timer", ts: now, data };
      enqueueRun(state.queue, tick.spec, event, queueWorld(state));
    }
    if (isDue || now < tick.setAt) {
      tick.setAt = now;
      tick.dueAt = nextTick(tick.cron, now);
    }
  }
}

function settleDue(state: State, active: ActiveRun, now: number): void {
  if (deadlineOf(active) <= now && active.open.size === 0) {
    const error = { name: "TimedOut", message: "The run took longer than its timeouts.finish." };
    advance(state, active, { run: active.run, outcome: { kind: "failed", error } });
    return;
  }
  for (const task of active.run.tasks) {
    if (task.kind === "sleep" && task.dueAt <= now) advance(state, active, applyWake(active.run, task, now));
  }
}

function begin(state: State, active: ActiveRun, task: Task): void {
  const { clock, call, callTimeoutMs, backoffMs } = state.options;
  const { maxAttempts } = active.spec;
  const wasStarted = active.started;
  active.started = true;
  active.open.add(task);
  const timeoutMs = Math.max(1, Math.min(callTimeoutMs, deadlineOf(active) - clock.now()));
  void call(active.run, task, maxAttempts, timeoutMs).then((outcome) => {
    active.open.delete(task);
    if (outcome.kind === "unreachable") {
      active.started = wasStarted;
      pause(state, outcome.reason);
    } else if (state.queue.runs.has(active.run.id)) {
      advance(
        state,
        active,
        applyReply(active.run, task, outcome.reply, { maxAttempts, backoffMs }, clock.now()),
      );
    }
    finishDraining(state);
    pump(state);
  });
}

/** A call that never arrived is no attempt: it stays due, and is made again when the app is back. */
function pause(state: State, reason: string): void {
  const wasPaused = state.isPaused;
  state.isPaused = true;
  if (!wasPaused && !state.isStopped) state.options.onUnreachable(reason);
}

function advance(state: State, active: ActiveRun, step: Step): void {
  active.run = step.run;
  if (step.outcome.kind === "going") return;
  state.queue.runs.delete(active.run.id);
  if (step.outcome.kind === "completed") {
    if (state.failing.delete(active.spec.id)) state.options.log(`${active.spec.id} runs again.`);
    return;
  }
  const { error } = step.outcome;
  reportFailure(state, active.spec, error);
  const data = { function_id: active.spec.id, run_id: active.run.id, error, event: active.run.event };
  const { newId, clock } = state.options;
  const event = { id: newId(), name: "inngest/function.failed", ts: clock.now(), data };
  enqueueEvent(state.queue, event, queueWorld(state));
}

function reportFailure(state: State, spec: FunctionSpec, error: StepProblem): void {
  const problem = `${error.name}: ${error.message}`;
  if (state.failing.get(spec.id) !== problem) state.options.log(`${spec.id} failed. ${problem}`);
  state.failing.set(spec.id, problem);
}

function unsupported(spec: FunctionSpec): StepProblem {
  return { name: "Unsupported", message: `${spec.unsupported.join(", ")} ${needsServer}` };
}

/** What is due already waits for a slot or for the app, and either of them wakes the scheduler itself. */
function napMs(state: State, now: number): number {
  let dueAt = now + maxNapMs;
  for (const tick of state.ticks.values()) dueAt = Math.min(dueAt, tick.dueAt);
  for (const active of state.queue.runs.values()) {
    if (active.open.size === 0) dueAt = Math.min(dueAt, deadlineOf(active));
    for (const task of active.run.tasks) if (task.dueAt > now) dueAt = Math.min(dueAt, task.dueAt);
  }
  return Math.max(1, dueAt - now);
}

function drain(state: State): Promise<void> {
  state.isStopped = true;
  state.cancelNap();
  return new Promise((resolve) => {
    state.onDrained.push(resolve);
    finishDraining(state);
  });
}

function finishDraining(state: State): void {
  if (!state.isStopped || countRuns(state.queue).running > 0) return;
  for (const resolve of state.onDrained.splice(0)) resolve();
}

function queueWorld(state: State): QueueWorld {
  const { clock, newId } = state.options;
  const onUnsupported = (spec: FunctionSpec) => reportFailure(state, spec, unsupported(spec));
  return { now: clock.now, newId, onUnsupported };
}
