import type { ReactNode } from "react";
import { BarChart } from "@/components/dashboard/bar-chart";
import { Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { firstOf, formatMoney, formatNumber, formatPercent, monthly, share } from "@/lib/domain/money";
import type { Cohort, Renewals, Worth } from "@/lib/services/desk/numbers/figures";
import type { CurrencyNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { dayFormat } from "../../overview/figures";

/** What subscriptions come to in a month, as money. */
export function monthlyMoney(
  { yearlyMinor }: Pick<Worth, "yearlyMinor">,
  currency: string,
  words: DashboardWords,
): string {
  const minor = monthly(yearlyMinor);
  const text = formatMoney({ minor: minor < 0n ? -minor : minor, currency }, words.lang);
  return minor < 0n ? `−${text}` : text;
}

/** "Mar 2026", or "March 2026": the same in every zone. */
export function monthName(month: string, words: DashboardWords, style: "short" | "long"): string {
  const format = new Intl.DateTimeFormat(words.locale, { month: style, year: "numeric", timeZone: "UTC" });
  return format.format(new Date(firstOf(month)));
}

/** Where the store stands now, and its recurring revenue at the end of each month. */
export function NumbersFigures({ numbers, words }: { numbers: CurrencyNumbers; words: DashboardWords }) {
  const { currency, now, inGrace, months } = numbers;
  const money = (worth: Worth) => monthlyMoney(worth, currency, words);
  const count = (value: number) => formatNumber(value, words.lang);
  const present = months.at(-1);
  const difference = { yearlyMinor: now.yearlyMinor - (present?.before.yearlyMinor ?? 0n) };
  const names = months.map(({ month }) => monthName(month, words, "short"));
  return (
    <>
      <Figures
        figures={[
          {
            label: words.text("recurringMonthly"),
            value: money(now),
            note: words.text("sinceMonthBegan", { amount: signed(difference, currency, words) }),
          },
          {
            label: words.text("payingSubscriptions"),
            value: count(now.count),
            note: words.text("ofThemInGrace", { count: count(inGrace.count), amount: money(inGrace) }),
          },
          {
            label: words.text("lostThisMonth"),
            value: count(present?.lost.count ?? 0),
            note: money(present?.lost ?? { count: 0, yearlyMinor: 0n }),
          },
        ]}
      />
      <p className="mt-3 max-w-[68ch] text-label text-ink-2">{words.text("recurringHow")}</p>
      <BarChart
        label={words.text("recurringChart", { currency, first: names[0] ?? "", last: names.at(-1) ?? "" })}
        bars={months.map(({ month, after }, index) => ({
          key: month,
          value: Math.max(0, Number(monthly(after.yearlyMinor))),
          text: `${names[index]}: ${money(after)}`,
        }))}
        marks={[names[0], names[Math.floor(names.length / 2)], names.at(-1)].flatMap((name) => name ?? [])}
        textOf={(value) => formatMoney({ minor: BigInt(Math.round(value)), currency }, words.lang)}
      />
    </>
  );
}

export function signed(worth: Pick<Worth, "yearlyMinor">, currency: string, words: DashboardWords): string {
  const text = monthlyMoney(worth, currency, words);
  return worth.yearlyMinor > 0n ? `+${text}` : text;
}

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

/** What falls due in the next thirty days, and what may be expected of it. */
export function ForecastPart({ numbers, words }: { numbers: CurrencyNumbers; words: DashboardWords }) {
  const { currency, forecast } = numbers;
  const { due, paidAhead, leaving, expected, seen, days } = forecast;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const count = (value: number) => formatNumber(value, words.lang);
  const note = (of: Renewals) => words.text("renewalsCount", { count: of.count });
  const short = dayFormat(words, { day: "numeric", month: "short" });
  const label = words.text("forecastChart", { currency });
  return (
    <Section title={words.text("forecast")}>
      <div className="mt-4">
        <Figures
          figures={[
            { label: words.text("fallsDue"), value: money(due.minor), note: note(due) },
            {
              label: words.text("expected"),
              value: expected ? money(expected.minor) : "–",
              note: expected
                ? words.text("expectedOf", { renewed: count(seen.renewed), ended: count(seen.ended) })
                : words.text("nothingSeen"),
            },
            {
              label: words.text("paidAhead"),
              value: money(paidAhead.minor),
              note: words.text("leaving", { count: leaving }),
            },
          ]}
        />
      </div>
      <p className="mt-3 max-w-[68ch] text-label text-ink-2">{words.text("forecastHow")}</p>
      <BarChart
        label={label}
        bars={days.map((one) => ({
          key: one.day,
          value: Number(one.due.minor),
          text: `${short(one.day)}: ${money(one.due.minor)}`,
        }))}
        marks={[days[0], days[14], days.at(-1)].flatMap((one) => (one ? short(one.day) : []))}
        textOf={(value) => money(BigInt(Math.round(value)))}
      />
      <Disclosure summary={words.text("asTable")}>
        <Table
          caption={label}
          columns={[
            { label: words.text("day") },
            { label: words.text("renewals"), align: "end", onPhone: words.text("renewals") },
            { label: words.text("fallsDue"), align: "end", onPhone: words.text("fallsDue") },
            { label: words.text("paidAhead"), align: "end", onPhone: words.text("paidAhead") },
          ]}
          rows={days
            .filter((one) => one.due.count + one.paidAhead.count > 0)
            .map((one) => ({
              key: one.day,
              cells: [
                short(one.day),
                count(one.due.count + one.paidAhead.count),
                money(one.due.minor),
                money(one.paidAhead.minor),
              ],
            }))}
        />
      </Disclosure>
    </Section>
  );
}
