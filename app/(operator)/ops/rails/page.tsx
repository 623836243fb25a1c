import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import {
  networksOfRail,
  type RailView,
  type RouteLine,
  readRails,
  readRoutes,
} from "@/lib/services/rails/read-rails";
import { kindOf } from "@/lib/services/rails/registry";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf } from "../search-of";
import { networksSentence, railsPath, stateWords } from "./words";

export const metadata: Metadata = { title: "Rails" };

export default async function RailsPage() {
  const person = await currentOperator();
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
    <OperatorPage person={person} section="rails" inEnglish>
      <PageHeader
        title="Rails"
        purpose="The providers that move the money. A payment tries the first rail that can do it; the next one only where the first refused on the spot."
      />
      <PlayMoney rails={rails} />
      <Table
        caption="Rails"
        columns={[{ label: "Rail" }, { label: "State" }, { label: "Mode" }, { label: "Networks" }]}
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
            <StatusMark key="state" tone={stateWords[view.state].tone}>
              {stateWords[view.state].word}
            </StatusMark>,
            view.setting ? (view.setting.livemode ? "Live" : "Test") : "",
            view.state === "on" ? (
              networksSentence(networks)
            ) : (
              <span key="covers" className="text-ink-2">
                {view.kind.covers}
              </span>
            ),
          ],
        }))}
      />
      <Section
        title="Which rail is tried first"
        aside={
          <a className="underline underline-offset-2" href={`${railsPath}/order`}>
            Set an order
          </a>
        }
      >
        <Routes routes={routes} />
      </Section>
    </OperatorPage>
  );
}

function PlayMoney({ rails }: { rails: RailView[] }) {
  if (rails.some(({ state }) => state !== "not_set_up")) return null;
  return (
    <div className="mb-6">
      <Notice tone="warn" title="Payers pay with play money">
        No rail is set up, so the sandbox answers: every page works and no real money moves. It steps back as
        soon as the first rail is set up, also one in test mode.
      </Notice>
    </div>
  );
}

function Routes({ routes }: { routes: RouteLine[] }) {
  if (routes.length === 0)
    return <EmptyState sentence="No store yet, so nobody pays. The countries of stores show up here." />;
  return (
    <Table
      caption="The order of rails by place and way to pay"
      columns={[
        { label: "Way to pay" },
        { label: "Where" },
        { label: "Tried in this order" },
        { label: "Change", align: "end" },
      ]}
      rows={routes.map((route) => {
        const { way, label, country, currency, rails, isOperators } = route;
        const href = hrefOf(`${railsPath}/order`, { way, country, currency });
        return {
          key: `${way}/${country}/${currency}`,
          cells: [
            label,
            `${country}, ${currency}`,
            <span key="rails">
              {rails.length > 0 ? (
                rails.map(nameOf).join(", then ")
              ) : (
                <StatusMark tone="ended">No rail can do this</StatusMark>
              )}
              {isOperators ? <span className="text-label text-ink-2"> (your order)</span> : null}
            </span>,
            <ButtonLink
              key="change"
              look="quiet"
              href={href}
              aria-label={`Change: ${label}, ${country}, ${currency}`}
            >
              Change
            </ButtonLink>,
          ],
        };
      })}
    />
  );
}

function nameOf(rail: string): string {
  return kindOf(rail)?.name ?? "Sandbox (play money)";
}
