import { ActionForm } from "@/components/dashboard/action-form";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, PageHeader, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { lastingAmountMinor, nextAmountMinor } from "@/lib/domain/discount";
import { formatMoney } from "@/lib/domain/money";
import { comingChange, planAt } from "@/lib/domain/plan-change";
import { may } from "@/lib/domain/roles";
import { hasAccess, statusAt } from "@/lib/domain/subscription";
import { serializeSubscription } from "@/lib/resources/subscription";
import { shortenedEnd, wasTakenBack } from "@/lib/services/billing/subscriptions/end-now";
import { readSubscriptionHistory } from "@/lib/services/billing/subscriptions/history";
import { listPeriods, type SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { manageUrl, payForUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { discountPath } from "../../discounts/words";
import { inWords } from "../../history-words";
import { subscriptionPath } from "../../paths";
import { SellerPage } from "../../seller-page";
import { sellerWithWords, titledBy } from "../../words";
import {
  cancelSubscriptionAction,
  endSubscriptionAction,
  shortenSubscriptionAction,
  takeDiscountAction,
  turnOffRenewalAction,
  undoChangeAction,
} from "../actions";
import { findSubscription, seenFields } from "../subscription";
import { standingOf } from "../words";
import { ManageLink } from "./manage-link";
import { PeriodList } from "./period-list";
import { SubscriptionFacts } from "./subscription-facts";

export const generateMetadata = titledBy(
  async (seller, id) => (await findSubscription(seller, id)).customer.name,
);

const periodsMax = 50;

export default async function SubscriptionPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const world = systemWorld();
  const caller = seller.caller(true);
  const row = await findSubscription(seller, (await params).id);
  const [periods, history, isTakenBack, shortened] = await Promise.all([
    listPeriods(world, caller, row.id, periodsMax),
    readSubscriptionHistory(world, caller, row),
    wasTakenBack(world.db, row),
    shortenedEnd(world, row),
  ]);
  // They are numbered from 1, and the newest is first.
  const total = periods[0]?.number ?? 0;
  const now = world.clock.now();
  const { timeZone } = seller.store;
  const { siteUrl } = world.config;
  const link = seller.role === "viewer" ? null : manageUrl(world, row);
  return (
    <SellerPage seller={seller} section="subscriptions" here={row.customer.name}>
      <PageHeader
        title={<bdi>{row.customer.name}</bdi>}
        purpose={<Standing row={row} now={now} words={words} />}
      />
      {link ? (
        <ManageLink
          link={link}
          payFor={payForUrl(world, row)}
          row={row}
          store={seller.store.name}
          words={words}
        />
      ) : null}
      <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Section title={words.text("facts")}>
            <SubscriptionFacts row={row} now={now} timeZone={timeZone} words={words} />
          </Section>
          <Section title={words.text("periods")} aside={words.text("inAll", { count: String(total) })}>
            <PeriodList periods={periods} timeZone={timeZone} total={total} words={words} />
          </Section>
        </div>
        <div className="min-w-0">
          <Section title={words.text("whatHappened")}>
            <HistoryTimeline history={inWords(history, words)} timeZone={timeZone} locale={words.locale} />
          </Section>
        </div>
      </div>
      <div className="mt-8 grid gap-2">
        {may(seller.role, "subscription.extend") ? (
          <div>
            <ButtonLink href={`${subscriptionPath(row.id)}/days`}>{words.text("giveDays")}</ButtonLink>
          </div>
        ) : null}
        {may(seller.role, "subscription.change_plan") ? <PlanActs row={row} now={now} words={words} /> : null}
        <DiscountPart row={row} mayChange={may(seller.role, "discount.change")} words={words} />
        {seller.role === "viewer" ? null : (
          <CancelForm row={row} now={now} timeZone={timeZone} words={words} />
        )}
        {seller.role === "viewer" ? null : <RenewalOffForm row={row} words={words} />}
        {isTakenBack && hasAccess(row, now) && may(seller.role, "subscription.cancel") ? (
          <EndForm row={row} shortened={shortened} timeZone={timeZone} words={words} />
        ) : null}
        <AsJson
          siteUrl={siteUrl}
          path={`/subscriptions/${row.id}`}
          words={words}
          data={serializeSubscription(
            row,
            now,
            link ?? "(acts for the subscriber; your role does not see it)",
          )}
        />
      </div>
    </SellerPage>
  );
}

/** Another plan, and the way back from one that was chosen. */
function PlanActs({ row, now, words }: { row: SubscriptionRow; now: Date; words: DashboardWords }) {
  const coming = comingChange(row, now);
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={`${subscriptionPath(row.id)}/plan`}>{words.text("planChange")}</ButtonLink>
      {coming && !coming.isPaid ? (
        <ActionForm to={{ action: undoChangeAction, fields: { id: row.id } }}>
          <Button>{words.text("changeKeep")}</Button>
        </ActionForm>
      ) : null}
    </div>
  );
}

