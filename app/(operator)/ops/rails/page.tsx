import { addressOf } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { readAllowance } from "@/lib/services/desk/own-accounts/read";
import {
  type NetworkInfo,
  networksOfRail,
  type RailView,
  type RouteLine,
  readRails,
  readRoutes,
} from "@/lib/services/desk/rails/read-rails";
import { playMoneyOf } from "@/lib/services/money/rails";
import { countryWord, railsPath, titledForOperator } from "../desk";
import { operatorPage } from "../operator-page";
import { networksSentence, railKindWords, railName, stateTones, wayWord } from "./words";

const railColumns: Column<RailView & { networks: NetworkInfo[] | null }>[] = [
  {
    label: "rail",
    cell: ({ kind }) => (
      <a href={`${railsPath}/${kind.id}`} className="font-medium underline underline-offset-2">
        {kind.name}
      </a>
    ),
  },
  {
    label: "endpointState",
    cell: ({ state }, { words }) => (
      <StatusMark tone={stateTones[state]} word={words.text(`rail_${state}`)} />
    ),
  },
  {
    label: "mode",
    cell: ({ setting }, { words }) => (setting ? words.text(setting.livemode ? "modeLive" : "modeTest") : ""),
  },
  {
    label: "networks",
    cell: ({ kind, state, networks }, { words }) =>
      state === "on" ? (
        networksSentence(networks, words)
      ) : (
        <span className="text-ink-2">{railKindWords(kind, words).covers}</span>
      ),
  },
];

const routeColumns: Column<RouteLine>[] = [
  { label: "wayToPay", cell: ({ way }, { words }) => wayWord(way, words) },
  {
    label: "where",
    cell: ({ country, currency }, { words }) => `${countryWord(country, words)}, ${currency}`,
  },
  {
    label: "triedOrder",
    cell: ({ rails, isOperators }, { words }) => (
      <span>
        {rails.length > 0 ? (
          rails.map((rail) => railName(rail, words)).join(words.text("thenNext"))
        ) : (
          <StatusMark tone="ended" word={words.text("noRailCan")} />
        )}
        {isOperators ? <span className="text-label text-ink-2"> {words.text("yourOrder")}</span> : null}
      </span>
    ),
  },
  {
    ...{ label: "change", align: "end" },
    cell: ({ way, country, currency }, { words }) => (
      <ButtonLink
        look="quiet"
        href={addressOf(`${railsPath}/order`, { way, country, currency })}
        aria-label={words.text("changeRoute", {
          ...{ way: wayWord(way, words), country: countryWord(country, words), currency },
        })}
      >
        {words.text("change")}
      </ButtonLink>
    ),
  },
];

export const generateMetadata = titledForOperator("opsRails");

export default operatorPage("rails", async (who) => {
  const { world, operator, words } = who;
  const [rails, routes, own] = await Promise.all([
    readRails(world, operator),
    readRoutes(world, operator),
    readAllowance(world, operator),
  ]);
  const lines = await Promise.all(
    rails.map(async (view) => ({
      ...view,
      networks: view.state === "on" ? await networksOfRail(world, operator, view.kind.id) : null,
    })),
  );
  return (
    <>
      <PageHeader title={words.text("opsRails")} purpose={words.text("railsPurpose")} />
      <PlayMoney play={playMoneyOf(world.rails)} words={words} />
      <ListTable
        caption={words.text("opsRails")}
        columns={railColumns}
        rows={lines}
        keyOf={({ kind }) => kind.id}
        who={who}
      />
      <Section
        title={words.text("triedFirst")}
        aside={<TextLink href={`${railsPath}/order`}>{words.text("setOrder")}</TextLink>}
      >
        {routes.length === 0 ? (
          <EmptyState sentence={words.text("noRoutes")} />
        ) : (
          <ListTable
            caption={words.text("routesCaption")}
            columns={routeColumns}
            rows={routes}
            keyOf={({ way, country, currency }) => `${way}/${country}/${currency}`}
            who={who}
          />
        )}
      </Section>
      <Section title={words.text("ownOfStores")}>
        <OwnOfStores own={own} words={words} />
      </Section>
    </>
  );
});

function OwnOfStores({
  own,
  words,
}: {
  own: Awaited<ReturnType<typeof readAllowance>>;
  words: DashboardWords;
}) {
  const names = own.rails?.map((rail) => railName(rail, words)).join(", ");
  return (
    <>
      <Facts
        items={facts(words, {
          ownMayConnect: names === undefined ? words.text("ownAnyRail") : names || words.text("none"),
          ownWho: words.text(own.verifiedOnly ? "ownVerifiedStores" : "ownEveryStore"),
          ownWallets: words.text(own.wallets ? "ownWalletsToo" : "ownWalletsNot"),
          ownInUse: words.text("ownInUseCount", { on: own.on, broken: own.broken }),
        })}
      />
      <p className="mt-2 text-label text-ink-2">{words.text("ownSetBy")}</p>
    </>
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
