import { lastTimes } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { type HealthLine, waitOf } from "./line";

const watchMs = 2 * 60_000;
/** From here on it does not run: it calls every minute. */
export const stoppedMs = 3 * 60_000;

/** When the executor last called, as all processes see it. */
export async function readExecutor(world: World): Promise<HealthLine> {
  const { clock } = await lastTimes(world.pool);
  if (clock) return executorLine(world.clock.now().getTime() - clock.getTime());
  return {
    ...{ name: said("told_executor"), value: said("told_executorNever"), state: "unknown", todo: null },
    means: said("told_executor_means"),
  };
}

export function executorLine(agoMs: number): HealthLine {
  const isStopped = agoMs >= stoppedMs;
  return {
    name: said("told_executor"),
    value: said("told_executorAgo", { wait: waitOf(agoMs) }),
    state: isStopped ? "bad" : agoMs >= watchMs ? "watch" : "well",
    means: isStopped ? said("told_executorStopped_means") : said("told_executor_means"),
    todo: isStopped ? said("told_executorStopped_todo") : null,
  };
}
