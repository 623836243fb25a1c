import { factsOf, taskWords } from "@/app/(seller)/dashboard/tasks/task-words";
import { type DashboardKey, type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { OperatorTask } from "@/lib/services/desk/operator/list-tasks";
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

type Sentence = { title: DashboardKey; what: DashboardKey };

// Tasks that no seller sees.
const ours = new Map<string, Sentence>([
  ["insufficient_float", { title: "task_insufficient_float", what: "task_insufficient_float_what" }],
  ["needs_manual_approval", { title: "task_needs_manual_approval", what: "task_needs_manual_approval_what" }],
  ["unknown_payment", { title: "task_unknown_payment", what: "task_unknown_payment_what" }],
  ["unknown_transfer", { title: "task_unknown_transfer", what: "task_unknown_transfer_what" }],
  ["second_payment", { title: "task_second_payment", what: "task_second_payment_what" }],
  ["reversal_unnamed", { title: "task_reversal_unnamed", what: "task_reversal_unnamed_what" }],
  ["taken_beyond", { title: "task_taken_beyond", what: "task_taken_beyond_what" }],
  ["dispute_contradiction", { title: "task_dispute_contradiction", what: "task_dispute_contradiction_what" }],
  [
    "reconciliation_differs",
    { title: "task_reconciliation_differs", what: "task_reconciliation_differs_what" },
  ],
  ["balance_differs", { title: "task_balance_differs", what: "task_balance_differs_what" }],
  ["clock_doubt", { title: "task_clock_doubt", what: "task_clock_doubt_what" }],
  ["renewals_capped", { title: "task_renewals_capped", what: "task_renewals_capped_what" }],
  ["invariant_broken", { title: "task_invariant_broken", what: "task_invariant_broken_what" }],
]);

const anomaly: Sentence = { title: "task_rail_odd", what: "task_rail_odd_what" };
const anomalies = new Map<string, Sentence>([
  ["refused", { title: "task_rail_refused", what: "task_rail_refused_what" }],
  ["untrusted", { title: "task_rail_untrusted", what: "task_rail_untrusted_what" }],
  ["unproved", { title: "task_rail_unproved", what: "task_rail_unproved_what" }],
  ["needs_operator", { title: "task_rail_needs_operator", what: "task_rail_needs_operator_what" }],
]);

// Tasks whose seller is advised to leave them to us.
const forUs = new Map<string, DashboardKey>([
  ["rail_problem", "task_rail_problem_ours"],
  ["contradiction", "task_contradiction_ours"],
  ["payout_no_answer", "task_payout_no_answer_ours"],
  ["payment_disputed", "task_payment_disputed_ours"],
  ["payment_reversed", "task_payment_reversed_ours"],
  ["refund_no_answer", "task_refund_no_answer_ours"],
]);

export function operatorTaskWords(
  task: Pick<OperatorTask, "kind" | "subject" | "details" | "storeId">,
  words: DashboardWords,
  timeZone = "UTC",
): OperatorTaskWords {
  const facts = factsOf(task.details, words.lang, timeZone);
  const { title, what, suspense } = taskWords(task, words);
  const sentence =
    task.kind === "rail_odd" ? (anomalies.get(facts.what ?? "") ?? anomaly) : ours.get(task.kind);
  const advice = forUs.get(task.kind);
  const detail = storedProblemText(words.lang, facts.detail ?? "", facts);
  const slots = {
    ...facts,
    detail,
    rail: kindOf(facts.rail ?? "")?.name ?? facts.rail ?? "",
    what: (facts.what ?? "").replace(/^\d+ /, ""),
  };
  return {
    title: sentence ? words.loose(sentence.title, slots) : title,
    what: sentence ? words.loose(sentence.what, slots) : advice ? words.loose(advice, {}) : what,
    link: linkOf(task, facts, words),
    suspense,
    facts: Object.entries(facts).map(([label, value]) => ({
      label: labelOf(label, words),
      value: label === "detail" ? detail : value,
    })),
  };
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
