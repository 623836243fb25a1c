import { Amount } from "@/components/dashboard/amount";
import { CopyButton } from "@/components/ui/copy-button";
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
  linkOf,
}: {
  rows: SubscriptionRow[];
  timeZone: string;
  now: Date;
  /** The manage page, for whoever may give it to the subscriber; else null. */
  linkOf: ((row: SubscriptionRow) => string) | null;
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
      rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, timeZone, now, linkOf) }))}
    />
  );
}

function cellsOf(
  row: SubscriptionRow,
  timeZone: string,
  now: Date,
  linkOf: ((row: SubscriptionRow) => string) | null,
) {
  const { tone, word } = standingOf(row, now);
  return [
    <span key="customer" className="flex flex-wrap items-baseline gap-x-3">
      <a href={subscriptionPath(row.id)} className="underline-offset-2 hover:underline">
        <bdi>{row.customer.name}</bdi>
      </a>
      {linkOf ? (
        <CopyButton value={linkOf(row)} label="Copy manage link" done="Copied" of={row.customer.name} />
      ) : null}
    </span>,
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
