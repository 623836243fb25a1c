import { clocksInDoubt } from "@/lib/services/core/clock-doubt";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Runs a sweep that acts on dates, unless the clocks forbid it; the next run makes up for it. */
export async function whenClocksAgree<T>(sweep: () => Promise<T>): Promise<T | { waits: string }> {
  if (await clocksInDoubt(systemWorld())) return { waits: "The clocks cannot be trusted." };
  return sweep();
}
