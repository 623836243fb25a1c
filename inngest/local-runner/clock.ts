/** The runner's time, so that tests can move it. `after` returns a function that cancels the call. */
export type Clock = { now: () => number; after: (ms: number, call: () => void) => () => void };

/** The longest nap: after it, a suspended machine or a changed clock is noticed. */
const napMaxMs = 30_000;

/** The HTTP server keeps the process alive; timers do not. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Ends at this instant, or after the longest nap where that is earlier. */
export function nap(clock: Clock, untilMs: number): Promise<void> {
  return new Promise(
    (done) => void clock.after(Math.min(Math.max(0, untilMs - clock.now()), napMaxMs), done),
  );
}

export async function waitUntil(clock: Clock, instantMs: number): Promise<void> {
  while (clock.now() < instantMs) await nap(clock, instantMs);
}
