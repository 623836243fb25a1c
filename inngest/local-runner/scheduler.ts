import { randomUUID } from "node:crypto";
import type { Call, Problem, Run, RunnerEvent } from "./call";
import { type Clock, nap, waitUntil } from "./clock";
import { type FunctionSpec, needsServer, nextTick } from "./functions";

export type SchedulerOptions = {
  clock: Clock;
  call: Call;
  log: (line: string) => void;
  /** How long to wait before attempt n (from 1). */
  backoffMs: (attempt: number) => number;
};

/** `isDue`: it may be called now. `hasBegun`: one of its calls has reached the app. */
type Active = Run & { identity: string; attempt: number; isDue: boolean; hasBegun: boolean };

/** Enough for any burst of wake-ups while the app restarts; more would only be repetitions. */
const maxRuns = 1000;

/**
 * Decides which function is called when. It makes no call before the first `resume`. All its state is in memory and may
 * be lost at any time: the database is the source of truth.
 */
export class Scheduler {
  private functions = new Map<string, FunctionSpec>();
  private crons = new Set<string>();
  /** Oldest first. */
  private runs = new Set<Active>();
  /** Runs with an open call. */
  private open = new Map<Active, Promise<void>>();
  /** The last error of each failing function, so that a line is logged when it changes and not once a minute. */
  private failing = new Map<string, string>();
  private isPaused = true;
  isStopped = false;
  private lastTick: string | null = null;

  /** How often the app has registered its functions. */
  registrations = 0;
  /** Called when the app is unreachable; no more calls are made until `resume`. */
  onUnreachable: (reason: string) => void = () => {};

  constructor(private readonly options: SchedulerOptions) {}

  register(specs: FunctionSpec[]): void {
    this.registrations += 1;
    this.functions.clear();
    for (const spec of specs) {
      const { id, crons, unsupported } = spec;
      if (unsupported.length > 0) {
        this.report(id, { name: "Unsupported", message: `${unsupported.join(", ")} ${needsServer}` });
        continue;
      }
      this.functions.set(id, spec);
      for (const cron of crons) if (!this.crons.has(`${id} ${cron}`)) void this.tick(id, cron);
    }
  }

  /** Starts a run of each function that an event triggers; false when there is no room for them all. */
  accept(events: RunnerEvent[]): boolean {
    const specs = [...this.functions.values()];
    const pairs = events.flatMap((event) => specs.map((spec) => ({ spec, event })));
    const triggered = pairs.filter(({ spec, event }) => spec.events.includes(event.name));
    return triggered.map(({ spec, event }) => this.enqueue(spec, event)).every(Boolean);
  }

  resume(): void {
    this.isPaused = false;
    this.callWhatMayBe();
  }

  /**
   * `queued` wait for their first call, `running` have a call open, `sleeping` have begun and wait for a time or a
   * slot.
   */
  counts() {
    const idle = [...this.runs].filter((run) => !this.open.has(run));
    const queued = idle.filter(({ hasBegun }) => !hasBegun).length;
    const functions = [...this.functions.keys()];
    const sleeping = idle.length - queued;
    return { queued, running: this.open.size, sleeping, functions, lastTick: this.lastTick };
  }

  /** Makes no more calls, and resolves when the open ones have been answered. */
  async drain(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.open.values());
  }

  /**
   * Several missed ticks count as one. The next tick is computed again after each nap, in case the clock was set back.
   */
  private async tick(id: string, cron: string): Promise<void> {
    const key = `${id} ${cron}`;
    this.crons.add(key);
    const { clock } = this.options;
    while (!this.isStopped) {
      const dueAt = nextTick(cron, clock.now());
      await nap(clock, dueAt);
      const spec = this.functions.get(id);
      if (!spec?.crons.includes(cron)) break;
      if (clock.now() < dueAt) continue;
      const ts = clock.now();
      this.lastTick = new Date(ts).toISOString();
      this.enqueue(spec, { id: randomUUID(), name: "inngest/scheduled.timer", ts, data: { cron } });
    }
    this.crons.delete(key);
  }

  /**
   * Starts a run, unless an identical run of the same function still waits for its first call. Dropping the second is
   * safe, because functions are idempotent sweeps of due work: the waiting run begins after this event, so after the
   * commit that the event announces, and will find that work. The same rule prevents a queue of cron ticks.
   */
  private enqueue({ id: functionId }: FunctionSpec, event: RunnerEvent): boolean {
    const identity = JSON.stringify([functionId, event.name, event.data]);
    for (const run of this.runs)
      if (run.identity === identity && !run.hasBegun && !this.open.has(run)) return true;
    if (this.runs.size >= maxRuns) return false;
    const run = { id: randomUUID(), functionId, event, steps: {}, identity };
    this.runs.add({ ...run, attempt: 0, isDue: true, hasBegun: false });
    this.callWhatMayBe();
    return true;
  }

  /** Calls due runs, within the concurrency of their functions; older runs go first. */
  private callWhatMayBe(): void {
    if (this.isPaused || this.isStopped) return;
    for (const run of this.runs) {
      if (!run.isDue || this.open.has(run)) continue;
      const beside = [...this.open.keys()].filter(({ functionId }) => functionId === run.functionId);
      const { concurrency = 1 } = this.functions.get(run.functionId) ?? {};
      if (beside.length < concurrency) this.open.set(run, this.carryOn(run));
    }
  }

  /** A run keeps its slot from call to call, and frees it while it waits for a time. */
  private async carryOn(run: Active): Promise<void> {
    const dueAt = await this.callUntilItWaits(run);
    run.isDue = false;
    this.open.delete(run);
    if (dueAt === null) this.runs.delete(run);
    this.callWhatMayBe();
    if (dueAt !== null)
      void waitUntil(this.options.clock, dueAt).then(() => {
        run.isDue = true;
        this.callWhatMayBe();
      });
  }

  /** Returns when the run continues; null when it has ended. A call that never arrived does not count as an attempt. */
  private async callUntilItWaits(run: Active): Promise<number | null> {
    const { clock, call, log, backoffMs } = this.options;
    while (!this.isStopped) {
      const spec = this.functions.get(run.functionId);
      if (!spec) return null;
      const outcome = await call(run, run.attempt, spec.maxAttempts);
      if (outcome.kind === "unreachable") {
        this.isPaused = true;
        this.onUnreachable(outcome.reason);
        break;
      }
      run.hasBegun = true;
      if (outcome.kind === "result") {
        if (this.failing.delete(spec.id)) log(`${spec.id} runs again.`);
        return null;
      }
      const { stepId, memo } = outcome;
      if (memo.type === "error") {
        run.attempt += 1;
        if (!outcome.isFinal && run.attempt < spec.maxAttempts) return clock.now() + backoffMs(run.attempt);
        if (!stepId) return this.report(spec.id, memo.error);
      }
      // A step that failed for good is an error that the function may catch.
      run.steps[stepId] = memo;
      run.attempt = 0;
      if (outcome.untilMs) return outcome.untilMs;
    }
    return clock.now();
  }

  private report(id: string, { name, message }: Problem): null {
    const problem = `${name}: ${message}`;
    if (this.failing.get(id) !== problem) this.options.log(`${id} failed. ${problem}`);
    this.failing.set(id, problem);
    return null;
  }
}
