/**
 * One thing that is always true of the database. `find` gives a query whose rows (one column, `what`) name what breaks
 * it. `$1` is the present instant. `only("o.store_id")` is the condition that keeps it to one store, or one that is
 * always true.
 */
export interface Invariant {
  /** Its number in the list of invariants, docs/simulation.md. */
  number: number;
  /** What is wrong where a row is found. */
  broken: string;
  /** `quiet`: true only once the workers have caught up with the clock. */
  when: "always" | "quiet";
  find(only: (column: string) => string): string;
}

export function always(number: number, broken: string, find: Invariant["find"]): Invariant {
  return { number, broken, when: "always", find };
}

export function whenQuiet(number: number, broken: string, find: Invariant["find"]): Invariant {
  return { number, broken, when: "quiet", find };
}
