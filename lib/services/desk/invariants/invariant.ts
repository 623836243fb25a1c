/**
 * A condition that always holds in the database. `find` returns a query whose rows (one column, `what`) name
 * violations. `$1` is the present instant. `only("o.store_id")` is the condition that limits it to one store, or one
 * that is always true.
 */
export interface Invariant {
  /** Its number in the list of invariants, docs/simulation.md. */
  number: number;
  /** The description of a violation. */
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
