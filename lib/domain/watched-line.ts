/** What is known of a line of the health page that is bad, or was within the last day. */
export interface WatchedLine {
  /** Null: it is well again. */
  badSince: Date | null;
  /** When the operators were last told that it is bad. */
  toldAt: Date | null;
  /** They know, and are to be told when it is well. */
  isTold: boolean;
}

/** Shorter trouble, as a restart makes it, needs nobody. */
const patienceMs = 5 * 60_000;
/** However often it comes and goes, people are told no more often. */
const silenceMs = 24 * 60 * 60_000;

/**
 * What to remember of a line, and what to tell of it. A line that is bad for five minutes is told once a day, and once
 * that it is well again. `atOnce`: without the five minutes. `line` is null where nothing is to be remembered.
 */
export function watchLine(
  known: WatchedLine | null,
  { isBad, atOnce }: { isBad: boolean; atOnce: boolean },
  now: Date,
): { line: WatchedLine | null; tell: "bad" | "well" | null } {
  const since = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  const { badSince = null, toldAt = null, isTold = false } = known ?? {};
  const isQuiet = since(toldAt) < silenceMs;
  if (!isBad) {
    const line = isQuiet ? { badSince: null, toldAt, isTold: false } : null;
    return { line, tell: isTold ? "well" : null };
  }
  const began = badSince ?? now;
  if (!isQuiet && (atOnce || since(began) >= patienceMs))
    return { line: { badSince: began, toldAt: now, isTold: true }, tell: "bad" };
  return { line: { badSince: began, toldAt, isTold }, tell: null };
}
