import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Code } from "@/components/ui/code";
import { type FactItem, Facts } from "@/components/ui/facts";
import { Timestamp } from "@/components/ui/timestamp";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";

/** What a subscription is: who, what for, until when, how much came. */
export function SubscriptionFacts({
  row,
  now,
  timeZone,
  words,
}: {
  row: SubscriptionRow;
  now: Date;
  timeZone: string;
  words: DashboardWords;
}) {
  const { customer, product, ref, cancelledAt } = row;
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  const link = "underline underline-offset-2";
  const items: (FactItem | null)[] = [
    {
      label: words.text("customer"),
      value: (
        <a className={link} href={`/dashboard/customers/${customer.id}`}>
          <bdi>{customer.name}</bdi>
        </a>
      ),
    },
    customer.email
      ? { label: words.text("customerEmail"), value: <bdi className="break-all">{customer.email}</bdi> }
      : null,
    customer.phone ? { label: words.text("phone"), value: customer.phone } : null,
    {
      label: words.text("product"),
      value: (
        <a className={link} href={`/dashboard/products/${product.id}`}>
          <bdi>{product.name}</bdi>
        </a>
      ),
    },
    {
      label: words.text("ref"),
      value: ref === null ? words.text("none") : <bdi className="break-all">{ref}</bdi>,
    },
    { label: words.text("started"), value: at(row.startedAt) },
    { label: words.text("paidUntil"), value: at(row.currentPeriodEnd) },
    { label: words.text(hasAccess(row, now) ? "accessUntil" : "accessEnded"), value: at(accessEndsAt(row)) },
    cancelledAt ? { label: words.text("cancelledOn"), value: at(cancelledAt) } : null,
    {
      label: words.text("totalPaid"),
      value: <Amount lang={words.lang} minor={row.totalPaidMinor} currency={row.currency} />,
    },
    { label: words.text("id"), value: <Code>{row.id}</Code> },
  ];
  return <Facts items={items.filter((item) => item !== null)} />;
}
