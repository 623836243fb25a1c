import { stamp } from "@/app/_lists/list-view";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { FoldedAct, Press, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, Section, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { lastingAmountMinor, nextAmountMinor } from "@/lib/domain/discount";
import { formatMoney } from "@/lib/domain/money";
import { comingChange, planAt } from "@/lib/domain/plan-change";
import { may } from "@/lib/domain/roles";
import { hasAccess, statusAt } from "@/lib/domain/subscription";
import { serializeSubscription } from "@/lib/resources/subscription";
import { shortenedEnd, wasTakenBack } from "@/lib/services/billing/subscriptions/cancel";
import {
  listPeriods,
  readSubscriptionHistory,
  type SubscriptionRow,
} from "@/lib/services/billing/subscriptions/read";
import { manageUrl, payForUrl } from "@/lib/services/core/manage-token";
import { readOrder } from "@/lib/services/money/renewal/standing-orders";
import { discountPath } from "../../discounts/discount";
import { inWords } from "../../history-words";
import { subscriptionPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titledBy } from "../../words";
import {
  cancelSubscriptionAction,
  endSubscriptionAction,
  shortenSubscriptionAction,
  takeDiscountAction,
  turnOffRenewalAction,
  undoChangeAction,
} from "../actions";
import { findSubscription, seenFields, standingOf } from "../subscription";
import { ManageLink, PeriodList, SendLink, SubscriptionFacts } from "./parts";

export const generateMetadata = titledBy(
  async (seller, id) => (await findSubscription(seller, id)).customer.name,
);

const periodsMax = 50;

export default sellerPage("subscriptions", async (who, { id }) => {
  const { seller, world, caller, words, timeZone, now } = who;
  const row = await findSubscription(seller, id);
  const [periods, history, isTakenBack, shortened, order] = await Promise.all([
    listPeriods(world, caller, row.id, periodsMax),
    readSubscriptionHistory(world, caller, row),
    wasTakenBack(world.db, row),
    shortenedEnd(world, row),
    readOrder(world, row, seller.store),
  ]);
  // They are numbered from 1, and the newest is first.
  const total = periods[0]?.number ?? 0;
  const { siteUrl } = world.config;
  const link = seller.role === "viewer" ? null : manageUrl(world, row);
  return (
    <SellerPage
      {...who}
      here={row.customer.name}
      title={<bdi>{row.customer.name}</bdi>}
      purpose={<Standing row={row} who={who} />}
    >
      <div className="flex flex-col">
        {link ? <SendLink link={link} row={row} store={seller.store.name} words={words} /> : null}
        <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-14">
          <div className="min-w-0">
            <Section title={words.text("facts")}>
              <SubscriptionFacts row={row} who={who} order={order} />
            </Section>
            <Section title={words.text("periods")} aside={words.text("inAll", { count: String(total) })}>
              <PeriodList periods={periods} who={who} total={total} />
            </Section>
          </div>
          <div className="min-w-0">
            {link ? <ManageLink link={link} payFor={payForUrl(world, row)} row={row} words={words} /> : null}
            <div className="mb-8 grid gap-2">
              <div className="flex flex-wrap gap-2">
                {may(seller.role, "subscription.extend") ? (
                  <ButtonLink href={`${subscriptionPath(row.id)}/days`}>{words.text("giveDays")}</ButtonLink>
                ) : null}
                {may(seller.role, "subscription.change_plan") ? <PlanActs row={row} who={who} /> : null}
                <DiscountPart row={row} mayChange={may(seller.role, "discount.change")} words={words} />
              </div>
              {seller.role === "viewer" ? null : <CancelForm row={row} who={who} />}
              {seller.role === "viewer" ? null : <RenewalOffForm row={row} words={words} />}
              {isTakenBack && hasAccess(row, now) && may(seller.role, "subscription.cancel") ? (
                <EndForm row={row} shortened={shortened} who={who} />
              ) : null}
            </div>
            <Section title={words.text("whatHappened")}>
              <HistoryTimeline history={inWords(history, words)} timeZone={timeZone} locale={words.locale} />
            </Section>
          </div>
        </div>
        <div className="mt-8">
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
      </div>
    </SellerPage>
  );
});

/** Another plan, and the way back from one that was chosen. */
function PlanActs({ who, row }: { row: SubscriptionRow; who: AtStore }) {
  const { words, now } = who;
  const coming = comingChange(row, now);
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={`${subscriptionPath(row.id)}/plan`}>{words.text("planChange")}</ButtonLink>
      {coming && !coming.isPaid ? (
        <Press action={undoChangeAction} fields={{ id: row.id }}>
          {words.text("changeKeep")}
        </Press>
      ) : null}
    </div>
  );
}

