import type { GetStepTools } from "inngest";
import { inngest } from "@/lib/providers/inngest-client";
import type { Steps } from "./repeat-while-due";
import { cronOf, type Sweep, sweeps } from "./sweeps";

/** The sweeps for a real Inngest server, which calls them by HTTP. Without one, `clock.ts` runs them. */
export const functions = sweeps.map(toFunction);

const timer = "inngest/scheduled.timer";

function toFunction(sweep: Sweep) {
  const { id, wokenBy, atOnce = 1 } = sweep;
  const wakes = wokenBy ? [{ event: `sente/${wokenBy}.due` }] : [];
  return inngest.createFunction(
    { id, triggers: [{ cron: cronOf(sweep) }, ...wakes], concurrency: atOnce },
    ({ step, event }) => sweep.run(stepsOf(step), event.name === timer ? "cron" : "wake"),
  );
}

/** Safe: its results have gone through JSON, and a sweep makes dates of what were dates. */
function stepsOf(step: GetStepTools<typeof inngest>): Steps {
  return step as unknown as Steps;
}
