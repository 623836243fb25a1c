import type { Metadata } from "next";
import { EndpointRow } from "@/components/dashboard/endpoint-row";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { standardEventTypes } from "@/lib/domain/event-types";
import { systemWorld } from "@/lib/services/system-world";
import { endpointsMax } from "@/lib/services/webhooks/create-endpoint";
import type { EndpointView } from "@/lib/services/webhooks/endpoint";
import { type EndpointStats, endpointStats } from "@/lib/services/webhooks/endpoint-stats";
import { listEndpoints } from "@/lib/services/webhooks/list-endpoints";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { developerGate, GatePage } from "../gate";
import { type Mode, ModeTabs, modeOf } from "../mode";
import { endpointPath, endpointsPath } from "./paths";

export const metadata: Metadata = { title: "Endpoints" };

export default async function EndpointsPage({ searchParams }: { searchParams: Promise<{ mode?: string }> }) {
  const seller = await currentSeller();
  const mode = modeOf((await searchParams).mode);
  const gate = developerGate(seller);
  return (
    <SellerPage
      seller={seller}
      section="endpoints"
      test={mode === "test" ? { liveHref: `${endpointsPath}?mode=live` } : null}
    >
      {gate ? <GatePage gate={gate} seller={seller} /> : <Endpoints seller={seller} mode={mode} />}
    </SellerPage>
  );
}

async function Endpoints({ seller, mode }: { seller: CurrentSeller; mode: Mode }) {
  const caller = seller.caller(mode === "live");
  const [endpoints, stats] = await Promise.all([
    listEndpoints(systemWorld(), caller),
    endpointStats(systemWorld(), caller),
  ]);
  const add = (
    <Allowed seller={seller} act="endpoint.change">
      <ButtonLink look="primary" href={`${endpointsPath}/new?mode=${mode}`}>
        Add {mode} endpoint
      </ButtonLink>
    </Allowed>
  );
  return (
    <>
      <PageHeader
        title="Endpoints"
        purpose="Addresses of your server that are told when something happens, each message signed."
        actions={endpoints.length > 0 ? add : null}
      />
      <ModeTabs path={endpointsPath} mode={mode} />
      <Section
        title={mode === "live" ? "Live endpoints" : "Test endpoints"}
        aside={`${endpoints.length} of ${endpointsMax}`}
      >
        {endpoints.length === 0 ? (
          <EmptyState
            sentence={`No ${mode} endpoint yet, so ${mode} events are kept in the log and go nowhere.`}
            action={add}
          />
        ) : (
          <ul>
            {endpoints.map((endpoint) => (
              <Row
                key={endpoint.id}
                endpoint={endpoint}
                stats={stats.get(endpoint.id)}
                mode={mode}
                timeZone={seller.store.timeZone}
              />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Row(props: {
  endpoint: EndpointView;
  stats: EndpointStats | undefined;
  mode: Mode;
  timeZone: string;
}) {
  const { endpoint, stats, mode, timeZone } = props;
  const last = stats?.lastDeliveryAt;
  return (
    <EndpointRow
      url={endpoint.url}
      href={endpointPath(endpoint.id, mode)}
      mode={mode}
      events={typesInWords(endpoint.types)}
      state={endpoint.disabledAt ? "disabled" : "enabled"}
      lastDelivery={last ? { at: last, succeeded: endpoint.failuresInRow === 0 } : null}
      timeZone={timeZone}
    >
      <p className="text-label text-ink-2">{statsInWords(stats)}</p>
    </EndpointRow>
  );
}

function typesInWords(types: string[]): string {
  const standard = standardEventTypes.every((type) => types.includes(type));
  return standard && types.length === standardEventTypes.length
    ? "The seven standard events"
    : types.join(", ");
}

function statsInWords(stats: EndpointStats | undefined): string {
  if (!stats || stats.successShare === null) return "Nothing was sent in the last 24 hours.";
  const events = stats.attempted === 1 ? "1 event" : `${stats.attempted} events`;
  return `${events} in the last 24 hours, ${Math.floor(stats.successShare * 100)} % delivered.`;
}
