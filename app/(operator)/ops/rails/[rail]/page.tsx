import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { networksOfRail, type RailView, variableOf } from "@/lib/services/desk/rails/read-rails";
import { readRenewals } from "@/lib/services/desk/rails/renewals";
import { problemText } from "@/lib/text/problem";
import { ActLine } from "../../act-page";
import { findRail, railsPath, titledForOperator } from "../../desk";
import { OperatorTime, operatorPage } from "../../operator-page";
import { checkRailAction } from "../actions";
import { NetworkTable } from "../network-table";
import { RailSteps } from "../rail-steps";
import { railFieldWords, railKindWords, stateTones } from "../words";

export const generateMetadata = titledForOperator("rail");

export default operatorPage("rails", async (who, { params }: { params: Promise<{ rail: string }> }) => {
  const { world, operator, words } = who;
  const view = await findRail((await params).rail);
  const { kind, state } = view;
  const isUsable = state === "on" || state === "off";
  const networks = isUsable ? await networksOfRail(world, operator, kind.id) : [];
  const renewals = await readRenewals(world, operator, kind.id);
  return (
    <>
      <PageHeader
        title={kind.name}
        purpose={
          <>
            <span className="block">
              <StatusMark tone={stateTones[state]} word={words.text(`rail_${state}`)} />
            </span>
            <span className="mt-1 block">{railKindWords(kind, words).covers}</span>
            <span className="mt-1 block">
              {words.text(kind.keeps.includes("card") ? "railKeepsCards" : "railKeepsNone")}
            </span>
          </>
        }
        actions={
          isUsable ? (
            <ActionForm to={{ action: checkRailAction, fields: { rail: kind.id } }}>
              <Button look="primary">{words.text("checkConnection")}</Button>
            </ActionForm>
          ) : null
        }
      />
      {view.problems.length > 0 ? (
        <div className="mb-6">
          <Notice tone="bad" title={words.text("cannotBeUsed")}>
            {view.problems.map((problem) => problemText(words.lang, problem)).join(" ")}{" "}
            {words.text("untilMended")}
          </Notice>
        </div>
      ) : null}
      <Section title={words.text("whatYouCanDo")}>
        <ul>
          {linesOf(view, renewals, words).map((line) =>
            "href" in line ? (
              <ActLine key={line.href} {...line} />
            ) : (
              <li key="environment" className="border-b border-rule py-3 text-ink-2">
                {line.effect}
              </li>
            ),
          )}
        </ul>
      </Section>
      <Section title={words.text("inItsDashboard", { rail: kind.name })}>
        <RailSteps view={view} words={words} />
      </Section>
      {isUsable ? (
        <Section title={words.text("networksNow")} aside={words.text("networksNowMeans")}>
          <NetworkTable networks={networks} who={who} />
        </Section>
      ) : null}
      {view.setting ? (
        <Section title={words.text("howSetUp")}>
          <Facts items={factsOf(view, words)} />
        </Section>
      ) : null}
    </>
  );
});

type Line = Parameters<typeof ActLine>[0] | { effect: string };

/** What can be done with it now, each a line with its effect. */
function linesOf(
  { kind, setting, letsRenew }: RailView,
  { made, dailyMax }: Awaited<ReturnType<typeof readRenewals>>,
  words: DashboardWords,
): Line[] {
  const path = `${railsPath}/${kind.id}`;
  const rail = kind.name;
  if (!setting) return [{ href: `${path}/set-up`, look: "primary", ...setUpWords("setItUp", words) }];
  const isTyped = setting.source === "settings";
  const isOn = setting.enabled;
  const renewals = letsRenew ? "renewals_off" : "renewals_on";
  return [
    isTyped
      ? { href: `${path}/set-up`, ...setUpWords("setUpAnew", words) }
      : {
          effect: words.text("fromEnvironment", {
            variable: variableOf(kind.id, kind.fields[0]?.name ?? ""),
          }),
        },
    {
      ...{ href: `${path}/${isOn ? "off" : "on"}`, look: isOn ? "danger" : "secondary" },
      label: words.text(isOn ? "switchItOff" : "switchItOn"),
      effect: words.text(isOn ? "rail_switched_off" : "rail_switched_on", { rail }),
    },
    {
      ...{ href: `${path}/${renewals}`, look: letsRenew ? "danger" : "secondary" },
      label: words.text(`act_${renewals}`),
      effect: words.text(`rail_${renewals}`, { rail }),
    },
    {
      ...{ href: `${path}/renewals_limit`, label: words.text("act_renewals_limit") },
      effect: words.text("renewalsMade", { made: String(made), most: String(dailyMax) }),
    },
    ...(isTyped && !isOn ? [removal(path, rail, words)] : []),
  ];
}

function setUpWords(label: "setItUp" | "setUpAnew", words: DashboardWords) {
  return { label: words.text(label), effect: words.text("setUpMeans") };
}

function removal(path: string, rail: string, words: DashboardWords): Line {
  return {
    ...{ href: `${path}/remove`, label: words.text("removeIt"), look: "danger" },
    effect: words.text("rail_removed", { rail }),
  };
}

/** A short secret shows no characters, only that it is set. */
function shownWords(value: string | undefined, words: DashboardWords): string {
  if (value === undefined) return words.text("notSet");
  return value === "set" ? words.text("isSet") : value;
}

function factsOf({ kind, setting, shown, by }: RailView, words: DashboardWords) {
  if (!setting) return [];
  const moment = (at: Date) => <OperatorTime key="at" at={at} />;
  return [
    { label: words.text("mode"), value: words.text(setting.livemode ? "modeLiveMoney" : "modeTestMoney") },
    {
      label: words.text("credentialsFrom"),
      value: words.text(setting.source === "environment" ? "theEnvironment" : "thisPage"),
    },
    ...kind.fields.map((field) => ({
      label: railFieldWords(kind.id, field, words).label,
      value: shownWords(shown[field.name], words),
    })),
    ...(setting.baseUrl ? [{ label: words.text("askedAt"), value: <bdi>{setting.baseUrl}</bdi> }] : []),
    ...(setting.updatedAt
      ? [
          {
            label: words.text("lastChanged"),
            value: by
              ? words.rich("changedBy", {
                  date: moment(setting.updatedAt),
                  name: <bdi key="by">{by}</bdi>,
                })
              : moment(setting.updatedAt),
          },
        ]
      : []),
  ];
}
