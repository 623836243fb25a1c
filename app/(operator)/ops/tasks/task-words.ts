import { factsOf, sentenceOf, taskWords } from "@/app/(seller)/dashboard/tasks/task-words";
import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { OperatorTask } from "@/lib/services/desk/operator/tasks";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { storedProblemText } from "@/lib/text/problem";

/** An operator's task: the problem, what to do, and where. */
export interface OperatorTaskWords {
  title: string;
  what: string;
  link: { href: string; label: string } | null;
  /** Money in suspense: the task ends with a decision, and cannot simply be closed. */
  suspense: { attemptId: string } | null;
  facts: { label: string; value: string }[];
}

export function operatorTaskWords(
  task: Pick<OperatorTask, "kind" | "subject" | "details" | "storeId">,
  words: DashboardWords,
  timeZone = "UTC",
): OperatorTaskWords {
  const facts = factsOf(task.details, words.lang, timeZone);
  const detail = storedProblemText(words.lang, facts.detail ?? "", facts);
  const { title, what, suspense } = taskWords({ ...task, kind: kindOfWords(task.kind, facts) }, words, {
    ...{ ...facts, detail },
    rail: kindOf(facts.rail ?? "")?.name ?? facts.rail ?? "",
    what: (facts.what ?? "").replace(/^\d+ /, ""),
  });
  // Of tasks that a seller is advised to leave to us.
  const advice = knownKey(`task_${task.kind}_ours`);
  return {
    title,
    what: advice ? words.loose(advice, {}) : what,
    link: linkOf(task, facts, words),
    suspense,
    facts: Object.entries(facts).map(([label, value]) => ({
      label: labelOf(label, words),
      value: label === "detail" ? detail : value,
    })),
  };
}

/** What a rail said oddly has words of its own for what is known. */
function kindOfWords(kind: string, { what }: Record<string, string>): string {
  return kind === "rail_odd" && sentenceOf(`rail_${what}`) ? `rail_${what}` : kind;
}

function linkOf(
  { kind, subject }: Pick<OperatorTask, "kind" | "subject">,
  { rail = "", reconciliation = "" }: Record<string, string>,
  words: DashboardWords,
) {
  if (kind === "reconciliation_differs")
    return { href: `/ops/reconciliation/${reconciliation}`, label: words.text("seeReconciliation") };
  if (kind === "balance_differs")
    return { href: "/ops/reconciliation", label: words.text("seeReconciliation") };
  if (kind.startsWith("payout_") || kind === "insufficient_float" || kind === "needs_manual_approval")
    return { href: `/ops/payouts/${subject}`, label: words.text("seePayout") };
  if (kind.startsWith("refund_")) return { href: `/ops/refunds/${subject}`, label: words.text("seeRefund") };
  if (kind === "rail_odd") return { href: `/ops/rails/${rail}`, label: words.text("seeRail") };
  if (kind === "taken_beyond" || kind === "dispute_contradiction" || kind === "payment_disputed")
    return { href: "/ops/disputes", label: words.text("opsDisputes") };
  if (kind === "invariant_broken" || kind === "clock_doubt")
    return { href: "/ops/health", label: words.text("seeHealth") };
  return null;
}

/** `railRef` in readable form: "Rail ref". */
function labelOf(name: string, words: DashboardWords): string {
  const key = knownKey(`taskFact_${name}`);
  if (key) return words.loose(key, {});
  const spaced = name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
