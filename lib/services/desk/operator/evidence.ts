import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";

const evidenceMax = 200;

/** What an operator saw before money is decided by hand. Throws Invalid on `evidence`. */
export function requireEvidence(typed: string): string {
  const evidence = typed.trim();
  const problem = evidence === "" ? say("evidence") : textProblem(evidence, evidenceMax);
  if (problem) throw new Invalid({ evidence: [problem] });
  return evidence;
}
