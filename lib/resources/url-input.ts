import { say } from "@/lib/domain/problem";
import { text } from "./input";

/** Where a payer is sent afterwards: https, or http at this very machine for trying things out. */
export const redirectUrl = text(2_048)
  .superRefine((value, context) => {
    const problem = value.trim() === "" ? null : urlProblem(value.trim());
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ format: "uri", example: "https://example.com/thanks" });

function urlProblem(value: string): string | null {
  // Readers of URLs disagree about blanks, backslashes and missing slashes; we take only what all read alike.
  if (!/^https?:\/\/[^/]/i.test(value) || /[\s\\]/.test(value) || !URL.canParse(value))
    return say("url_thanks");
  const url = new URL(value);
  if (url.username || url.password) return say("url_user");
  if (url.protocol === "https:") return null;
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return isLocal ? null : say("https_or_local");
}
