import { EndpointRow } from "@/components/dashboard/deliveries";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, PageHeader, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { standardEventTypes } from "@/lib/domain/event-types";
import {
  type EndpointStats,
  type EndpointView,
  endpointStats,
  listEndpoints,
} from "@/lib/services/hooks/webhooks/endpoint";
import { endpointsMax } from "@/lib/services/hooks/webhooks/save-endpoint";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titled } from "../../words";
import { developerGate, GatePage, type Mode, ModeTabs, modeOf } from "../developer-page";
import { endpointPath, endpointsPath } from "../words";

export const generateMetadata = titled("endpoints");

export default sellerPage("endpoints", async (who, { search }) => {
  const { seller } = who;
  const mode = modeOf(search.mode);
  const gate = developerGate(seller);
  return (
    <SellerPage {...who} test={mode === "test" ? { liveHref: `${endpointsPath}?mode=live` } : null}>
      {gate ? <GatePage gate={gate} who={who} /> : <Endpoints who={who} mode={mode} />}
    </SellerPage>
  );
});

async function Endpoints({ who, mode }: { who: AtStore; mode: Mode }) {
  const { seller, words, world } = who;
  const caller = seller.caller(mode === "live");
  const [endpoints, stats] = await Promise.all([listEndpoints(world, caller), endpointStats(world, caller)]);
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
            {words.text("endpointsPurpose")} <TextLink href="/docs#webhooks">{words.text("docs")}</TextLink>
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
                who={who}
              />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Row(props: { endpoint: EndpointView; stats: EndpointStats | undefined; mode: Mode; who: AtStore }) {
  const { who, endpoint, stats, mode } = props;
  const { words, timeZone } = who;
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
