import { BarChart } from "@/components/dashboard/bar-chart";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import type { CivilDate } from "@/lib/domain/civil-date";
import { formatMoney } from "@/lib/domain/money";
import type { Overview } from "@/lib/services/desk/overview/read";

/** What came in each day of the store's zone, in one currency, with the same as a table under it. */
export function DailyChart({
  collected,
  span,
  words,
}: {
  collected: Overview["collected"][number];
  span: Overview["span"];
  words: DashboardWords;
}) {
  const { currency, days } = collected;
  // A day of another year says which.
  const isThisYear = span.first.slice(0, 4) === span.today.slice(0, 4);
  const short = dayFormat(words, {
    ...{ day: "numeric", month: "short" },
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  const long = dayFormat(words, { dateStyle: "medium" });
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const rows = span.days.map((day) => ({ day, ...(days.get(day) ?? { minor: 0n, payments: 0 }) }));
  const last = span.days.length - 1;
  const marks = [span.days[0], span.days[Math.floor(last / 2)], span.days[last]].flatMap((day) => day ?? []);
  if (collected.payments === 0)
    return (
      <p className="border-b border-rule py-6 text-ink-2">
        {words.text("noPaymentIn", { days: span.days.length })}
      </p>
    );
  return (
    <>
      <BarChart
        label={words.text("chartLabel", { currency, first: short(span.first), last: short(span.last) })}
        bars={rows.map(({ day, minor }) => ({
          key: day,
          value: Math.max(0, Number(minor)),
          text: `${short(day)}: ${money(minor)}`,
        }))}
        marks={marks.map(short)}
        textOf={(value) => money(BigInt(Math.round(value)))}
      />
      <Disclosure summary={words.text("asTable")}>
        <Table
          caption={words.text("chartLabel", { currency, first: short(span.first), last: short(span.last) })}
          columns={[
            { label: words.text("day") },
            { label: words.text("payments"), align: "end", onPhone: words.text("payments") },
            { label: words.text("amount"), align: "end" },
          ]}
          rows={rows
            .filter(({ payments }) => payments > 0)
            .reverse()
            .map(({ day, payments, minor }) => ({
              key: day,
              cells: [long(day), String(payments), money(minor)],
            }))}
        />
      </Disclosure>
    </>
  );
}

/** A day is the same in every zone. */
export function dayFormat(words: DashboardWords, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(words.locale, { timeZone: "UTC", ...options });
  return (day: CivilDate) => format.format(new Date(`${day}T00:00:00Z`));
}
