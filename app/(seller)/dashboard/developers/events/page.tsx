import { EventList } from "@/components/dashboard/event-list";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type EventSummary, listEvents } from "@/lib/services/hooks/events/list";
import { listEndpoints } from "@/lib/services/hooks/webhooks/list-endpoints";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { pageLabels, titled, wordsFor } from "../../words";
import { developerGate } from "../gate";
import { ModeTabs } from "../mode";
import { eventState } from "./delivery-state";
import { EventFilters } from "./event-filters";
import { type Filters, filtersOf, hrefWith } from "./filters";
import { eventPath, eventsPath } from "./paths";
import { ResendMissed } from "./resend-missed";

export const generateMetadata = titled("events");

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

/** The event log. It can be read when developer access is off; only sending again is closed then. */
export default async function EventsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const filters = filtersOf(await searchParams);
  const caller = seller.caller(filters.mode === "live");
  const [endpoints, events] = await Promise.all([
    listEndpoints(systemWorld(), caller),
    listEvents(
      systemWorld(),
      caller,
      {
        ...(filters.type ? { type: filters.type } : {}),
        ...(filters.delivery ? { status: filters.delivery } : {}),
        ...(filters.endpoint ? { endpointId: filters.endpoint } : {}),
      },
      { skip: (filters.page - 1) * perPage, take: perPage },
    ),
  ]);
  const lastPage = Math.max(1, Math.ceil(events.total / perPage));
  return (
    <SellerPage
      seller={seller}
      section="events"
      test={filters.mode === "test" ? { liveHref: `${eventsPath}?mode=live` } : null}
    >
      <PageHeader title={words.text("events")} purpose={words.text("eventsPurpose")} />
      <ModeTabs path={eventsPath} mode={filters.mode} words={words} />
      <EventFilters filters={filters} endpoints={endpoints} words={words} />
      <Log seller={seller} filters={filters} rows={events.rows} words={words} />
      <Pagination
        page={filters.page}
        lastPage={lastPage}
        total={events.total}
        labels={pageLabels(words, filters.page, lastPage, events.total, events.isMore)}
        hrefOf={(page) => hrefWith(filters, page)}
      />
      {developerGate(seller) ? null : (
        <Allowed seller={seller} act="event.resend">
          <ResendMissed mode={filters.mode} words={words} />
        </Allowed>
      )}
    </SellerPage>
  );
}

function Log(props: {
  seller: CurrentSeller;
  filters: Filters;
  rows: EventSummary[];
  words: DashboardWords;
}) {
  const { seller, filters, rows, words } = props;
  if (rows.length > 0) {
    const events = rows.map((row) => ({
      id: row.id,
      type: row.type,
      href: eventPath(row.id, filters.mode),
      current: false,
      delivery: eventState(row.deliveries),
      at: row.occurredAt,
    }));
    return <EventList events={events} timeZone={seller.store.timeZone} words={words} />;
  }
  if (filters.type || filters.delivery || filters.endpoint) {
    return <EmptyState sentence={words.text("noEventMatches")} />;
  }
  if (filters.page > 1) return <EmptyState sentence={words.text("pastTheEnd")} />;
  return filters.mode === "test" ? (
    <EmptyState
      sentence={words.text("noTestEvent")}
      action={<ButtonLink href="/dashboard/developers/test-mode">{words.text("openTestMode")}</ButtonLink>}
    />
  ) : (
    <EmptyState
      sentence={words.text("noLiveEvent")}
      action={<ButtonLink href={`${eventsPath}?mode=test`}>{words.text("seeTestEvents")}</ButtonLink>}
    />
  );
}
