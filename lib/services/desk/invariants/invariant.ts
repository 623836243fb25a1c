/** A condition that always holds in the database. */
export interface Invariant {
  /** Its number in the list of invariants, docs/simulation.md. */
  number: number;
  /** The description of a violation. */
  broken: string;
  /** `quiet`: true only once the workers have caught up with the clock. */
  when: "always" | "quiet";
  /** A query whose rows (one column, `what`) name violations, of one store or of all. `$1` is the present instant. */
  find(isScoped: boolean): string;
}

type Only = (isScoped: boolean) => string;

/** In a query: the condition that limits it to one store by this column, or one that is always true. */
export function only(column: string): Only {
  return (isScoped) => (isScoped ? `${column} = $2` : "true");
}

function found(when: Invariant["when"]) {
  return (number: number, broken: string) =>
    (raw: TemplateStringsArray, ...parts: (string | Only)[]): Invariant => ({
      ...{ number, broken, when },
      find: (isScoped) =>
        String.raw({ raw }, ...parts.map((part) => (typeof part === "string" ? part : part(isScoped)))),
    });
}

/** An invariant is its number, what is broken, and the query: `` always(1, "…")`SELECT …` ``. */
export const always = found("always");
export const whenQuiet = found("quiet");

/** On ledger_postings p: the accounts that gave and took. */
export const accountsOfPosting = `
  JOIN ledger_accounts giver ON giver.id = p.from_account_id JOIN ledger_accounts taker ON taker.id = p.to_account_id`;
