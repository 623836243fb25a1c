/** What runs a sweep keeps the result of each step, where it can, and goes on there after an interruption. */
export interface Steps {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  sleepUntil(name: string, at: Date): Promise<unknown>;
}

/** What began a run: the minute, or work that somebody left. */
export type Trigger = "cron" | "wake";

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
  steps: Steps,
  trigger: Trigger,
  pass: () => Promise<{ delivered: number; failed: number; nextDueAt: Date | null }>,
): Promise<{ passes: number }> {
  let startedAt: number | undefined;
  let waits = trigger === "cron";
  for (let number = 1; number <= passesMax; number += 1) {
    const result = await steps.run(`pass-${number}`, async () => ({
      ...(await pass()),
      endedAt: Date.now(),
    }));
    startedAt ??= result.endedAt;
    waits ||= result.failed > 0;
    if (result.nextDueAt === null) return { passes: number };
    // A real Inngest server gives it back as text.
    const dueAt = new Date(result.nextDueAt);
    if (dueAt.getTime() <= result.endedAt) continue;
    if (!waits || dueAt.getTime() > startedAt + watchMs) return { passes: number };
    await steps.sleepUntil(`wait-${number}`, dueAt);
  }
  return { passes: passesMax };
}
