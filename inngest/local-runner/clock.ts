/** Time as the runner sees it, so that tests can move it. `after` returns what cancels the call. */
export type Clock = { now: () => number; after: (ms: number, call: () => void) => () => void };

export const machineClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
