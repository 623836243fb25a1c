import { addressOf } from "@/app/_lists/filters";
import { BarChart } from "@/components/dashboard/bar-chart";
import { Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Disclosure } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import type { CivilDate } from "@/lib/domain/civil-date";
import { formatMoney, formatNumber, formatPercent } from "@/lib/domain/money";
import type { Overview } from "@/lib/services/desk/overview/read";
import type { Span } from "@/lib/services/desk/overview/sums";
import { ordersPath } from "../paths";

/** The main figures, those of money for who may read it: in the store's own currency first; other currencies are listed below, never summed. */
export function OverviewFigures({ overview, words }: { overview: Overview; words: DashboardWords }) {
  const { collected, approvals, span } = overview;
  const [own, ...others] = collected;
  const approved = approvals.reduce((sum, way) => sum + way.approved, 0);
  const tries = approved + approvals.reduce((sum, way) => sum + way.refused, 0);
  const unanswered = approvals.reduce((sum, way) => sum + way.unanswered, 0);
  return (
    <>
      <Figures
        figures={[
          ...(own
            ? [
                {
                  label: words.text("collected"),
                  value: (
                    <a href={paidIn(span, own.currency, collected.length)} className="hover:underline">
                      <Money minor={own.minor} currency={own.currency} words={words} />
                    </a>
                  ),
                  note: comparison(own, span.days.length, words),
                },
              ]
            : []),
          {
            label: words.text("approved"),
            value: tries === 0 ? "–" : formatPercent(approved / tries, words.lang),
            note: tries === 0 ? words.text("noTries") : triesNote({ approved, tries, unanswered }, words),
          },
        ]}
      />
      {others.length > 0 ? (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 border-b border-rule py-2 text-label text-ink-2">
          <dt>{words.text("otherCurrencies")}</dt>
          {others.map(({ currency, minor }) => (
            <dd key={currency}>
              <TextLink href={paidIn(span, currency, collected.length)}>
                {formatMoney({ minor, currency }, words.lang)}
              </TextLink>
            </dd>
          ))}
        </dl>
      ) : null}
    </>
  );
}

/** Orders by the days of their payment; the currency is said where there are several. */
export function paidIn({ first, last }: Pick<Span, "first" | "last">, currency: string, currencies: number) {
  return addressOf(ordersPath, {
    ...{ paid_from: first, paid_to: last },
    ...(currencies > 1 ? { currency } : {}),
  });
}

/** The code small before the amount, as on a ledger. */
export function Money(props: { minor: bigint; currency: string; words: DashboardWords }) {
  const { minor, currency, words } = props;
  const [code, amount] = formatMoney({ minor, currency }, words.lang).split(" ");
  return (
    <>
      <span className="text-label font-normal tracking-normal">{code}</span> {amount}
    </>
  );
}

/** How much more or less it is than in as many days before. */
export function comparison(
  { minor, beforeMinor, currency }: { minor: bigint; beforeMinor: bigint; currency: string },
  days: number,
  words: DashboardWords,
): string {
  const by = minor - beforeMinor;
  const amount = formatMoney({ minor: by < 0n ? -by : by, currency }, words.lang);
  if (by === 0n) return words.text("sameAsBefore", { days });
  return words.text(by > 0n ? "moreThanBefore" : "lessThanBefore", { amount, days });
}

/** What the share counts: attempts to pay that were begun in these days and have ended. */
function triesNote(
  { approved, tries, unanswered }: { approved: number; tries: number; unanswered: number },
  words: DashboardWords,
): string {
  const of = words.text("approvedOf", { approved: number(approved, words), tries: number(tries, words) });
  return unanswered === 0 ? of : `${of}, ${words.text("unanswered", { count: unanswered })}`;
}

function number(value: number, words: DashboardWords): string {
  return formatNumber(value, words.lang);
}

/** What came in each day of the store's zone, in one currency, with the same as a table under it. */
export function DailyChart(props: {
  collected: Overview["collected"][number];
  span: Overview["span"];
  words: DashboardWords;
}) {
  const { collected, span, words } = props;
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
