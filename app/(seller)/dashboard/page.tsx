import type { ReactNode } from "react";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Disclosure, Notice, Section, Tabs } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Table } from "@/components/ui/table";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatNumber } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { readSetup } from "@/lib/services/catalog/stores/read";
import type { Worth } from "@/lib/services/desk/numbers/figures";
import { type Overview, readOverview } from "@/lib/services/desk/overview/read";
import { type Chosen, chosenMax, type Span, spans } from "@/lib/services/desk/overview/sums";
import { systemWorld } from "@/lib/services/desk/system-world";
import { payoutBar } from "@/lib/services/money/out/payouts/quote";
import { chosenDays } from "./overview/chosen";
import { DailyChart, dayFormat, OverviewFigures } from "./overview/figures";
import { FirstSteps, hasFirstSteps } from "./overview/first-steps";
import { LatestPayments, NeedsList, Networks, RenewalShares } from "./overview/parts";
import { numbersPath, ordersPath, productPath } from "./paths";
import { SellerPage, sellerPage } from "./seller-page";
import { monthlyMoney, signed } from "./subscriptions/numbers/figures";
import { type AtStore, titled } from "./words";

export const generateMetadata = titled("overview");

export default sellerPage("overview", async (who, { search }) => {
  const { seller, world, caller, words } = who;
  const { chosen, isUnread } = chosenDays(search);
  const [overview, setup] = await Promise.all([
    readOverview(world, caller, chosen),
    readSetup(world, caller),
  ]);
  const steps = hasFirstSteps(setup) ? <FirstSteps setup={setup} role={seller.role} words={words} /> : null;
  return (
    <SellerPage
      {...who}
      title={words.rich("hello", { name: <bdi>{seller.user.name}</bdi> })}
      purpose={todayText(seller, overview, words)}
      actions={
        overview.wallets.some(({ availableMinor }) => availableMinor > 0n) &&
        may(seller.role, "payout.request") &&
        payoutBar(seller.store) !== "suspended" ? (
          <ButtonLink href="/dashboard/wallet/payouts/new">{words.text("payOut")}</ButtonLink>
        ) : null
      }
    >
      {overview.isNew ? (
        <NewStore who={who} overview={overview} steps={steps} />
      ) : (
        <RunningStore {...{ who, overview, steps, chosen, isUnread }} />
      )}
    </SellerPage>
  );
});

interface Parts {
  who: AtStore;
  overview: Overview;
  /** The list of first steps; null once it is done or put away. */
  steps: ReactNode;
}

function NewStore({ who, overview, steps }: Parts) {
  const { words } = who;
  return (
    <>
      {overview.needs.length > 0 ? <NeedsList needs={overview.needs} who={who} /> : null}
      {steps ?? (
        <p className="py-6">
          <ButtonLink href="/dashboard/links/new">{words.text("newLink")}</ButtonLink>
        </p>
      )}
    </>
  );
}

function RunningStore(props: Parts & { chosen: Chosen; isUnread: boolean }) {
  const { who, overview, steps, chosen, isUnread } = props;
  const { words } = who;
  const shown = overview.collected.find(({ payments }) => payments > 0) ?? overview.collected[0];
  return (
    <>
      <DaysShown {...{ chosen, isUnread, words }} span={overview.span} />
      {overview.isBehind ? (
        <div className="my-4">
          <Notice tone="info" title={words.text("stillCounted")} />
        </div>
      ) : null}
      <OverviewFigures overview={overview} words={words} />
      {shown ? <DailyChart collected={shown} span={overview.span} words={words} /> : null}
      <div className="mt-10 grid gap-x-10 nav:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* First to be read, and on a phone first to be seen. */}
        <div className="min-w-0 nav:col-start-2">
          <NeedsList needs={overview.needs} who={who} />
          <RenewalShares overview={overview} words={words} />
          <RecurringRevenue overview={overview} words={words} />
        </div>
        <div className="mt-10 min-w-0 nav:col-start-1 nav:row-start-1 nav:mt-0">
          <LatestPayments orders={overview.latest} who={who} />
          <TopProducts products={overview.topProducts} words={words} />
          <Networks overview={overview} words={words} />
        </div>
      </div>
      {steps}
    </>
  );
}

