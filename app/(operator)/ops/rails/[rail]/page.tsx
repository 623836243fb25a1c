import { copyLabels } from "@/app/(seller)/dashboard/words";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { networksOfRail, type RailView, variableOf } from "@/lib/services/desk/rails/read-rails";
import { readRenewals } from "@/lib/services/desk/rails/renewals";
import { systemWorld } from "@/lib/services/desk/system-world";
import { problemText } from "@/lib/text/problem";
import { ActLine } from "../../act-page";
import { findRail } from "../../find";
import { OperatorPage, OperatorTime } from "../../operator-page";
import { operatorWords, titledForOperator } from "../../words";
import { checkRailAction } from "../actions";
import { NetworkTable } from "../network-table";
import { railFieldWords, railKindWords, railsPath, stateTones } from "../words";

export const generateMetadata = titledForOperator("rail");

type Renewals = Awaited<ReturnType<typeof readRenewals>>;
type Params = Promise<{ rail: string }>;

export default async function RailPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const view = await findRail((await params).rail);
  const { kind, state } = view;
  const words = operatorWords(person);
  const isUsable = state === "on" || state === "off";
  const networks = isUsable ? await networksOfRail(systemWorld(), await operatorCaller(), kind.id) : [];
  const renewals = await readRenewals(systemWorld(), await operatorCaller(), kind.id);
  return (
    <OperatorPage person={person} section="rails">
      <PageHeader
        title={kind.name}
        purpose={
          <>
            <span className="block">
              <StatusMark tone={stateTones[state]}>{words.text(`rail_${state}`)}</StatusMark>
            </span>
            <span className="mt-1 block">{railKindWords(kind, words).covers}</span>
            <span className="mt-1 block">
              {words.text(kind.keeps.includes("card") ? "railKeepsCards" : "railKeepsNone")}
            </span>
          </>
        }
        actions={isUsable ? <CheckButton rail={kind.id} words={words} /> : null}
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
        <Acts {...{ view, renewals, words }} />
      </Section>
      <Section title={words.text("inItsDashboard", { rail: kind.name })}>
        <Steps view={view} words={words} />
      </Section>
      {isUsable ? (
        <Section title={words.text("networksNow")} aside={words.text("networksNowMeans")}>
          <NetworkTable networks={networks} words={words} />
        </Section>
      ) : null}
      {view.setting ? (
        <Section title={words.text("howSetUp")}>
          <Facts items={factsOf(view, words)} />
        </Section>
      ) : null}
    </OperatorPage>
  );
}

function CheckButton({ rail, words }: { rail: string; words: DashboardWords }) {
  return (
    <ActionForm to={{ action: checkRailAction, fields: { rail } }}>
      <Button look="primary">{words.text("checkConnection")}</Button>
    </ActionForm>
  );
}

function Acts({ view, renewals, words }: { view: RailView; renewals: Renewals; words: DashboardWords }) {
  const { kind, setting } = view;
  const path = `${railsPath}/${kind.id}`;
  const rail = kind.name;
  return (
    <ul>
      {setting?.source === "environment" ? (
        <li className="border-b border-rule py-3 text-ink-2">
          {words.text("fromEnvironment", { variable: variableOf(kind.id, kind.fields[0]?.name ?? "") })}
        </li>
      ) : (
        <ActLine
          effect={words.text("setUpMeans")}
          href={`${path}/set-up`}
          label={words.text(setting ? "setUpAnew" : "setItUp")}
          look={setting ? "secondary" : "primary"}
        />
      )}
      {setting?.enabled === true ? (
        <ActLine
          effect={words.text("rail_switched_off", { rail })}
          href={`${path}/off`}
          label={words.text("switchItOff")}
          look="danger"
        />
      ) : null}
      {setting?.enabled === false ? (
        <ActLine
          effect={words.text("rail_switched_on", { rail })}
          href={`${path}/on`}
          label={words.text("switchItOn")}
          look="secondary"
        />
      ) : null}
      {setting ? (
        <ActLine
          effect={words.text(view.letsRenew ? "rail_renewals_off" : "rail_renewals_on", { rail })}
          href={`${path}/${view.letsRenew ? "renewals_off" : "renewals_on"}`}
          label={words.text(view.letsRenew ? "act_renewals_off" : "act_renewals_on")}
          look={view.letsRenew ? "danger" : "secondary"}
        />
      ) : null}
      {setting ? (
        <ActLine
          effect={words.text("renewalsMade", {
            made: String(renewals.made),
            most: String(renewals.dailyMax),
          })}
          href={`${path}/renewals_limit`}
          label={words.text("act_renewals_limit")}
        />
      ) : null}
      {setting?.source === "settings" && !setting.enabled ? (
        <ActLine
          effect={words.text("rail_removed", { rail })}
          href={`${path}/remove`}
          label={words.text("removeIt")}
          look="danger"
        />
      ) : null}
    </ul>
  );
}

function Steps({ view, words }: { view: RailView; words: DashboardWords }) {
  return (
    <>
      <ol className="list-decimal ps-6">
        {railKindWords(view.kind, words).steps.map((step) => (
          <li key={step} className="max-w-[68ch] py-1.5 ps-1">
            {step}
          </li>
        ))}
      </ol>
      <div className="mt-3 grid max-w-[40rem] gap-1">
        <p className="text-label font-medium">{words.text("callbackToPaste")}</p>
        <CopyField label={words.text("callbackUrl")} value={view.callbackUrl} labels={copyLabels(words)} />
        {isLocal(view.callbackUrl) ? (
          <p className="text-label text-ink-2">{words.text("callbackLocal")}</p>
        ) : null}
      </div>
    </>
  );
}

function isLocal(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol !== "https:" || hostname === "localhost" || hostname.startsWith("127.");
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
