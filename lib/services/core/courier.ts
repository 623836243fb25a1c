/**
 * The webhook attempts that one process is sending now. It is part of the world, so everything in that world shares it.
 */
export interface Courier {
  /** How many attempts are open, by endpoint. One that was answered by a 2xx is not, while it is recorded. */
  open: Map<number, number>;
  /** Attempts that began and are not recorded yet. */
  unrecorded: number;
  /** Endpoints with an attempt that ended since the last look of the pass. */
  freed: Set<number>;
  /** The results of attempts that ended since a pass last reported. */
  ended: { delivered: number; failed: number };
  /** Makes the one pass that begins attempts look at once. Null while there is no pass. */
  look: ((at: "everything" | "freed") => void) | null;
}

export function newCourier(): Courier {
  return { open: new Map(), unrecorded: 0, freed: new Set(), ended: { delivered: 0, failed: 0 }, look: null };
}
