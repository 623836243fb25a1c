import { frenchSpaces } from "@/lib/domain/french-spaces";
import { fill, type ProblemCode, readProblem } from "@/lib/domain/problem";
import type { RefusalCode } from "@/lib/domain/refusal";
import { frenchProblems, frenchRefusals } from "./problems-fr";

// The languages of the dashboard beside English, which the verbs speak themselves.
const languages: Record<string, Words> = {
  fr: { problems: frenchProblems, refusals: frenchRefusals, say: frenchSpaces },
};

interface Words {
  problems: Record<ProblemCode, string>;
  refusals: Partial<Record<RefusalCode, string>>;
  /** How the language sets its punctuation. */
  say: (sentence: string) => string;
}

/** The first of these languages in which problems can be told; English where there is none. */
export function spokenOf(wanted: string[]): string {
  return wanted.find((code) => code === "en" || Object.hasOwn(languages, code)) ?? "en";
}

/** A problem sentence in the language of who reads it; as it is where the table of problems does not have it. */
export function problemIn(language: string, sentence: string): string {
  const words = Object.hasOwn(languages, language) ? languages[language] : undefined;
  const read = words ? readProblem(sentence) : null;
  return words && read ? fill(words.say(words.problems[read.code]), read.values) : sentence;
}

/** The same for a refusal, which carries its code. */
export function refusalIn(language: string, refusal: { code: RefusalCode; message: string }): string {
  const words = Object.hasOwn(languages, language) ? languages[language] : undefined;
  return words ? words.say(words.refusals[refusal.code] ?? refusal.message) : refusal.message;
}