function Standing({ row, now, words }: { row: SubscriptionRow; now: Date; words: DashboardWords }) {
  const { tone, word } = standingOf(row, now, words);
  const plan = planAt(row, now);
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-section font-medium text-ink">
        {formatMoney(
          {
            minor: lastingAmountMinor({ ...row, amountMinor: plan.amountMinor }),
            currency: row.currency,
          },
          words.lang,
        )}{" "}
        {words.text(`every_${plan.interval}`)}
      </span>
      <StatusMark tone={tone}>{word}</StatusMark>
    </span>
  );
}

/** Cancelling, with what it does to access now. What has ended or is cancelled cannot be cancelled. */
function CancelForm({
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
  const status = statusAt(row, now);
  if (status !== "active" && status !== "past_due") return null;
  return (
    <Disclosure summary={words.text("cancelSubscription")}>
      <p className="mb-3 max-w-[68ch] text-ink-2">
        {status === "active"
          ? words.rich("cancelActive", {
              end: (
                <Timestamp key="end" at={row.currentPeriodEnd} timeZone={timeZone} locale={words.locale} />
              ),
            })
          : words.text("cancelGrace")}
      </p>
      <ActionForm to={{ action: cancelSubscriptionAction, fields: seenFields(row) }}>
        <Button look="danger">{words.text(status === "active" ? "cancelActiveGo" : "cancelGraceGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}

/** What the next payments cost less; and the ways to give or take it away. */
function DiscountPart({
  row,
  mayChange,
  words,
}: {
  row: SubscriptionRow;
  mayChange: boolean;
  words: DashboardWords;
}) {
  const { discountId, discountPeriodsLeft: left, currency } = row;
  const price = formatMoney({ minor: nextAmountMinor(row), currency }, words.lang);
  return (
    <div className="flex flex-wrap items-baseline gap-4">
      {discountId === null ? null : (
        <p>
          {left === null
            ? words.text("discountLeftForever", { price })
            : words.text("discountLeft", { price, count: left })}{" "}
          <a className="underline underline-offset-2" href={discountPath(discountId)}>
            {row.discountCode ?? words.text("discountOpen")}
          </a>
        </p>
      )}
      {mayChange ? (
        <ButtonLink href={`${subscriptionPath(row.id)}/discount`}>{words.text("giveDiscount")}</ButtonLink>
      ) : null}
      {mayChange && discountId !== null ? (
        <ActionForm to={{ action: takeDiscountAction, fields: seenFields(row) }}>
          <Button look="quiet">{words.text("takeDiscount")}</Button>
        </ActionForm>
      ) : null}
    </div>
  );
}

/**
 * Ending a subscription at once, access too: only after a payment of it went back. Where a bank took one whose rest was
 * carried into this plan, only the time that it brought can be taken off: `shortened`, the end that then is.
 */
function EndForm({
  row,
  shortened,
  timeZone,
  words,
}: {
  row: SubscriptionRow;
  shortened: Date | null;
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Disclosure summary={words.text("endSubscription")}>
      {shortened ? (
        <>
          <p className="mb-3 max-w-[68ch] text-ink-2">
            {words.rich("shortenMeans", {
              end: <Timestamp key="end" at={shortened} timeZone={timeZone} locale={words.locale} />,
            })}
          </p>
          <ActionForm to={{ action: shortenSubscriptionAction, fields: seenFields(row) }}>
            <Button look="danger">{words.text("shortenGo")}</Button>
          </ActionForm>
        </>
      ) : null}
      <p className="my-3 max-w-[68ch] text-ink-2">{words.text("endSubscriptionMeans")}</p>
      <ActionForm to={{ action: endSubscriptionAction, fields: seenFields(row) }}>
        <Button look="danger">{words.text("endSubscriptionGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}

/** Sellers can only switch it off. */
function RenewalOffForm({ row, words }: { row: SubscriptionRow; words: DashboardWords }) {
  if (row.renewalMode === "manual") return null;
  return (
    <Disclosure summary={words.text("renewalOff")}>
      <p className="mb-3 max-w-[68ch] text-ink-2">{words.text("renewalOffMeans")}</p>
      <ActionForm to={{ action: turnOffRenewalAction, fields: { id: row.id } }}>
        <Button look="danger">{words.text("renewalOffGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}
