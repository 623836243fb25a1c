import { addressOf } from "@/app/_lists/filters";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { networksOfRail, type RouteLine, readRails, readRoutes } from "@/lib/services/desk/rails/read-rails";
import { systemWorld } from "@/lib/services/desk/system-world";
import { playMoneyOf } from "@/lib/services/money/rails";
import { OperatorPage } from "../operator-page";
import { countryWord, operatorWithWords, titledForOperator } from "../words";
import { networksSentence, railKindWords, railName, railsPath, stateTones, wayWord } from "./words";

export const generateMetadata = titledForOperator("opsRails");

export default async function RailsPage() {
  const { person, words } = await operatorWithWords();
  const operator = await operatorCaller();
  const world = systemWorld();
  const [rails, routes] = await Promise.all([readRails(world, operator), readRoutes(world, operator)]);
  const lines = await Promise.all(
    rails.map(async (view) => ({
      view,
      networks: view.state === "on" ? await networksOfRail(world, operator, view.kind.id) : null,
    })),
  );
  return (
    <OperatorPage person={person} section="rails">
      <PageHeader title={words.text("opsRails")} purpose={words.text("railsPurpose")} />
      <PlayMoney play={playMoneyOf(world.rails)} words={words} />
      <Table
        caption={words.text("opsRails")}
        columns={[
          { label: words.text("rail") },
          { label: words.text("endpointState") },
          { label: words.text("mode") },
          { label: words.text("networks") },
        ]}
        rows={lines.map(({ view, networks }) => ({
          key: view.kind.id,
          cells: [
            <a
              key="name"
              href={`${railsPath}/${view.kind.id}`}
              className="font-medium underline underline-offset-2"
            >
              {view.kind.name}
            </a>,
            <StatusMark key="state" tone={stateTones[view.state]}>
              {words.text(`rail_${view.state}`)}
            </StatusMark>,
            view.setting ? words.text(view.setting.livemode ? "modeLive" : "modeTest") : "",
            view.state === "on" ? (
              networksSentence(networks, words)
            ) : (
              <span key="covers" className="text-ink-2">
                {railKindWords(view.kind, words).covers}
              </span>
            ),
          ],
        }))}
      />
      <Section
        title={words.text("triedFirst")}
        aside={
          <a className="underline underline-offset-2" href={`${railsPath}/order`}>
            {words.text("setOrder")}
          </a>
        }
      >
        <Routes routes={routes} words={words} />
      </Section>
    </OperatorPage>
  );
}

function PlayMoney({ play, words }: { play: "sandbox" | "test" | null; words: DashboardWords }) {
  if (play === null) return null;
  const isSandbox = play === "sandbox";
  return (
    <div className="mb-6">
      <Notice tone="warn" title={words.text(isSandbox ? "playMoney" : "railTestMode")}>
        {words.text(isSandbox ? "playMoneyMeans" : "railTestModeMeans")}
      </Notice>
    </div>
  );
}

function Routes({ routes, words }: { routes: RouteLine[]; words: DashboardWords }) {
  if (routes.length === 0) return <EmptyState sentence={words.text("noRoutes")} />;
  return (
    <Table
      caption={words.text("routesCaption")}
      columns={[
        { label: words.text("wayToPay") },
        { label: words.text("where") },
        { label: words.text("triedOrder") },
        { label: words.text("change"), align: "end" },
      ]}
      rows={routes.map((route) => {
        const { way, country, currency, rails, isOperators } = route;
        const label = wayWord(way, words);
        const href = addressOf(`${railsPath}/order`, { way, country, currency });
        return {
          key: `${way}/${country}/${currency}`,
          cells: [
            label,
            `${countryWord(country, words)}, ${currency}`,
            <span key="rails">
              {rails.length > 0 ? (
                rails.map((rail) => railName(rail, words)).join(words.text("thenNext"))
              ) : (
                <StatusMark tone="ended">{words.text("noRailCan")}</StatusMark>
              )}
              {isOperators ? <span className="text-label text-ink-2"> {words.text("yourOrder")}</span> : null}
            </span>,
            <ButtonLink
              key="change"
              look="quiet"
              href={href}
              aria-label={words.text("changeRoute", {
                way: label,
                country: countryWord(country, words),
                currency,
              })}
            >
              {words.text("change")}
            </ButtonLink>,
          ],
        };
      })}
    />
  );
}
