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
  /** A place rests as long as its work took, so that it has at most half of the time. */
  rests?: boolean;
}

export function createTurns({ atOnce, waitingMax, rests = false }: TurnLimits): Turns {
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
      if (rests) setTimeout(handOn, performance.now() - startedAt);
      else handOn();
    }
  };
  return { take: inTurn, isFull: () => running >= atOnce && queue.length >= waitingMax };
}
