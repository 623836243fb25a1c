import { EndpointRow } from "@/components/dashboard/endpoint-row";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, PageHeader, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { standardEventTypes } from "@/lib/domain/event-types";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  type EndpointStats,
  type EndpointView,
  endpointStats,
  listEndpoints,
} from "@/lib/services/hooks/webhooks/endpoint";
import { endpointsMax } from "@/lib/services/hooks/webhooks/save-endpoint";
import { Allowed, onlyReaders } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { titled, wordsFor } from "../../words";
import { developerGate, GatePage } from "../gate";
import { type Mode, ModeTabs, modeOf } from "../mode";
import { endpointPath, endpointsPath } from "../secrets";

export const generateMetadata = titled("endpoints");

export default onlyReaders("endpoints", EndpointsPage);

async function EndpointsPage({ searchParams }: { searchParams: Promise<{ mode?: string }> }) {
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
  const words = wordsFor(seller);
  const caller = seller.caller(mode === "live");
  const [endpoints, stats] = await Promise.all([
    listEndpoints(systemWorld(), caller),
    endpointStats(systemWorld(), caller),
  ]);
  const add = (
    <Allowed seller={seller} act="endpoint.change">
      <ButtonLink look="primary" href={`${endpointsPath}/new?mode=${mode}`}>
        {words.text(mode === "live" ? "addLiveEndpoint" : "addTestEndpoint")}
      </ButtonLink>
    </Allowed>
  );
  return (
    <>
      <PageHeader
        title={words.text("endpoints")}
        purpose={
          <>
            {words.text("endpointsPurpose")}{" "}
            <a className="underline underline-offset-2" href="/docs#webhooks">
              {words.text("docs")}
            </a>
          </>
        }
        actions={endpoints.length > 0 ? add : null}
      />
      <ModeTabs path={endpointsPath} mode={mode} words={words} />
      <Section
        title={words.text(mode === "live" ? "liveEndpoints" : "testEndpoints")}
        aside={words.text("ofMax", { count: String(endpoints.length), max: String(endpointsMax) })}
      >
        {endpoints.length === 0 ? (
          <EmptyState
            sentence={words.text(mode === "live" ? "noLiveEndpoint" : "noTestEndpoint")}
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
                words={words}
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
  words: DashboardWords;
  timeZone: string;
}) {
  const { endpoint, stats, mode, words, timeZone } = props;
  const last = stats?.lastDeliveryAt;
  return (
    <EndpointRow
      url={endpoint.url}
      href={endpointPath(endpoint.id, mode)}
      mode={mode}
      events={typesInWords(endpoint.types, words)}
      state={endpoint.disabledAt ? "disabled" : "enabled"}
      lastDelivery={last ? { at: last, succeeded: endpoint.failuresInRow === 0 } : null}
      timeZone={timeZone}
      words={words}
    >
      <p className="text-label text-ink-2">{statsInWords(stats, words)}</p>
    </EndpointRow>
  );
}

function typesInWords(types: string[], words: DashboardWords): string {
  const standard = standardEventTypes.every((type) => types.includes(type));
  return standard && types.length === standardEventTypes.length
    ? words.text("sevenEvents")
    : types.join(", ");
}

function statsInWords(stats: EndpointStats | undefined, words: DashboardWords): string {
  if (!stats || stats.successShare === null) return words.text("nothingSentToday");
  return words.text("sentToday", {
    count: stats.attempted,
    share: String(Math.floor(stats.successShare * 100)),
  });
}
