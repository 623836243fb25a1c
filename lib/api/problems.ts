import type { z } from "zod";
import { say } from "@/lib/domain/problem";

/** Problem sentences by field, named as the caller wrote it: `items.0.quantity` (spec, Validation error shape). */
export function problemsOf(error: z.ZodError): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
    problems[field] = [...(problems[field] ?? []), sentence(issue)];
  }
  return problems;
}

/** Schemas say most things in their own words; these are for the rest, in ours rather than the library's. */
function sentence(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too|Unrecognized)/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? say("required") : `This must be of type ${issue.expected}.`;
    case "too_big":
      return `This may be at most ${issue.maximum}.`;
    case "too_small":
      return `This must be at least ${issue.minimum}.`;
    default:
      return "This value cannot be used here.";
  }
}
