import { type Interval, intervalEdge } from "@/lib/domain/interval";
import { readInstant, readInterval } from "@/lib/domain/moving";
import { say } from "@/lib/domain/refusal";
import type { CsvRow } from "@/lib/services/core/csv/records";
import { type FileLine, nothingTyped, plainCell } from "./typed";

/** Whether these are the columns of Gumroad's file of sales. */
export function isGumroad(titles: readonly string[]): boolean {
  return ["Purchase ID", "Item Name", "Purchase Date", "Recurrence"].every((one) => titles.includes(one));
}

interface Charge {
  row: CsvRow;
  at: Date | null;
  interval: Interval | null;
  isRefunded: boolean;
  of: (title: string) => string;
}

/**
 * Gumroad lists charges, not subscriptions: those of one buyer and product are one, whose paid time ends an interval after
 * the last charge that was not refunded. The row of totals at the end is no charge.
 */
export function chargesOf(titles: readonly string[], rows: readonly CsvRow[]): FileLine[] {
  const charges = rows
    .filter(({ cells }) => !/^totals$/i.test(cells[0]?.trim() ?? ""))
    .map((row): Charge => {
      const of = (title: string) => plainCell(row.cells[titles.indexOf(title)] ?? "");
      const isRefunded = /^(1|true|yes)$/i.test(of("Refunded?"));
      return {
        row,
        of,
        isRefunded,
        at: readInstant(of("Purchase Date")),
        interval: readInterval(of("Recurrence")),
      };
    });
  const bySubscriber = new Map<string, Charge[]>();
  for (const charge of charges) {
    const key = `${emailOf(charge).toLowerCase()}\n${charge.of("Item Name")}`;
    bySubscriber.set(key, [...(bySubscriber.get(key) ?? []), charge]);
  }
  return [...bySubscriber.values()].flatMap(subscriptionOf).sort((a, b) => a.line - b.line);
}

function emailOf({ of }: Charge): string {
  return of("Purchase Email") || of("Buyer Email");
}

function subscriptionOf(charges: Charge[]): FileLine[] {
  const paid = charges
    .filter(({ at, interval, isRefunded }) => at && interval && !isRefunded)
    .sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0));
  const [first] = paid;
  const last = paid.at(-1);
  const typedOf = (charge: Charge) => ({
    ...nothingTyped,
    email: emailOf(charge),
    ...{ name: charge.of("Buyer Name"), product: charge.of("Item Name") },
  });
  if (!first?.at || !last?.at || !last.interval)
    return charges.map((charge) => {
      const problem = charge.isRefunded ? say("move_refunded") : say("move_no_interval");
      return { line: charge.row.line, typed: typedOf(charge), answer: { outcome: "refused", problem } };
    });
  const ended = last.of("Subscription End Date");
  const cancelled = last.of("Cancellation Date");
  const typed = {
    ...typedOf(last),
    ...{ startedAt: first.at.toISOString(), interval: last.interval },
    end: ended || endAfter(first.at, last.interval, last.at).toISOString(),
    ...{ externalId: first.of("Purchase ID"), cancelledAt: cancelled },
    status: cancelled || ended ? "cancelled" : "active",
  };
  return charges.map((charge) =>
    charge === last
      ? { line: charge.row.line, typed }
      : {
          line: charge.row.line,
          typed: typedOf(charge),
          answer: { outcome: "same", problem: say("move_same_line", { line: String(last.row.line) }) },
        },
  );
}

/** The first end, counted from the first charge, that comes after the last one. */
function endAfter(startedAt: Date, interval: Interval, lastAt: Date): Date {
  for (let count = 1; ; count += 1) {
    const end = intervalEdge(startedAt, interval, count);
    if (end > lastAt) return end;
  }
}
