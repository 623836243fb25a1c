import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { CopyButton } from "@/components/ui/copy-button";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { subscriptionPath } from "./paths";
import { standingOf } from "./words";

/** Subscriptions, newest first. */
export function SubscriptionTable({
  rows,
  timeZone,
  now,
  linkOf,
  words,
}: {
  rows: SubscriptionRow[];
  timeZone: string;
  now: Date;
  /** The manage page, for whoever may give it to the subscriber; else null. */
  linkOf: ((row: SubscriptionRow) => string) | null;
  words: DashboardWords;
}) {
  return (
    <Table
      caption={words.text("subscriptionsCaption")}
      columns={[
        { label: words.text("customer") },
        { label: words.text("product") },
        { label: words.text("status") },
        { label: words.text("paidUntil"), onPhone: words.text("paidUntil") },
        { label: words.text("ref"), onPhone: words.text("ref") },
        { label: words.text("totalPaid"), align: "end" },
      ]}
      rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, timeZone, now, linkOf, words) }))}
    />
  );
}

function cellsOf(
  row: SubscriptionRow,
  timeZone: string,
  now: Date,
  linkOf: ((row: SubscriptionRow) => string) | null,
  words: DashboardWords,
) {
  const { tone, word } = standingOf(row, now, words);
  return [
    <span key="customer" className="flex flex-wrap items-baseline gap-x-3">
      <a href={subscriptionPath(row.id)} className="underline-offset-2 hover:underline">
        <bdi>{row.customer.name}</bdi>
      </a>
      {linkOf ? (
        <CopyButton
          value={linkOf(row)}
          label={words.text("copyManageLink")}
          done={words.text("copied")}
          of={row.customer.name}
        />
      ) : null}
    </span>,
    <bdi key="product">{row.product.name}</bdi>,
    <StatusMark key="status" tone={tone}>
      {word}
    </StatusMark>,
    <Timestamp key="until" at={row.currentPeriodEnd} timeZone={timeZone} locale={words.locale} />,
    row.ref === null ? (
      <span key="ref" className="text-ink-2">
        {words.text("none").toLowerCase()}
      </span>
    ) : (
      <bdi key="ref" className="break-all">
        {row.ref}
      </bdi>
    ),
    <Amount key="paid" minor={row.totalPaidMinor} currency={row.currency} />,
  ];
}
