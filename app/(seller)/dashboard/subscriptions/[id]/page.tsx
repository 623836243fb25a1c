import { notFound } from "next/navigation";
import { cache } from "react";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { NotFound } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { hasAccess } from "@/lib/domain/subscription";
import { serializeSubscription } from "@/lib/resources/subscription";
import { wasTakenBack } from "@/lib/services/billing/subscriptions/end-now";
import { readSubscriptionHistory } from "@/lib/services/billing/subscriptions/history";
import {
  listPeriods,
  readSubscription,
  type SubscriptionRow,
} from "@/lib/services/billing/subscriptions/read";
import { manageUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { inWords } from "../../history-words";
import { SellerPage } from "../../seller-page";
import { titledBy, wordsFor } from "../../words";
import { standingOf } from "../words";
import { CancelForm } from "./cancel-form";
import { EndForm } from "./end-form";
import { ManageLink } from "./manage-link";
import { PeriodList } from "./period-list";
import { SubscriptionFacts } from "./subscription-facts";

export const generateMetadata = titledBy(async (seller, id) => (await find(seller, id)).customer.name);

const periodsMax = 50;

const find = cache(async (seller: CurrentSeller, id: string): Promise<SubscriptionRow> => {
  if (!/^sub_[0-9A-Za-z]{1,60}$/.test(id)) notFound();
  try {
    return await readSubscription(systemWorld(), seller.caller(true), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});

export default async function SubscriptionPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const world = systemWorld();
  const caller = seller.caller(true);
  const row = await find(seller, (await params).id);
  const [periods, history, isTakenBack] = await Promise.all([
    listPeriods(world, caller, row.id, periodsMax),
    readSubscriptionHistory(world, caller, row),
    wasTakenBack(world.db, row),
  ]);
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
      {link ? <ManageLink link={link} row={row} store={seller.store.name} words={words} /> : null}
      <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Section title={words.text("facts")}>
            <SubscriptionFacts row={row} now={now} timeZone={timeZone} words={words} />
          </Section>
          <Section
            title={words.text("paidPeriods")}
            aside={words.text("inAll", { count: String(row.paymentsCount) })}
          >
            <PeriodList periods={periods} timeZone={timeZone} total={row.paymentsCount} words={words} />
          </Section>
        </div>
        <div className="min-w-0">
          <Section title={words.text("whatHappened")}>
            <HistoryTimeline history={inWords(history, words)} timeZone={timeZone} locale={words.locale} />
          </Section>
        </div>
      </div>
      <div className="mt-8 grid gap-2">
        {seller.role === "viewer" ? null : (
          <CancelForm row={row} now={now} timeZone={timeZone} words={words} />
        )}
        {isTakenBack && hasAccess(row, now) && may(seller.role, "subscription.cancel") ? (
          <EndForm id={row.id} words={words} />
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

function Standing({ row, now, words }: { row: SubscriptionRow; now: Date; words: DashboardWords }) {
  const { tone, word } = standingOf(row, now, words);
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-section font-medium text-ink">
        {formatMoney({ minor: row.amountMinor, currency: row.currency }, words.lang)}{" "}
        {words.text(`every_${row.interval}`)}
      </span>
      <StatusMark tone={tone}>{word}</StatusMark>
    </span>
  );
}
