/** Time as the runner sees it, so that tests can move it. `after` returns what cancels the call. */
export type Clock = { now: () => number; after: (ms: number, call: () => void) => () => void };

/** The longest nap: a machine that was suspended, or whose clock was set, is noticed by then. */
const napMaxMs = 30_000;

/** The door keeps the process alive, no timer does. */
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
