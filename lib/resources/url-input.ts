import { type Problem, say } from "@/lib/domain/problem";
import { redirectProblem } from "@/lib/domain/redirect-url";
import { issueOf } from "../domain/issues";
import { text } from "./input";

/** Where a payer is redirected afterwards: https, or http on this machine for tests. */
export const redirectUrl = text(2_048)
  .superRefine((value, context) => {
    const problem = value.trim() === "" ? null : urlProblem(value.trim());
    if (problem) context.addIssue(issueOf(problem));
  })
  .meta({ format: "uri", example: "https://example.com/thanks" });

function urlProblem(value: string): Problem | null {
  const problem = redirectProblem(value);
  return problem && say(words[problem]);
}

const words = { not_whole: "url_thanks", has_user: "url_user", not_https: "https_or_local" } as const;
