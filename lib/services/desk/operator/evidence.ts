import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";

const evidenceMax = 200;

/** The evidence for a manual decision about money, at most 200 characters. Throws Invalid on `evidence`. */
export function requireEvidence(typed: string): string {
  const evidence = typed.trim();
  const problem = evidence === "" ? say("evidence") : textProblem(evidence, evidenceMax);
  if (problem) throw new Invalid({ evidence: [problem] });
  return evidence;
}
