import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/page-header";
import { formatNumber } from "@/lib/domain/money";
import type { Worth } from "@/lib/services/desk/numbers/change";
import type { Overview } from "@/lib/services/desk/overview/read";
import { monthlyMoney, signed } from "../subscriptions/numbers/figures";
import { numbersPath } from "../subscriptions/paths";

/** What subscriptions bring each month, by currency, with the way to all numbers. Nothing where nobody pays or did. */
export function RecurringRevenue({ overview, words }: { overview: Overview; words: DashboardWords }) {
  const shown = overview.recurring.filter(
    ({ before, after, lost }) => before.count + after.count + lost.count > 0,
  );
  if (shown.length === 0) return null;
  const days = overview.span.days.length;
  return (
    <Section title={words.text("recurringSpan")} aside={words.text("recurringSpanAside", { days })}>
      {shown.map(({ currency, before, after, lost }) => (
        <dl key={currency} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-b border-rule py-3">
          <dt>{words.text("recurringMonthly")}</dt>
          <dd className="text-end tabular-nums">
            <span className="block font-medium">{monthlyMoney(after, currency, words)}</span>
            <span className="block text-label text-ink-2">{changeText(before, after, currency, words)}</span>
          </dd>
          <dt>{words.text("lostInDays")}</dt>
          <dd className="text-end tabular-nums">
            <span className="block font-medium">{formatNumber(lost.count, words.lang)}</span>
            <span className="block text-label text-ink-2">{monthlyMoney(lost, currency, words)}</span>
          </dd>
        </dl>
      ))}
      <p className="mt-3">
        <a className="underline underline-offset-2" href={numbersPath}>
          {words.text("seeNumbers")}
        </a>
      </p>
    </Section>
  );
}

function changeText(before: Worth, after: Worth, currency: string, words: DashboardWords): string {
  const yearlyMinor = after.yearlyMinor - before.yearlyMinor;
  return words.text("inTheseDays", { amount: signed({ yearlyMinor }, currency, words) });
}
