import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { Language } from "@/lib/domain/languages";
import { say } from "@/lib/domain/problem";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { DeliveryFailed } from "@/lib/services/billing/invoices/send";
import { problemText, refusalText } from "@/lib/text/problem";

export interface NotDone {
  /** Of the row. */
  name: string;
  why: string;
}

/** Why one row could not be done. Anything else, such as a role that may not, is thrown on: it is so for all rows. */
export function whyNot(error: unknown, language: Language): string {
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
  const byReason = new Map<string, string[]>();
  for (const { name, why } of notDone) byReason.set(why, [...(byReason.get(why) ?? []), name.slice(0, 40)]);
  return [...byReason].slice(0, reasonsMax).map(([why, names]) => {
    const rest = names.length - namesMax;
    const more = rest > 0 ? [words.text("bulkMore", { count: rest })] : [];
    return words.text("bulkNot", { rows: [...names.slice(0, namesMax), ...more].join(", "), why });
  });
}
