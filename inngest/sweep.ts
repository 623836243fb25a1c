import type { Topic } from "@/lib/providers/wake";
import { clocksInDoubt } from "@/lib/services/core/clock-doubt";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Steps, Trigger } from "./repeat-while-due";

/**
 * Work that is done by itself. Each is safe to miss and to repeat: its next run makes up for it. Where nothing else is said it
 * is also safe to run twice at once.
 */
export interface Sweep {
  id: string;
  /** When, in UTC; each minute where nothing is said. */
  cron?: string;
  /** What begins it at once, too. */
  wokenBy?: Topic;
  /** So many runs of it at the same time. One where nothing is said. */
  atOnce?: number;
  run(steps: Steps, trigger: Trigger): Promise<unknown>;
}

export function cronOf({ cron = "* * * * *" }: Sweep): string {
  return cron;
}

/** Runs a sweep pass after pass, until a pass says that no more is due. Not while the clocks are in doubt. */
export function untilDone(passesMax: number, pass: (number: number) => Promise<boolean>) {
  return whenClocksAgree(async () => {
    for (let number = 1; number <= passesMax; number += 1) {
      const more = await pass(number);
      if (!more) return { passes: number };
    }
    return { passes: passesMax };
  });
}

/** Runs a sweep that acts on dates, unless the clocks forbid it; the next run makes up for it. */
export async function whenClocksAgree<T>(sweep: () => Promise<T>): Promise<T | { waits: string }> {
  if (await clocksInDoubt(systemWorld())) return { waits: "The clocks cannot be trusted." };
  return sweep();
}
