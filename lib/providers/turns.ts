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
  const places = openPlaces(atOnce);
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await places.take();
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const restMs = Math.min(restTimes * (performance.now() - startedAt), restMaxMs);
      if (restMs > 0) setTimeout(places.leave, restMs);
      else places.leave();
    }
  };
  return {
    take: inTurn,
    isFull: () => places.taken() >= atOnce && places.waiting() >= waitingMax,
  };
}

/** Places for `count` at the same time, in the order of asking. Whoever took one leaves it once. */
export function openPlaces(count: number) {
  const asking: (() => void)[] = [];
  let taken = 0;
  return {
    taken: () => taken,
    waiting: () => asking.length,
    take(): Promise<void> {
      if (taken >= count) return new Promise((go) => asking.push(go));
      taken += 1;
      return Promise.resolve();
    },
    /** Gives the place to the next one who asked. */
    leave() {
      const next = asking.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}

/** What `work` gives; after `ms` what `late` gives or throws, and then nobody waits for the work any more. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((go) => {
    timer = setTimeout(go, ms);
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
