/** Errors that are planted in a provider's own list or balance, as they happen: by our id, or for what is none of ours. */
export interface Planted {
  /** The list does not have it. */
  leftOut: Set<string>;
  /** The list says so much more of it, in the provider's units. */
  more: Map<string, number>;
  /** The list has it twice. */
  twice: Set<string>;
  /** Payments that the list has and nobody here made. */
  foreign: { ourId: string; amount: number; currency: string }[];
  /** The balance is so much higher, in major units. */
  balance: number;
}

export function nothingPlanted(): Planted {
  return { leftOut: new Set(), more: new Map(), twice: new Set(), foreign: [], balance: 0 };
}

/** The rows of a list with what was planted among them. `idOf`: our id of a row. */
export function withPlanted<T extends { amount: number }>(
  rows: readonly T[],
  planted: Planted,
  idOf: (row: T) => string,
): T[] {
  return rows
    .filter((row) => !planted.leftOut.has(idOf(row)))
    .flatMap((row) => {
      const changed = { ...row, amount: row.amount + (planted.more.get(idOf(row)) ?? 0) };
      return planted.twice.has(idOf(row)) ? [changed, changed] : [changed];
    });
}
