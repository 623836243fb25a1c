/** Work that is dear: so many at a time, in turn. */
export interface Turns {
  /** What the work gives, in its turn. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** As many wait as may. */
  isFull(): boolean;
}

export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((go) => queue.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed to the next one in the line.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return { take: inTurn, isFull: () => running >= atOnce && queue.length >= waitingMax };
}
