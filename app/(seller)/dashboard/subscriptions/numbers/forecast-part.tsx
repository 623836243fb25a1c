import { BarChart } from "@/components/dashboard/bar-chart";
import { Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { formatMoney, formatNumber } from "@/lib/domain/money";
import type { Renewals } from "@/lib/services/desk/numbers/figures";
import type { CurrencyNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { dayFormat } from "../../overview/daily-chart";

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
