import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { Language } from "@/lib/domain/languages";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { DeliveryFailed } from "@/lib/services/billing/invoices/send";
import { problemText, refusalText } from "@/lib/text/problem";

export interface NotDone {
  /** Of the row; null where there is no such row in this store. */
  name: string | null;
  why: string;
}

/** Why one row could not be done. Anything else, such as a role that may not, is thrown on: it is so for all rows. */
export function whyNot(error: unknown, language: Language): string {
  // That nothing was changed is said of a whole press. Here other rows may have been.
  return reasonOf(error, language)
    .replace(problemText(language, say("nothing_changed")), "")
    .trim();
}

function reasonOf(error: unknown, language: Language): string {
  if (error instanceof Invalid) {
    const [problem] = Object.values(error.errors).flat();
    return problemText(language, problem ?? say("nothing_changed"));
  }
  if (error instanceof DeliveryFailed) {
    const reason = error.deliveries.find((one) => one.reason)?.reason;
    if (reason) return problemText(language, reason);
  }
  if (error instanceof Refusal) return refusalText(language, error.code);
  if (error instanceof NotFound) return problemText(language, say("gone"));
  throw error;
}

const namesMax = 5;
const reasonsMax = 4;

/** A sentence for each reason, with some of the rows: a flash is a cookie, and has room for little. */
export function notDoneText(notDone: NotDone[], words: DashboardWords): string[] {
  const byReason = new Map<string, NotDone[]>();
  for (const row of notDone) byReason.set(row.why, [...(byReason.get(row.why) ?? []), row]);
  return [...byReason].slice(0, reasonsMax).map(([why, rows]) => {
    const names = rows.flatMap(({ name }) => name?.slice(0, 40) ?? []);
    const unknown = rows.length - names.length;
    const rest = names.length - namesMax;
    const listed = [
      ...names.slice(0, namesMax),
      ...(rest > 0 ? [words.text("bulkMore", { count: rest })] : []),
      ...(unknown > 0 ? [words.text("bulkUnknown", { count: unknown })] : []),
    ];
    return words.text("bulkNot", { rows: listed.join(", "), why });
  });
}
