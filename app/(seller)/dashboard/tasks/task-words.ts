import { z } from "zod";
import { type DashboardKey, type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { type Language, languages } from "@/lib/domain/languages";
import { formatMoney, isCurrency } from "@/lib/domain/money";
import { isOwnAccount } from "@/lib/domain/rail-account";
import type { TaskRow } from "@/lib/services/money/tasks/list";
import { storedProblemText } from "@/lib/text/problem";
import { fiscalPath, ownAccountPath, whatsappPath } from "../paths";

/** A task for people: the problem and what to do. */
export interface TaskWords {
  title: string;
  what: string;
  /** Where to look at it. */
  link: { href: string; label: string } | null;
  /** Money in suspense, which can be accepted for its order or given back. */
  suspense: { attemptId: string } | null;
  /** A document that the tax authority refused, to be sent again. */
  fiscal: { id: string } | null;
  /** Money that came at a till, for which nobody said what it is: it is taken for the suggested order, if there is one, or sold. */
  till: { isSuggested: boolean } | null;
}

const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** `more`: values of the sentences beside the task's own facts. */
export function taskWords(
  task: Pick<TaskRow, "kind" | "subject" | "details">,
  words: DashboardWords,
  more: Record<string, string> = {},
): TaskWords {
  const facts = { ...factsOf(task.details, words.lang), ...more };
  const order = facts.order ?? "";
  return {
    ...sentences(task.kind, facts, words),
    link: linkOf(task, order, words),
    suspense: task.kind === "suspense" ? { attemptId: task.subject } : null,
    fiscal: task.kind === "fiscal_refused" ? { id: task.subject.slice("fiscal/".length) } : null,
    till: task.kind === "till_payment" ? { isSuggested: order !== "" } : null,
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

/** A stored instant, in the zone in which the rest of the page tells times. */
function instantText(at: Date, lang: Language, timeZone: string): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat(languages[lang].locale, style).format(at);
}

function sentences(kind: string, facts: Record<string, string>, words: DashboardWords) {
  const slots = { ...facts, order: facts.order || words.text("anOrder") };
  const who = [facts.name, facts.phone].filter(Boolean).join(" ");
  const say = (key: DashboardKey) => words.loose(key, { ...slots, who });
  if (kind === "till_payment") return { title: say("task_till_payment"), what: tillSentences(facts, say) };
  if (kind === "suspense")
    return {
      title: say(isOwnAccount(facts.rail ?? "") ? "task_suspense_own" : "task_suspense"),
      what: say(knownKey(`suspense_${facts.reason}`) ?? "suspense_other"),
    };
  if (kind === "own_rail_odd" && facts.what === "needs_operator") {
    const waits = storedProblemText(words.lang, facts.detail ?? "", facts);
    return { title: say("task_own_rail_waits"), what: capitalized(waits) };
  }
  if (kind === "fiscal_refused") {
    const advice = knownKey(`fiscalMend_${facts.code}`) ?? "fiscalMend_other";
    const isOurs = facts.code === "other_device";
    const what = isOurs ? say(advice) : `${say("task_fiscal_refused_what")} ${say(advice)}`;
    return { title: say("task_fiscal_refused"), what };
  }
  if (kind === "whatsapp_own_account")
    return {
      title: say("task_whatsapp_own_account"),
      what: `${say("task_whatsapp_own_account_what")} ${whatsappRefused(facts.code ?? "", words)}`,
    };
  const keys = sentenceOf(kind === "own_rail_odd" && facts.what === "unproved" ? "own_rail_unproved" : kind);
  if (!keys) return { title: capitalized(kind.replaceAll("_", " ")), what: say("task_other_what") };
  // What comes to an own account is told otherwise, where that makes a difference.
  const own = isOwnAccount(facts.rail ?? "") ? knownKey(`task_${kind}_own`) : null;
  const bare = kind === "contradiction" && !facts.order;
  return { title: say(bare ? "task_contradictionOnly" : keys.title), what: say(own ?? keys.what) };
}

/** What to do where a store's number is refused with this code. */
export function whatsappRefused(code: string, words: DashboardWords): string {
  // Two codes of one thing: the account is locked.
  const key = knownKey(`whatsappMend_${code === "368" ? "131031" : code}`);
  return words.loose(key ?? "whatsappMend_other", {});
}

/** What came, why nobody knows what for, who paid as far as the network shows, and what it may be for. */
function tillSentences(facts: Record<string, string>, say: (key: DashboardKey) => string): string {
  return [
    say(facts.typed ? "till_what_typed" : "till_what"),
    facts.why === "no_number" ? null : say(knownKey(`till_why_${facts.why}`) ?? "till_why_other"),
    facts.name || facts.phone ? say("till_who") : null,
    say(facts.order ? "till_may_be" : "till_decide"),
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** The title and the advice of a kind; null where the catalogue has none. */
export function sentenceOf(kind: string): { title: DashboardKey; what: DashboardKey } | null {
  const title = knownKey(`task_${kind}`);
  const what = knownKey(`task_${kind}_what`);
  return title && what && { title, what };
}

function linkOf(
  { kind, subject }: Pick<TaskRow, "kind" | "subject">,
  order: string,
  words: DashboardWords,
): TaskWords["link"] {
  if (["fiscal_device", "fiscal_silent", "fiscal_practice"].includes(kind))
    return { href: fiscalPath, label: words.text("fiscalTitle") };
  if (kind.startsWith("whatsapp_own_")) return { href: whatsappPath, label: words.text("channel_whatsapp") };
  if (kind.startsWith("payout_"))
    return { href: `/dashboard/wallet/payouts/${subject}`, label: words.text("seePayout") };
  const invoice = /^invoice\/(\d+)$/.exec(subject);
  if (invoice) return { href: `/dashboard/invoices/${invoice[1]}`, label: words.text("seeInvoice") };
  const schedule = /^recurring\/(\d+)$/.exec(subject);
  if (schedule)
    return { href: `/dashboard/invoices/recurring/${schedule[1]}`, label: words.text("seeSchedule") };
  const [, own] = /^([a-z0-9_]+:[a-z0-9]+)\//.exec(subject) ?? [];
  if (own) return { href: ownAccountPath(own), label: words.text("ownSee") };
  return order
    ? { href: `/dashboard/orders/${order}`, label: words.text("seeNumber", { number: order }) }
    : null;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
