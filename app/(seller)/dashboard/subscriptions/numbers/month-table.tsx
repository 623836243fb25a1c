import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { formatNumber, formatPercent, share } from "@/lib/domain/money";
import type { Worth } from "@/lib/services/desk/numbers/change";
import type { CurrencyNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { monthlyMoney, monthName, signed } from "./figures";

/** What happened in each month, the latest first. */
export function MonthTable({ numbers, words }: { numbers: CurrencyNumbers; words: DashboardWords }) {
  const { currency, months } = numbers;
  const both = (key: string, { count, yearlyMinor }: Worth, isLast = false) => (
    <Two
      key={key}
      isLast={isLast}
      first={formatNumber(count, words.lang)}
      second={monthlyMoney({ yearlyMinor }, currency, words)}
    />
  );
  const columns = [
    "numbersNew",
    "numbersWonBack",
    "numbersRenewed",
    "numbersPrices",
    "numbersLost",
    "churn",
    "atTheEnd",
  ] as const;
  return (
    <Section title={words.text("byMonth")}>
      <Table
        caption={words.text("byMonth")}
        columns={[
          { label: words.text("month") },
          ...columns.map((key) => ({
            label: words.text(key),
            align: "end" as const,
            onPhone: words.text(key),
          })),
        ]}
        rows={sinceTheFirst(months)
          .toReversed()
          .map(({ month, isOpen, before, began, wonBack, raised, lowered, lost, after, renewed }) => ({
            key: month,
            cells: [
              <span key="month">
                {monthName(month, words, "long")}
                {isOpen ? <span className="text-label text-ink-2"> {words.text("stillMoves")}</span> : null}
              </span>,
              both("new", began),
              both("wonBack", wonBack),
              formatNumber(renewed, words.lang),
              signed({ yearlyMinor: raised.yearlyMinor + lowered.yearlyMinor }, currency, words),
              both("lost", lost),
              <Two
                key="churn"
                first={percent(share(lost.count, before.count), words)}
                second={percent(share(lost.yearlyMinor, before.yearlyMinor), words)}
              />,
              both("after", after, true),
            ],
          }))}
      />
      <p className="mt-3 max-w-[68ch] text-label text-ink-2">{words.text("monthsHow")}</p>
      <p className="mt-2 max-w-[68ch] text-label text-ink-2">{words.text("churnHow")}</p>
    </Section>
  );
}

/** The months before the first subscription say nothing. */
function sinceTheFirst(months: CurrencyNumbers["months"]): CurrencyNumbers["months"] {
  const first = months.findIndex(({ before, began, after }) => before.count + began.count + after.count > 0);
  return first === -1 ? months.slice(-1) : months.slice(first);
}

/** One under the other. On phones, where the cells are in a line, the second stands beside the first but in the last one. */
function Two({ first, second, isLast }: { first: ReactNode; second: ReactNode; isLast?: boolean }) {
  const onPhone = isLast ? "" : " cards:flex-row cards:items-baseline cards:gap-x-1.5";
  return (
    <span className={`inline-flex flex-col items-end tabular-nums${onPhone}`}>
      <span>{first}</span>
      <span className="whitespace-nowrap text-label text-ink-2">{second}</span>
    </span>
  );
}

/** Of tenths of a percent; a dash where there was nobody to lose. */
export function percent(tenths: number | null, words: DashboardWords): string {
  return tenths === null ? "–" : formatPercent(tenths / 1000, words.lang);
}