function Standing({ who, row }: { row: SubscriptionRow; who: AtStore }) {
  const { words, now } = who;
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
      <StatusMark {...standingOf(row, now, words)} />
    </span>
  );
}

/** Cancelling, with what it does to access now. What has ended or is cancelled cannot be cancelled. */
function CancelForm({ who, row }: { row: SubscriptionRow; who: AtStore }) {
  const { words, now } = who;
  const status = statusAt(row, now);
  if (status !== "active" && status !== "past_due") return null;
  const isActive = status === "active";
  return (
    <FoldedAct
      title={words.text("cancelSubscription")}
      means={
        isActive
          ? words.rich("cancelActive", { end: stamp(row.currentPeriodEnd, who) })
          : words.text("cancelGrace")
      }
      action={cancelSubscriptionAction}
      fields={seenFields(row)}
    >
      {words.text(isActive ? "cancelActiveGo" : "cancelGraceGo")}
    </FoldedAct>
  );
}

/** What the next payments cost less; and the ways to give or take it away. */
function DiscountPart(props: { row: SubscriptionRow; mayChange: boolean; words: DashboardWords }) {
  const { row, mayChange, words } = props;
  const { discountId, discountPeriodsLeft: left, currency } = row;
  const price = formatMoney({ minor: nextAmountMinor(row), currency }, words.lang);
  return (
    <div className="flex flex-wrap items-baseline gap-4">
      {discountId === null ? null : (
        <p>
          {left === null
            ? words.text("discountLeftForever", { price })
            : words.text("discountLeft", { price, count: left })}{" "}
          <TextLink href={discountPath(discountId)}>
            {row.discountCode ?? words.text("discountOpen")}
          </TextLink>
        </p>
      )}
      {mayChange ? (
        <ButtonLink href={`${subscriptionPath(row.id)}/discount`}>{words.text("giveDiscount")}</ButtonLink>
      ) : null}
      {mayChange && discountId !== null ? (
        <Press action={takeDiscountAction} fields={seenFields(row)} look="quiet">
          {words.text("takeDiscount")}
        </Press>
      ) : null}
    </div>
  );
}

/**
 * Ending a subscription at once, access too: only after a payment of it went back. Where a bank took one whose rest was
 * carried into this plan, only the time that it brought can be taken off: `shortened`, the end that then is.
 */
function EndForm({ who, row, shortened }: { row: SubscriptionRow; shortened: Date | null; who: AtStore }) {
  const { words } = who;
  return (
    <Disclosure summary={words.text("endSubscription")}>
      {shortened ? (
        <>
          <p className="mb-3 max-w-[68ch] text-ink-2">
            {words.rich("shortenMeans", {
              end: stamp(shortened, who),
            })}
          </p>
          <Press action={shortenSubscriptionAction} fields={seenFields(row)} look="danger">
            {words.text("shortenGo")}
          </Press>
        </>
      ) : null}
      <p className="my-3 max-w-[68ch] text-ink-2">{words.text("endSubscriptionMeans")}</p>
      <Press action={endSubscriptionAction} fields={seenFields(row)} look="danger">
        {words.text("endSubscriptionGo")}
      </Press>
    </Disclosure>
  );
}

/** Sellers can only switch it off. */
function RenewalOffForm({ row, words }: { row: SubscriptionRow; words: DashboardWords }) {
  if (row.renewalMode === "manual" || row.renewalMode === "standing_order") return null;
  return (
    <FoldedAct
      title={words.text("renewalOff")}
      means={words.text("renewalOffMeans")}
      action={turnOffRenewalAction}
      fields={{ id: row.id }}
    >
      {words.text("renewalOffGo")}
    </FoldedAct>
  );
}