function todayText(seller: CurrentSeller, { subscribers }: Overview, words: DashboardWords): string {
  const { timeZone } = seller.store;
  const format = new Intl.DateTimeFormat(words.locale, {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const day = format.format(systemWorld().clock.now());
  const today = `${day.charAt(0).toUpperCase()}${day.slice(1)}.`;
  if (subscribers.endsToday === 0) return today;
  return `${today} ${words.text("dueToday", { count: subscribers.endsToday })}`;
}

/** Which days are shown: the last few, or any others. The address says it, so the page can be marked and sent on. */
function DaysShown(props: { chosen: Chosen; isUnread: boolean; span: Span; words: DashboardWords }) {
  const { chosen, isUnread, span, words } = props;
  const otherDays = isUnread ? words.text("daysUnread") : whyOtherDays(chosen, span, words);
  return (
    <>
      <Tabs
        label={words.text("span")}
        items={spans.map((count) => ({
          href: count === 30 ? "/dashboard" : `/dashboard?days=${count}`,
          label: words.text("lastDays", { count: String(count) }),
          current: count === chosen,
        }))}
      />
      <div className="-mt-4 mb-6">
        <Disclosure summary={words.text("ownDays")} open={typeof chosen !== "number"}>
          <form action="/dashboard" method="get" className="flex flex-wrap items-end gap-4">
            <Input
              type="date"
              name="from"
              label={words.text("from")}
              defaultValue={span.first}
              max={span.today}
              required
            />
            <Input
              type="date"
              name="to"
              label={words.text("to")}
              defaultValue={span.last}
              max={span.today}
              required
            />
            <Button>{words.text("showDays")}</Button>
          </form>
        </Disclosure>
        {otherDays ? (
          <div className="mt-4">
            <Notice tone="warn" title={otherDays} />
          </div>
        ) : null}
      </div>
    </>
  );
}

/** Why the days shown are not those that were asked for. */
function whyOtherDays(chosen: Chosen, { first, last, today }: Span, words: DashboardWords): string | null {
  if (typeof chosen === "number") return null;
  const day = dayFormat(words, { dateStyle: "medium" });
  const days = { first: day(first), last: day(last) };
  if (chosen.to > today) return words.text("daysToCome", days);
  return chosen.from < first ? words.text("daysTooMany", { ...days, max: String(chosenMax) }) : null;
}

function TopProducts({ products, words }: { products: Overview["topProducts"]; words: DashboardWords }) {
  if (products.length === 0) return null;
  return (
    <Section title={words.text("topProducts")} aside={words.text("topProductsAside")}>
      <Table
        caption={words.text("topProducts")}
        columns={[
          { label: words.text("product") },
          { label: words.text("sold"), align: "end", onPhone: words.text("sold") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={products.map(({ of, id, name, quantity, minor, currency }) => ({
          key: `${of} ${id}`,
          cells: [
            <a
              key="name"
              href={of === "link" ? `${ordersPath}?link=${id}` : productPath(id)}
              className="underline-offset-2 hover:underline"
            >
              <bdi>{name}</bdi>
            </a>,
            formatNumber(quantity, words.lang),
            <Amount lang={words.lang} key="amount" minor={minor} currency={currency} />,
          ],
        }))}
      />
    </Section>
  );
}

/** What subscriptions bring each month, by currency, with the way to all numbers. Nothing where nobody pays or did. */
function RecurringRevenue({ overview, words }: { overview: Overview; words: DashboardWords }) {
  const shown = overview.recurring.filter(
    ({ before, after, lost }) => before.count + after.count + lost.count > 0,
  );
  if (shown.length === 0) return null;
  const days = overview.span.days.length;
  return (
    <Section title={words.text("recurringSpan")} aside={words.text("recurringSpanAside", { days })}>
      {shown.map(({ currency, before, after, lost }) => (
        <dl key={currency} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-b border-rule py-3">
          <dt>{words.text("recurringMonthly")}</dt>
          <dd className="text-end tabular-nums">
            <span className="block font-medium">{monthlyMoney(after, currency, words)}</span>
            <span className="block text-label text-ink-2">{changeText(before, after, currency, words)}</span>
          </dd>
          <dt>{words.text("lostInDays")}</dt>
          <dd className="text-end tabular-nums">
            <span className="block font-medium">{formatNumber(lost.count, words.lang)}</span>
            <span className="block text-label text-ink-2">{monthlyMoney(lost, currency, words)}</span>
          </dd>
        </dl>
      ))}
      <p className="mt-3">
        <TextLink href={numbersPath}>{words.text("seeNumbers")}</TextLink>
      </p>
    </Section>
  );
}

function changeText(before: Worth, after: Worth, currency: string, words: DashboardWords): string {
  const yearlyMinor = after.yearlyMinor - before.yearlyMinor;
  return words.text("inTheseDays", { amount: signed({ yearlyMinor }, currency, words) });
}
