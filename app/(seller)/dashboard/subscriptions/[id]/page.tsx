import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { NotFound } from "@/lib/domain/refusal";
import { serializeSubscription } from "@/lib/resources/subscription";
import { readSubscriptionHistory } from "@/lib/services/subscriptions/history";
import { manageUrl } from "@/lib/services/subscriptions/manage-token";
import { listPeriods } from "@/lib/services/subscriptions/periods";
import { readSubscription, type SubscriptionRow } from "@/lib/services/subscriptions/read";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../seller-page";
import { everyWords, standingOf } from "../words";
import { CancelForm } from "./cancel-form";
import { ManageLink } from "./manage-link";
import { PeriodList } from "./period-list";
import { SubscriptionFacts } from "./subscription-facts";

export const metadata: Metadata = { title: "Subscription" };

const periodsMax = 50;

export default async function SubscriptionPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const world = systemWorld();
  const caller = seller.caller(true);
  const row = await find(seller, (await params).id);
  const [periods, history] = await Promise.all([
    listPeriods(world, caller, row.id, periodsMax),
    readSubscriptionHistory(world, caller, row),
  ]);
  const now = world.clock.now();
  const { timeZone } = seller.store;
  const { siteUrl } = world.config;
  const link = seller.role === "viewer" ? null : manageUrl(world, row);
  return (
    <SellerPage seller={seller} section="subscriptions" here={row.customer.name}>
      <PageHeader title={<bdi>{row.customer.name}</bdi>} purpose={<Standing row={row} now={now} />} />
      {link ? <ManageLink link={link} row={row} store={seller.store.name} /> : null}
      <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Section title="Facts">
            <SubscriptionFacts row={row} now={now} timeZone={timeZone} />
          </Section>
          <Section title="Paid periods" aside={`${row.paymentsCount} in all`}>
            <PeriodList periods={periods} timeZone={timeZone} total={row.paymentsCount} />
          </Section>
        </div>
        <div className="min-w-0">
          <Section title="What happened">
            <HistoryTimeline history={history} timeZone={timeZone} />
          </Section>
        </div>
      </div>
      <div className="mt-8 grid gap-2">
        {seller.role === "viewer" ? null : <CancelForm row={row} now={now} timeZone={timeZone} />}
        <AsJson
          siteUrl={siteUrl}
          path={`/subscriptions/${row.id}`}
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

async function find(seller: CurrentSeller, id: string): Promise<SubscriptionRow> {
  if (!/^sub_[0-9A-Za-z]{1,60}$/.test(id)) notFound();
  try {
    return await readSubscription(systemWorld(), seller.caller(true), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

function Standing({ row, now }: { row: SubscriptionRow; now: Date }) {
  const { tone, word } = standingOf(row, now);
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-section font-medium text-ink">
        {formatMoney({ minor: row.amountMinor, currency: row.currency })} {everyWords[row.interval]}
      </span>
      <StatusMark tone={tone}>{word}</StatusMark>
    </span>
  );
}
