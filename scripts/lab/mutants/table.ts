import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "../../problem";

/** A mistake that somebody could make: one edit of one file, and the tests that must see it. */
export interface Mutant {
  id: string;
  /** The name of the JSON file that holds it: the room of the mistake. */
  room: string;
  file: string;
  /** A text that is in the file exactly once, and what stands there after the mistake. */
  before: string;
  after: string;
  /** The test files of which at least one must fail. */
  tests: string[];
  /** What the mistake is. */
  why: string;
  /** Why no test can see it. Such a mutant is not tried. */
  same?: string;
}

const folder = path.join(import.meta.dirname);

export function readTable(): Mutant[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) =>
      // Safe: mutants.test.ts holds the shape of each entry.
      (JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Omit<Mutant, "room">[]).map((mutant) => ({
        ...mutant,
        room: path.basename(name, ".json"),
      })),
    );
}

/** The source with the mistake. Throws Problem where the edit no longer applies: then the table must be mended. */
export function mutate(source: string, { id, file, before, after }: Mutant): string {
  const found = source.split(before).length - 1;
  if (found !== 1)
    throw new Problem(
      `Mutant ${id}: its text “before” is ${found} times in ${file}, and must be there once.`,
    );
  if (before === after) throw new Problem(`Mutant ${id} changes nothing.`);
  return source.replace(before, () => after);
}
