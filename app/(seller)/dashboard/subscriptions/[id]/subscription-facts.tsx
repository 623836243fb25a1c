import { Amount } from "@/components/dashboard/amount";
import { Code } from "@/components/ui/code";
import { type FactItem, Facts } from "@/components/ui/facts";
import { Timestamp } from "@/components/ui/timestamp";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import type { SubscriptionRow } from "@/lib/services/subscriptions/read";

/** What a subscription is: who, what for, until when, how much came. */
export function SubscriptionFacts({
  row,
  now,
  timeZone,
}: {
  row: SubscriptionRow;
  now: Date;
  timeZone: string;
}) {
  const { customer, product, ref, cancelledAt } = row;
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} />;
  const link = "underline underline-offset-2";
  const items: (FactItem | null)[] = [
    {
      label: "Customer",
      value: (
        <a className={link} href={`/dashboard/customers/${customer.id}`}>
          <bdi>{customer.name}</bdi>
        </a>
      ),
    },
    customer.email ? { label: "E-mail", value: <bdi className="break-all">{customer.email}</bdi> } : null,
    customer.phone ? { label: "Phone", value: customer.phone } : null,
    {
      label: "Product",
      value: (
        <a className={link} href={`/dashboard/products/${product.id}`}>
          <bdi>{product.name}</bdi>
        </a>
      ),
    },
    { label: "Ref", value: ref === null ? "None" : <bdi className="break-all">{ref}</bdi> },
    { label: "Started", value: at(row.startedAt) },
    { label: "Paid until", value: at(row.currentPeriodEnd) },
    { label: hasAccess(row, now) ? "Access until" : "Access ended", value: at(accessEndsAt(row)) },
    cancelledAt ? { label: "Cancelled", value: at(cancelledAt) } : null,
    { label: "Total paid", value: <Amount minor={row.totalPaidMinor} currency={row.currency} /> },
    { label: "Id", value: <Code>{row.id}</Code> },
  ];
  return <Facts items={items.filter((item) => item !== null)} />;
}
