/** Limits expensive work: a few at a time, the others in turn. */
export interface Turns {
  /** Runs the work in its turn and returns its result. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the queue is full. */
  isFull(): boolean;
}

export interface TurnLimits {
  atOnce: number;
  waitingMax: number;
  /** How many times the duration of its work a slot rests afterwards: with three, it works a quarter of the time. */
  restTimes?: number;
}

/** Long work mostly waits for something and does not block others, so the rest has a maximum. */
const restMaxMs = 100;

export function createTurns({ atOnce, waitingMax, restTimes = 0 }: TurnLimits): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  /** Gives the slot to the next one in the queue. */
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
