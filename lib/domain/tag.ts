import { type Problem, say } from "./refusal";
import { lineProblem } from "./text";

/** A tag is at most this long, and one thing has at most so many. */
export const tagMaxCodePoints = 40;
export const tagsMax = 20;

/** Two tags are the same when these are: a tag is shown as it was typed, and compared without the case of its letters. */
export function foldTag(name: string): string {
  return tidyTag(name).toLowerCase();
}

/** A typed tag as it is stored, or why it cannot be one. */
export function parseTag(typed: string): { ok: true; name: string } | { ok: false; problem: Problem } {
  const name = tidyTag(typed);
  const problem = name === "" ? say("required") : lineProblem(name, tagMaxCodePoints);
  return problem ? { ok: false, problem } : { ok: true, name };
}

function tidyTag(typed: string): string {
  return typed.normalize("NFC").trim().replace(/ +/g, " ");
}
