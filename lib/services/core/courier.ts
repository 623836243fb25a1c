/** What one process is sending at this moment. It stands in the world, so that whoever shares a world shares it. */
export interface Courier {
  /** How many attempts are open, by endpoint. */
  open: Map<number, number>;
  /** Endpoints an attempt of which has ended since the pass looked last. */
  freed: Set<number>;
  /** What the attempts came to that ended since a pass reported last. */
  ended: { delivered: number; failed: number };
  /** Of the one pass that begins attempts: makes it look at once. Null while there is none. */
  look: ((at: "everything" | "freed") => void) | null;
}

export function newCourier(): Courier {
  return { open: new Map(), freed: new Set(), ended: { delivered: 0, failed: 0 }, look: null };
}

export function openCount({ open }: Courier): number {
  let count = 0;
  for (const each of open.values()) count += each;
  return count;
}
