import { BarChart } from "@/components/dashboard/bar-chart";
import { Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { firstOf, formatMoney, formatNumber, formatPercent, monthly, share } from "@/lib/domain/money";
import type { Worth } from "@/lib/services/desk/numbers/figures";
import type { CurrencyNumbers } from "@/lib/services/desk/numbers/read-numbers";

/** What subscriptions come to in a month, as money. */
function monthlyMoney(
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

/** Where the store stands now, what the next thirty days may bring, and its recurring revenue at the end of each month. */
export function NumbersFigures({ numbers, words }: { numbers: CurrencyNumbers; words: DashboardWords }) {
  const { currency, now, inGrace, months, forecast } = numbers;
  const { due, expected, seen } = forecast;
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
            label: words.text("expectedSoon"),
            value: formatMoney({ minor: (expected ?? due).minor, currency }, words.lang),
            note: expected
              ? words.text("expectedOf", { renewed: count(seen.renewed), ended: count(seen.ended) })
              : words.text("renewalsCount", { count: due.count }),
          },
        ]}
      />
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

function signed(worth: Pick<Worth, "yearlyMinor">, currency: string, words: DashboardWords): string {
  const text = monthlyMoney(worth, currency, words);
  return worth.yearlyMinor > 0n ? `+${text}` : text;
}

/** Who came and who left in each month, the latest first. The file says more of each. */
export function MonthTable({ numbers, words }: { numbers: CurrencyNumbers; words: DashboardWords }) {
  const { currency, months } = numbers;
  const columns = ["numbersNew", "numbersLost", "churn", "atTheEnd"] as const;
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
          .map(({ month, isOpen, before, began, wonBack, lost, after }) => ({
            key: month,
            cells: [
              <span key="month">
                {monthName(month, words, "long")}
                {isOpen ? <span className="text-label text-ink-2"> {words.text("stillMoves")}</span> : null}
              </span>,
              formatNumber(began.count + wonBack.count, words.lang),
              formatNumber(lost.count, words.lang),
              percent(share(lost.count, before.count), words),
              monthlyMoney(after, currency, words),
            ],
          }))}
      />
    </Section>
  );
}

/** Once, folded, in place of a sentence under each figure. */
export function HowCounted({ words }: { words: DashboardWords }) {
  const how = ["recurringHow", "monthsHow", "churnHow", "forecastHow"] as const;
  return (
    <div className="mt-8">
      <Disclosure summary={words.text("howCounted")}>
        <ul className="grid max-w-[68ch] gap-2 text-label text-ink-2">
          {how.map((key) => (
            <li key={key}>{words.text(key)}</li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

/** The months before the first subscription say nothing. */
function sinceTheFirst(months: CurrencyNumbers["months"]): CurrencyNumbers["months"] {
  const first = months.findIndex(({ before, began, after }) => before.count + began.count + after.count > 0);
  return first === -1 ? months.slice(-1) : months.slice(first);
}

/** Of tenths of a percent; a dash where there was nobody to lose. */
function percent(tenths: number | null, words: DashboardWords): string {
  return tenths === null ? "–" : formatPercent(tenths / 1000, words.lang);
}
