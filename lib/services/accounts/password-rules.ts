import { say } from "@/lib/domain/problem";
import { textProblem } from "@/lib/domain/text";

export const passwordMinCharacters = 10;
export const passwordMaxCharacters = 200;

/** The problem sentence of a new password, or null. Length is what makes one strong; nothing else is asked for. */
export function passwordProblem(password: string): string | null {
  const problem = textProblem(password, passwordMaxCharacters);
  if (problem) return problem;
  return [...password].length < passwordMinCharacters
    ? say("too_short", { min: passwordMinCharacters })
    : null;
}
