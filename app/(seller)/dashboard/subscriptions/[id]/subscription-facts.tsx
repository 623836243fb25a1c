import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { type FactItem, Facts, Timestamp } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { comingChange, planAt } from "@/lib/domain/plan-change";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import { isUnpaidTrial } from "@/lib/domain/trial";
import { cardOf, cardText } from "@/lib/resources/kept-card";
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
  const { customer, ref, cancelledAt } = row;
  const { product } = planAt(row, now);
  const coming = comingChange(row, now);
  const day = new Intl.DateTimeFormat(words.locale, { timeZone, dateStyle: "medium" });
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
    coming
      ? {
          label: words.text("comingPlan"),
          value: words.text("comingPlanAt", { plan: coming.product.name, at: day.format(coming.at) }),
        }
      : null,
    { label: words.text("started"), value: at(row.startedAt) },
    row.trialEndsAt ? { label: words.text("trialUntil"), value: at(row.trialEndsAt) } : null,
    isUnpaidTrial(row) ? null : { label: words.text("paidUntil"), value: at(row.currentPeriodEnd) },
    { label: words.text(hasAccess(row, now) ? "accessUntil" : "accessEnded"), value: at(accessEndsAt(row)) },
    cancelledAt ? { label: words.text("cancelledOn"), value: at(cancelledAt) } : null,
    {
      label: words.text("totalPaid"),
      value: <Amount lang={words.lang} minor={row.totalPaidMinor} currency={row.currency} />,
    },
    { label: words.text("renews"), value: renewsInWords(row, words) },
    row.nextRenewalTryAt ? { label: words.text("renewsNext"), value: at(row.nextRenewalTryAt) } : null,
    row.renewalFailedAt ? { label: words.text("renewsLast"), value: at(row.renewalFailedAt) } : null,
    { label: words.text("id"), value: <Code>{row.id}</Code> },
  ];
  return <Facts items={items.filter((item) => item !== null)} />;
}

function renewsInWords(row: SubscriptionRow, words: DashboardWords): string {
  const card = cardOf(row.renewalCard);
  if (row.renewalMode === "manual") return words.text("renewsManual");
  if (row.renewalMode === "charge") return words.text("renewsCharge", { card: card ? cardText(card) : "" });
  return words.text("renewsPrompt", { phone: row.renewalPhone ?? "" });
}
