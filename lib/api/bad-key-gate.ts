const attemptsMax = 60;
const windowMs = 60_000;

export interface BadKeyGate {
  /** Counts one attempt of this address; false, and not counted, when it has had its 60 in the last 60 seconds. */
  take(address: string): boolean;
  /** Takes the last one back: the key turned out to be good. */
  giveBack(address: string): void;
  /** Whole seconds until the address may try again. */
  secondsLeft(address: string): number;
  readonly size: number;
}

/**
 * Guessing at keys costs no query: bad and missing keys are counted by address in this process's memory. At most
 * `addressesMax` addresses are remembered; the ones that were quiet longest make room. `now` is in milliseconds of any
 * clock that does not run backwards.
 */
export function createBadKeyGate(now: () => number, addressesMax = 10_000): BadKeyGate {
  const attempts = new Map<string, number[]>();
  const recent = (address: string) => (attempts.get(address) ?? []).filter((at) => at > now() - windowMs);
  const remember = (address: string, times: number[]) => {
    attempts.delete(address);
    if (times.length > 0) attempts.set(address, times);
    const oldest = attempts.keys().next().value;
    if (attempts.size > addressesMax && oldest !== undefined) attempts.delete(oldest);
  };
  return {
    take(address) {
      const times = recent(address);
      if (times.length >= attemptsMax) return false;
      remember(address, [...times, now()]);
      return true;
    },
    giveBack(address) {
      remember(address, recent(address).slice(0, -1));
    },
    secondsLeft(address) {
      const oldest = recent(address)[0] ?? now();
      return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
    },
    get size() {
      return attempts.size;
    },
  };
}
