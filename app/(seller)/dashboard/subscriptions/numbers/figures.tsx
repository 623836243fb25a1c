import { BarChart } from "@/components/dashboard/bar-chart";
import { Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { firstOf, formatMoney, formatNumber, monthly } from "@/lib/domain/money";
import type { Worth } from "@/lib/services/desk/numbers/change";
import type { CurrencyNumbers } from "@/lib/services/desk/numbers/read-numbers";

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
