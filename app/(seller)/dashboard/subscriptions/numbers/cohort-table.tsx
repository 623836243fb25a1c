import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/blocks";
import { firstOf, formatNumber, formatPercent, share } from "@/lib/domain/money";
import type { Cohort } from "@/lib/services/desk/numbers/cohorts";

/** Few enough that the table fits a phone of 320 px. The file has every month. */
const shownMonths = [1, 2, 3, 6, 12] as const;

/** Of those who began in one month, how many still paid some months later. */
export function CohortTable({ cohorts, words }: { cohorts: readonly Cohort[]; words: DashboardWords }) {
  const rows = cohorts.filter(({ size }) => size > 0).toReversed();
  if (rows.length === 0) return null;
  const format = new Intl.DateTimeFormat(words.locale, { month: "short", year: "2-digit", timeZone: "UTC" });
  const head = "border-b border-rule py-2 ps-1 text-note font-medium text-ink-2";
  return (
    <Section title={words.text("cohorts")}>
      <table className="w-full border-collapse text-label tabular-nums">
        <caption className="sr-only">{words.text("cohortsCaption")}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} ps-0 text-start`}>
              {words.text("cohortBegan")}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {words.text("cohortSize")}
            </th>
            {shownMonths.map((months) => (
              <th key={months} scope="col" className={`${head} text-end`}>
                <span aria-hidden="true">+{months}</span>
                <span className="sr-only">{words.text("cohortAfter", { count: months })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ month, size, stayed }) => (
            <tr key={month} className="border-b border-rule">
              <th scope="row" className="py-2 text-start font-normal whitespace-nowrap">
                {format.format(new Date(firstOf(month)))}
              </th>
              <td className="py-2 ps-1 text-end">{formatNumber(size, words.lang)}</td>
              {shownMonths.map((months) => (
                <td key={months} className="py-2 ps-1 text-end">
                  {shareOf(stayed[months - 1], size, words)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 max-w-[68ch] text-label text-ink-2">{words.text("cohortsHow")}</p>
    </Section>
  );
}

/** Whole percents. Empty where not all of them have come so far. */
function shareOf(stayed: number | undefined, size: number, words: DashboardWords): string {
  if (stayed === undefined) return "";
  return formatPercent(Math.round((share(stayed, size) ?? 0) / 10) / 100, words.lang);
}
