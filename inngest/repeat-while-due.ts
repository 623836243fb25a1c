import type { GetStepTools } from "inngest";
import type { inngest } from "@/lib/providers/inngest-client";

type Step = GetStepTools<typeof inngest>;

interface Pass {
  delivered: number;
  failed: number;
  nextDueAt: Date | null;
}

const cronName = "inngest/scheduled.timer";
/** The trigger of a run that waits for later work in any case. */
export const watchToTheEnd = cronName;
/** Shorter than the minute after which the cron runs again. */
const watchMs = 55_000;
const passesMax = 60;

/**
 * Runs passes until nothing is due within the next minute, sleeping between them, so that a retry planned in ten
 * seconds is made in ten seconds. Only the cron and runs whose own attempts failed wait for later work, so that a burst
 * of wake-ups does not leave many sleeping runs. Each pass and each sleep is a separate step, so an interrupted run
 * continues where it was.
 */
export async function repeatWhileDue(
  step: Step,
  trigger: string,
  pass: () => Promise<Pass>,
): Promise<{ passes: number }> {
  let startedAt: number | undefined;
  let waits = trigger === cronName;
  for (let number = 1; number <= passesMax; number += 1) {
    const result = await step.run(`pass-${number}`, async () => ({ ...(await pass()), endedAt: Date.now() }));
    startedAt ??= result.endedAt;
    waits ||= result.failed > 0;
    if (result.nextDueAt === null) return { passes: number };
    const dueAt = new Date(result.nextDueAt);
    if (dueAt.getTime() <= result.endedAt) continue;
    if (!waits || dueAt.getTime() > startedAt + watchMs) return { passes: number };
    await step.sleepUntil(`wait-${number}`, dueAt);
  }
  return { passes: passesMax };
}
