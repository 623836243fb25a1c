import { of, problemsOf, shape } from "./input.ts";
import { always, type Members, type Tool, type ToolResult } from "./protocol.ts";
import { refused, said } from "./told.ts";

/** The installation's own reference, of its own version. */
export const reference = {
  uri: "sente://reference",
  name: "reference",
  title: "API reference",
  description: "Every endpoint with its fields, a sample, its answer and its errors.",
  mimeType: "text/markdown",
  /** Null where it cannot be had. */
  async read(baseUrl: string, line: typeof fetch): Promise<string | null> {
    const address = new URL("/docs/reference.md", baseUrl);
    const answer = await line(address, { signal: AbortSignal.timeout(15_000) }).catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
};

const input = shape({ about: of.text("A part of a heading, such as invoice. Without it: all headings.") });

export const referenceTool: Tool = {
  name: "read_api_reference",
  title: "Read the API reference",
  description: "The chapters of the installation's API reference whose heading has these words.",
  inputSchema: input,
  annotations: { readOnlyHint: true, idempotentHint: true, ...always },
};

export async function aboutReference(
  given: Members,
  baseUrl: string,
  line: typeof fetch,
): Promise<ToolResult> {
  const problems = problemsOf(input, given);
  if (problems.length > 0) return refused(problems.join(" "));
  const text = await reference.read(baseUrl, line);
  if (text === null) return refused("The API reference cannot be had from this installation just now.");
  const chapters = text.split(/^(?=#{1,3} )/m);
  const headingOf = (chapter: string) => chapter.split("\n", 1)[0] ?? "";
  if (typeof given.about !== "string") return said(chapters.map(headingOf).join("\n"));
  const words = given.about.toLowerCase();
  const found = chapters.filter((chapter) => headingOf(chapter).toLowerCase().includes(words));
  if (found.length > 0) return said(found.join("\n"));
  return refused(`No heading has these words. Call without about for all headings.`);
}
