import { Amount } from "@/components/dashboard/amount";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import type { SubscriptionRow } from "@/lib/services/subscriptions/read";
import { subscriptionPath } from "./paths";
import { standingOf } from "./words";

/** Subscriptions, newest first. */
export function SubscriptionTable({
  rows,
  timeZone,
  now,
}: {
  rows: SubscriptionRow[];
  timeZone: string;
  now: Date;
}) {
  return (
    <Table
      caption="Subscriptions, newest first"
      columns={[
        { label: "Customer" },
        { label: "Product" },
        { label: "Status" },
        { label: "Paid until", onPhone: "Paid until" },
        { label: "Ref", onPhone: "Ref" },
        { label: "Total paid", align: "end" },
      ]}
      rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, timeZone, now) }))}
    />
  );
}

function cellsOf(row: SubscriptionRow, timeZone: string, now: Date) {
  const { tone, word } = standingOf(row, now);
  return [
    <a key="customer" href={subscriptionPath(row.id)} className="underline-offset-2 hover:underline">
      <bdi>{row.customer.name}</bdi>
    </a>,
    <bdi key="product">{row.product.name}</bdi>,
    <StatusMark key="status" tone={tone}>
      {word}
    </StatusMark>,
    <Timestamp key="until" at={row.currentPeriodEnd} timeZone={timeZone} />,
    row.ref === null ? (
      <span key="ref" className="text-ink-2">
        none
      </span>
    ) : (
      <bdi key="ref" className="break-all">
        {row.ref}
      </bdi>
    ),
    <Amount key="paid" minor={row.totalPaidMinor} currency={row.currency} />,
  ];
}
