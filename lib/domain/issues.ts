import { type Problem, type ProblemCode, type Problems, say } from "./refusal";

/** An issue as zod reports it, with the fields that each kind of problem needs. */
interface Issue {
  code?: string;
  path: PropertyKey[];
  message: string;
  input?: unknown;
  values?: readonly unknown[];
  expected?: string;
  maximum?: number | bigint;
  minimum?: number | bigint;
  params?: Record<string, unknown>;
}

/** A problem as a zod issue: the code stands in the place of zod's message. */
export function issueOf({ code, values }: Problem) {
  return { code: "custom" as const, message: code, params: { values } };
}

/** For a built-in check of zod: only its code, or `required` when the field is missing. */
export function missingOr(code: ProblemCode) {
  return (issue: { input?: unknown }): ProblemCode => (issue.input === undefined ? "required" : code);
}

/** The problems that a schema found, by field; `nameOf` names the field. */
export function problemsOf(
  error: { issues: readonly Issue[] },
  nameOf: (path: PropertyKey[]) => string,
): Problems {
  const problems: Problems = {};
  for (const issue of error.issues) {
    const field = nameOf(issue.path);
    problems[field] = [...(problems[field] ?? []), problemOf(issue)];
  }
  return problems;
}

/** Schemas name most problems themselves. This handles the rest, with our codes instead of the library's messages. */
function problemOf(issue: Issue): Problem {
  if (issue.code === "invalid_value" && issue.message === "use_one_of")
    return say("use_one_of", { values: (issue.values ?? []).map(String).join(", ") });
  // Safe: `issueOf` and the checks of schemas give only codes, and zod's own messages have spaces or a capital.
  if (/^[a-z_0-9]+$/.test(issue.message))
    return { code: issue.message as ProblemCode, values: valuesOf(issue) };
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? say("required") : say("not_type", { type: issue.expected ?? "" });
    case "too_big":
      return say("at_most", { max: String(issue.maximum) });
    case "too_small":
      return say("at_least", { min: String(issue.minimum) });
    default:
      return say("unusable");
  }
}

function valuesOf(issue: Issue): Problem["values"] {
  // Safe: only `issueOf` writes them.
  return issue.code === "custom" ? ((issue.params?.values ?? {}) as Problem["values"]) : {};
}
