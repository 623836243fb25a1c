import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, Timestamp } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import type { PeriodRow } from "@/lib/services/billing/subscriptions/read";

/** The periods, newest first, with the order that paid and its receipt. */
export function PeriodList({
  periods,
  timeZone,
  total,
  words,
}: {
  periods: PeriodRow[];
  timeZone: string;
  total: number;
  words: DashboardWords;
}) {
  if (periods.length === 0) return <EmptyState sentence={words.text("nothingPaid")} />;
  const when = words.text(periods.every(({ kind }) => kind === "paid") ? "paidOn" : "paidOrGiven");
  return (
    <>
      <Table
        caption={words.text("periodsCaption")}
        columns={[
          { label: words.text("period") },
          { label: when, onPhone: when },
          { label: words.text("receipt") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={periods.map((period) => ({
          key: String(period.number),
          cells: cellsOf(period, timeZone, words),
        }))}
      />
      {periods.length < total ? (
        <p className="mt-2 text-label text-ink-2">
          {words.text("newestPeriods", { count: String(periods.length) })}
        </p>
      ) : null}
    </>
  );
}

function cellsOf(
  { kind, startsAt, endsAt, paidAt, order, paidMinor, currency, cutAt }: PeriodRow,
  timeZone: string,
  words: DashboardWords,
) {
  const day = new Intl.DateTimeFormat(words.locale, { timeZone, dateStyle: "medium" });
  const span = words.text("periodSpan", { from: day.format(startsAt), to: day.format(endsAt) });
  const link = "underline underline-offset-2";
  return [
    order ? (
      <a key="period" className={link} href={`/dashboard/orders/${order.id}`}>
        {span}
      </a>
    ) : (
      span
    ),
    <Timestamp key="paid" at={paidAt} timeZone={timeZone} locale={words.locale} />,
    order ? (
      <a key="receipt" className={link} href={`/receipt/${order.receiptToken}`}>
        {words.text("receipt")}
        <span className="sr-only"> {order.number}</span>
      </a>
    ) : (
      ""
    ),
    <span key="amount">
      {kind === "paid" ? (
        <Amount lang={words.lang} minor={paidMinor} currency={currency} />
      ) : (
        words.text(`period_${kind}`)
      )}
      {cutAt ? <span className="block text-note text-ink-2">{words.text("periodCutMark")}</span> : null}
      {order && order.refundedMinor > 0n ? (
        <span className="block text-note text-ink-2">
          {words.text(order.refundedMinor < order.totalMinor ? "partlyRefunded" : "refundedMark")}
        </span>
      ) : null}
    </span>,
  ];
}
