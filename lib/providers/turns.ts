/** Work that is dear: so many at a time, in turn. */
export interface Turns {
  /** What the work gives, in its turn. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** As many wait as may. */
  isFull(): boolean;
}

export interface TurnLimits {
  atOnce: number;
  waitingMax: number;
  /** How many times as long as its work a place rests after it: three times leave it a quarter of the time. */
  restTimes?: number;
}

/** Work that takes long waits for something, and does not keep others from theirs. */
const restMaxMs = 100;

export function createTurns({ atOnce, waitingMax, restTimes = 0 }: TurnLimits): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  /** The place is handed to the next one in the line. */
  const handOn = () => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((go) => queue.push(go));
    else running += 1;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const restMs = Math.min(restTimes * (performance.now() - startedAt), restMaxMs);
      if (restMs > 0) setTimeout(handOn, restMs);
      else handOn();
    }
  };
  return { take: inTurn, isFull: () => running >= atOnce && queue.length >= waitingMax };
}
