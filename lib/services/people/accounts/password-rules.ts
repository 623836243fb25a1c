import { type Problem, say } from "@/lib/domain/problem";
import { textProblem } from "@/lib/domain/text";
import { isAboutPerson, isCommonPassword } from "@/lib/domain/weak-password";

export const passwordMinCharacters = 10;
export const passwordMaxCharacters = 200;

/**
 * The problem sentence of a new password, or null. Length is what makes one strong; what is guessed first is refused, and
 * what is `about` its owner: their name and their address.
 */
export function passwordProblem(password: string, about: readonly string[]): Problem | null {
  const problem = textProblem(password, passwordMaxCharacters);
  if (problem) return problem;
  if ([...password].length < passwordMinCharacters) return say("too_short", { min: passwordMinCharacters });
  if (isCommonPassword(password)) return say("password_common");
  return isAboutPerson(password, about) ? say("password_about_you") : null;
}
