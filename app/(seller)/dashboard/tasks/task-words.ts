import { z } from "zod";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { type Language, languages } from "@/lib/domain/languages";
import { formatMoney, isCurrency } from "@/lib/domain/money";
import type { TaskRow } from "@/lib/services/money/tasks/list";

/** A task for people: the problem and what to do. */
export interface TaskWords {
  title: string;
  what: string;
  /** Where to look at it. */
  link: { href: string; label: string } | null;
  /** Money in suspense, which can be accepted for its order or given back. */
  suspense: { attemptId: string } | null;
}

const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

// The title and the advice of each kind that a seller sees.
const kinds = new Map<string, { title: DashboardKey; what: DashboardKey }>([
  ["late_payment", { title: "task_late_payment", what: "task_late_payment_what" }],
  ["payment_disputed", { title: "task_payment_disputed", what: "task_payment_disputed_what" }],
  ["payment_reversed", { title: "task_payment_reversed", what: "task_payment_reversed_what" }],
  ["payment_reinstated", { title: "task_payment_reinstated", what: "task_payment_reinstated_what" }],
  ["contradiction", { title: "task_contradiction", what: "task_contradiction_what" }],
  ["no_answer", { title: "task_no_answer", what: "task_no_answer_what" }],
  ["rail_problem", { title: "task_rail_problem", what: "task_rail_problem_what" }],
  ["refund_failed", { title: "task_refund_failed", what: "task_refund_failed_what" }],
  ["refund_came_back", { title: "task_refund_came_back", what: "task_refund_came_back_what" }],
  ["refund_no_answer", { title: "task_refund_no_answer", what: "task_refund_no_answer_what" }],
  [
    "cancelled_invoice_was_part_paid",
    { title: "task_cancelled_invoice_was_part_paid", what: "task_cancelled_invoice_was_part_paid_what" },
  ],
  ["link_over_limit", { title: "task_link_over_limit", what: "task_link_over_limit_what" }],
  ["discount_over_limit", { title: "task_discount_over_limit", what: "task_discount_over_limit_what" }],
  ["codes_used_up", { title: "task_codes_used_up", what: "task_codes_used_up_what" }],
  ["recurring_drafts", { title: "task_recurring_drafts", what: "task_recurring_drafts_what" }],
  ["recurring_unsent", { title: "task_recurring_unsent", what: "task_recurring_unsent_what" }],
  ["payout_reversed", { title: "task_payout_reversed", what: "task_payout_reversed_what" }],
  ["payout_no_answer", { title: "task_payout_no_answer", what: "task_payout_no_answer_what" }],
]);

const suspenseReasons = new Map<string, DashboardKey>([
  ["underpaid", "suspense_underpaid"],
  ["overpaid", "suspense_overpaid"],
  ["wrong_currency", "suspense_wrong_currency"],
  ["wrong_reference", "suspense_wrong_reference"],
  ["second_payment", "suspense_second_payment"],
]);

export function taskWords(
  task: Pick<TaskRow, "kind" | "subject" | "details">,
  words: DashboardWords,
): TaskWords {
  const facts = factsOf(task.details, words.lang);
  const order = facts.order ?? "";
  return {
    ...sentences(task.kind, facts, words),
    link: linkOf(task, order, words),
    suspense: task.kind === "suspense" ? { attemptId: task.subject } : null,
  };
}

/** The stored facts of a task in readable form: "KES 50000" in minor units becomes an amount. */
export function factsOf(kept: unknown, lang: Language, timeZone = "UTC"): Record<string, string> {
  const parsed = details.safeParse(kept);
  const entries = Object.entries(parsed.success ? parsed.data : {});
  return Object.fromEntries(
    entries.map(([name, value]) => [name, shown(String(value ?? ""), lang, timeZone)]),
  );
}

export function shown(kept: string, lang: Language, timeZone = "UTC"): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(kept)) return instantText(new Date(kept), lang, timeZone);
  const [, currency = "", minor = ""] = /^([A-Z]{3}) (-?\d{1,18})$/.exec(kept) ?? [];
  return isCurrency(currency) ? formatMoney({ minor: BigInt(minor), currency }, lang) : kept;
}

/** A stored instant, with its zone because readers have several. */
function instantText(at: Date, lang: Language, timeZone: string): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return `${new Intl.DateTimeFormat(languages[lang].locale, style).format(at)} ${timeZone}`;
}

function sentences(kind: string, facts: Record<string, string>, words: DashboardWords) {
  const slots = { ...facts, order: facts.order || words.text("anOrder") };
  const say = (key: DashboardKey) => words.loose(key, slots);
  if (kind === "suspense")
    return {
      title: say("task_suspense"),
      what: say(suspenseReasons.get(facts.reason ?? "") ?? "suspense_other"),
    };
  const keys = kinds.get(kind);
  if (!keys) return { title: capitalized(kind.replaceAll("_", " ")), what: say("task_other_what") };
  const bare = kind === "contradiction" && !facts.order;
  return { title: say(bare ? "task_contradictionOnly" : keys.title), what: say(keys.what) };
}

function linkOf(
  { kind, subject }: Pick<TaskRow, "kind" | "subject">,
  order: string,
  words: DashboardWords,
): TaskWords["link"] {
  if (kind.startsWith("payout_"))
    return { href: `/dashboard/wallet/payouts/${subject}`, label: words.text("seePayout") };
  const invoice = /^invoice\/(\d+)$/.exec(subject);
  if (invoice) return { href: `/dashboard/invoices/${invoice[1]}`, label: words.text("seeInvoice") };
  const schedule = /^recurring\/(\d+)$/.exec(subject);
  if (schedule)
    return { href: `/dashboard/invoices/recurring/${schedule[1]}`, label: words.text("seeSchedule") };
  return order
    ? { href: `/dashboard/orders/${order}`, label: words.text("seeNumber", { number: order }) }
    : null;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
