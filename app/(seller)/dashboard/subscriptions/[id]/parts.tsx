import { stamp } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { FoldedAct, facts, NextAct, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, EmptyState, Facts, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import { CopyField } from "@/components/ui/copy-field";
import { Table } from "@/components/ui/table";
import { comingChange, planAt } from "@/lib/domain/plan-change";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import { isUnpaidTrial } from "@/lib/domain/trial";
import { cardOf, cardText } from "@/lib/resources/subscription";
import type { PeriodRow, SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import type { OrderFacts } from "@/lib/services/money/renewal/standing-orders";
import { type AtStore, copyLabels } from "../../words";
import { replaceManageLinkAction } from "../actions";

interface FactsProps {
  row: SubscriptionRow;
  who: AtStore;
  /** Its standing order. */
  order: OrderFacts | null;
}

/** What a subscription is: who, what for, until when, how much came. */
export function SubscriptionFacts({ who, row, order }: FactsProps) {
  const { words, timeZone, now } = who;
  const { customer, ref, cancelledAt } = row;
  const { product } = planAt(row, now);
  const coming = comingChange(row, now);
  const day = new Intl.DateTimeFormat(words.locale, { timeZone, dateStyle: "medium" });
  const items = facts(words, {
    customer: (
      <TextLink href={`/dashboard/customers/${customer.id}`}>
        <bdi>{customer.name}</bdi>
      </TextLink>
    ),
    customerEmail: customer.email && <bdi className="wrap-anywhere">{customer.email}</bdi>,
    phone: customer.phone,
    product: (
      <TextLink href={`/dashboard/products/${product.id}`}>
        <bdi>{product.name}</bdi>
      </TextLink>
    ),
    ref: ref === null ? words.text("none") : <bdi className="wrap-anywhere">{ref}</bdi>,
    comingPlan:
      coming && words.text("comingPlanAt", { plan: coming.product.name, at: day.format(coming.at) }),
    started: stamp(row.startedAt, who),
    trialUntil: stamp(row.trialEndsAt, who),
    paidUntil: isUnpaidTrial(row) ? null : stamp(row.currentPeriodEnd, who),
    [hasAccess(row, now) ? "accessUntil" : "accessEnded"]: stamp(accessEndsAt(row), who),
    cancelledOn: stamp(cancelledAt, who),
    totalPaid: <Amount lang={words.lang} minor={row.totalPaidMinor} currency={row.currency} />,
    renews: [renewsInWords(row, order, words, day), orderInWords(order, words)].filter(Boolean).join(". "),
    // A standing order is not tried by us.
    renewsNext: stamp(row.renewalUntil ? null : row.nextRenewalTryAt, who),
    renewsLast: stamp(row.renewalFailedAt, who),
    id: <Code>{row.id}</Code>,
  });
  return <Facts items={items} />;
}

function renewsInWords(
  row: SubscriptionRow,
  order: OrderFacts | null,
  words: DashboardWords,
  day: Intl.DateTimeFormat,
): string {
  const card = cardOf(row.renewalCard);
  const { renewalUntil: until, renewalPhone: phone } = row;
  if (until && order?.state !== "active") return words.text("renewsManual");
  if (until) return words.text("renewsOrder", { phone: phone ?? "", date: day.format(until) });
  if (row.renewalMode === "manual") return words.text("renewsManual");
  if (row.renewalMode === "charge") return words.text("renewsCharge", { card: card ? cardText(card) : "" });
  return words.text("renewsPrompt", { phone: row.renewalPhone ?? "" });
}

/** What is to be known of a standing order beside how it renews. */
function orderInWords(order: OrderFacts | null, words: DashboardWords): string {
  if (!order) return "";
  if (order.state !== "active") return words.text(`orderState_${order.state}`);
  return order.isWanted ? "" : words.text("orderRuns");
}

/** The periods, newest first, with the order that paid and its receipt. */
export function PeriodList({ who, periods, total }: { periods: PeriodRow[]; who: AtStore; total: number }) {
  const { words, timeZone } = who;
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
  return [
    order ? (
      <TextLink key="period" href={`/dashboard/orders/${order.id}`}>
        {span}
      </TextLink>
    ) : (
      span
    ),
    <Timestamp key="paid" at={paidAt} timeZone={timeZone} locale={words.locale} />,
    order ? (
      <TextLink key="receipt" href={`/receipt/${order.receiptToken}`}>
        {words.text("receipt")}
        <span className="sr-only"> {order.number}</span>
      </TextLink>
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

/** The subscriber's own page, sent to them: there they pay. Whoever has the link can pay and cancel. */
export function SendLink(props: {
  link: string;
  row: SubscriptionRow;
  store: string;
  words: DashboardWords;
}) {
  const { link, row, store, words } = props;
  const { phone, email } = row.customer;
  if (!phone && !email) return null;
  const text = `${store}: ${row.product.name}. Pay or manage your subscription here: ${link}`;
  const mail = new URLSearchParams({ subject: `${store}: ${row.product.name}`, body: text });
  return (
    <NextAct>
      <div className="flex gap-2">
        {phone ? (
          <ButtonLink
            look="primary"
            href={`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`}
          >
            {words.text("sendWhatsApp")}
          </ButtonLink>
        ) : null}
        {email ? (
          <ButtonLink
            look={phone ? "secondary" : "primary"}
            href={`mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll("+", "%20")}`}
          >
            {words.text("sendEmail")}
          </ButtonLink>
        ) : null}
      </div>
    </NextAct>
  );
}

/** The same to copy, with the page on which somebody else pays. */
export function ManageLink(props: {
  link: string;
  payFor: string;
  row: SubscriptionRow;
  words: DashboardWords;
}) {
  const { link, payFor, row, words } = props;
  return (
    <div className="mb-8 grid gap-2">
      <p className="text-label text-ink-2">{words.text("manageMeans")}</p>
      <CopyField label={words.text("manageLink")} value={link} labels={copyLabels(words)} />
      <Disclosure summary={words.text("payForLink")}>
        <p className="mb-3 max-w-[68ch] text-ink-2">{words.text("payForMeans")}</p>
        <CopyField label={words.text("payForLink")} value={payFor} labels={copyLabels(words)} />
      </Disclosure>
      <FoldedAct
        title={words.text("replaceManageLink")}
        means={words.text("replaceManageLinkMeans")}
        look="secondary"
        action={replaceManageLinkAction}
        fields={{ id: row.id }}
      >
        {words.text("replaceManageLinkGo")}
      </FoldedAct>
    </div>
  );
}
