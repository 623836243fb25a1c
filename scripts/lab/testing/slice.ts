import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

/** What decides which part a run takes. `test:long`, or a person who looks for one case, sets it in the environment. */
export interface Choice {
  /** Each commit selects a different part, so that many commits together run everything. */
  commit: string;
  /** "1" for everything; "2/4" for the second of four parts of it. */
  long?: string | undefined;
}

/**
 * The part of a long sweep that this run takes: one of `parts`, selected by the commit. `nameOf` gives each item a
 * unique name; only the names decide which items are together, so that machine, files and order of tests do not matter.
 */
export function slice<T>(
  sweep: string,
  items: readonly T[],
  parts: number,
  nameOf?: (item: T) => string,
): T[] {
  const chosen = sliceOf(sweep, items, parts, choice(), nameOf);
  say(sweep, chosen.length, items.length);
  return chosen;
}

/** Only SEEDS=7,8 when set; otherwise the seeds that once found a bug, and this run's part of the others. */
export function sliceOfSeeds(
  sweep: string,
  count: number,
  parts: number,
  found: readonly number[] = [],
): number[] {
  const wanted = wantedSeeds();
  if (wanted) return wanted;
  const others = Array.from({ length: count }, (_, at) => at + 1).filter((seed) => !found.includes(seed));
  const chosen = [...found, ...sliceOf(sweep, others, parts, choice())];
  say(sweep, chosen.length, found.length + others.length);
  return chosen;
}

/** The seeds that were requested explicitly. */
export function wantedSeeds(): number[] | undefined {
  return process.env.SEEDS?.split(",").map(Number);
}

/** The same for one item, when the others are not known yet. Then the parts are only about equal in size. */
export function isInSlice(sweep: string, name: string, parts: number): boolean {
  return isDrawn(sweep, name, parts, choice());
}

export function isDrawn(sweep: string, name: string, parts: number, { commit, long }: Choice): boolean {
  if (long === "1") return true;
  const [part, of] = partOf(sweep, parts, { commit, long });
  return numberOf(`${sweep} ${name}`) % of === part;
}

/** The same items, starting with the one that this commit selects: when time is short, each comes first sometimes. */
export function commitsTurn<T>(sweep: string, items: readonly T[]): T[] {
  return turned(sweep, items, commit());
}

export function turned<T>(sweep: string, items: readonly T[], commit: string): T[] {
  const first = numberOf(`${commit} ${sweep}`) % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** How often to run a test of random values: values differ each time, so fewer runs per commit add up over commits. */
export function runs(whole: number, parts: number): number {
  return runsOf(whole, parts, choice());
}

export function runsOf(whole: number, parts: number, { long }: Choice): number {
  return long ? whole : Math.ceil(whole / parts);
}

/** The selection itself, as a pure function. The items keep their order. */
export function sliceOf<T>(
  sweep: string,
  items: readonly T[],
  parts: number,
  { commit, long }: Choice,
  nameOf: (item: T) => string = String,
): T[] {
  if (long === "1") return [...items];
  const [part, of] = partOf(sweep, parts, { commit, long });
  const drawn = items.map((item, at) => ({ at, lot: digest(`${sweep} ${nameOf(item)}`) }));
  drawn.sort((one, other) => (one.lot < other.lot ? -1 : 1));
  const mine = new Set(drawn.filter((_, rank) => rank % of === part).map(({ at }) => at));
  return items.filter((_, at) => mine.has(at));
}

function partOf(sweep: string, parts: number, { commit, long }: Choice): [number, number] {
  return long ? readPart(long) : [numberOf(`${commit} ${sweep}`) % parts, parts];
}

function readPart(long: string): [number, number] {
  const [part, of] = long.split("/").map(Number);
  if (!part || !of || part > of) throw new Error(`LONG is "1" or a part such as "2/4", and not "${long}".`);
  return [part - 1, of];
}

function choice(): Choice {
  return { commit: commit(), long: process.env.LONG };
}

/**
 * HEAD, even when files have changed since. A copy without git always takes the same part. Child processes take the
 * same part, even when somebody commits meanwhile.
 */
export function commit(): string {
  process.env.SLICE_COMMIT ??= head();
  return process.env.SLICE_COMMIT;
}

function head(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "no commit";
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function numberOf(text: string): number {
  return Number.parseInt(digest(text).slice(0, 12), 16);
}

/** scripts/test.ts looks for these lines. */
export function say(sweep: string, ran: number, of: number): void {
  console.log(`Slice         ${sweep}: ${ran} of ${of}`);
}
