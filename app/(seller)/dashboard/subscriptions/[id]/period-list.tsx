import { Amount } from "@/components/dashboard/amount";
import { EmptyState } from "@/components/ui/empty-state";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import type { PeriodRow } from "@/lib/services/subscriptions/periods";

/** What was paid for, newest first, with the order and its receipt. */
export function PeriodList({
  periods,
  timeZone,
  total,
}: {
  periods: PeriodRow[];
  timeZone: string;
  total: number;
}) {
  if (periods.length === 0) return <EmptyState sentence="Nothing was paid yet." />;
  return (
    <>
      <Table
        caption="Paid periods, newest first"
        columns={[
          { label: "Period" },
          { label: "Paid", onPhone: "Paid" },
          { label: "Receipt" },
          { label: "Amount", align: "end" },
        ]}
        rows={periods.map((period) => ({ key: String(period.number), cells: cellsOf(period, timeZone) }))}
      />
      {periods.length < total ? (
        <p className="mt-2 text-label text-ink-2">The newest {periods.length} are shown.</p>
      ) : null}
    </>
  );
}

function cellsOf({ startsAt, endsAt, paidAt, order, amountMinor, currency }: PeriodRow, timeZone: string) {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "medium" });
  const span = `${day.format(startsAt)} to ${day.format(endsAt)}`;
  const link = "underline underline-offset-2";
  return [
    order ? (
      <a key="period" className={link} href={`/dashboard/orders/${order.id}`}>
        {span}
      </a>
    ) : (
      span
    ),
    <Timestamp key="paid" at={paidAt} timeZone={timeZone} />,
    order ? (
      <a key="receipt" className={link} href={`/receipt/${order.receiptToken}`}>
        Receipt<span className="sr-only"> of {order.number}</span>
      </a>
    ) : (
      ""
    ),
    <span key="amount">
      <Amount minor={amountMinor} currency={currency} />
      {order && order.refundedMinor > 0n ? (
        <span className="block text-note text-ink-2">
          {order.refundedMinor < order.totalMinor ? "partly refunded" : "refunded"}
        </span>
      ) : null}
    </span>,
  ];
}
