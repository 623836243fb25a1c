import type { FailureReason } from "@/lib/domain/failure-reason";

import { send } from "./callbacks";
import type { SandboxContext } from "./context";
import { withCallbacks, withSteps } from "./state";
import type { SandboxRecord, SandboxStep } from "./store";

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
