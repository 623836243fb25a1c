/** What one look found. `unknown`: it could not be looked at, or there is nothing to look at. */
export interface Finding {
  /** Stays the same from version to version, for programs that read it. */
  id: string;
  state: "well" | "watch" | "bad" | "unknown";
  said: string;
  /** What to do about it. */
  todo?: string;
}

export const well = (id: string, said: string): Finding => ({ id, state: "well", said });
export const unknown = (id: string, said: string): Finding => ({ id, state: "unknown", said });
export const watch = (id: string, said: string, todo: string): Finding => ({
  id,
  state: "watch",
  said,
  todo,
});
export const bad = (id: string, said: string, todo: string): Finding => ({ id, state: "bad", said, todo });

/** The words of an error, which may be several in one. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map((one) => wordsOf(one)).join("; ");
  return error instanceof Error ? error.message : String(error);
}
