import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { railEffects } from "@/lib/services/rails/effects";
import { networksOfRail, type RailView } from "@/lib/services/rails/read-rails";
import { systemWorld } from "@/lib/services/system-world";
import { ActLine } from "../../act-line";
import { OperatorPage } from "../../operator-page";
import { checkRailAction } from "../actions";
import { NetworkTable } from "../network-table";
import { railsPath, stateWords } from "../words";
import { findRail } from "./find-rail";

export const metadata: Metadata = { title: "Rail" };

type Params = Promise<{ rail: string }>;

export default async function RailPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const view = await findRail((await params).rail);
  const { kind, state } = view;
  const { tone, word } = stateWords[state];
  const isUsable = state === "on" || state === "off";
  const networks = isUsable ? await networksOfRail(systemWorld(), await operatorCaller(), kind.id) : [];
  return (
    <OperatorPage person={person} section="rails" inEnglish>
      <PageHeader
        title={kind.name}
        purpose={
          <>
            <span className="block">
              <StatusMark tone={tone}>{word}</StatusMark>
            </span>
            <span className="mt-1 block">{kind.covers}</span>
          </>
        }
        actions={isUsable ? <CheckButton rail={kind.id} /> : null}
      />
      {view.problems.length > 0 ? (
        <div className="mb-6">
          <Notice tone="bad" title="It is set up in a way that cannot be used">
            {view.problems.join(" ")} No payment begins with it until this is mended.
          </Notice>
        </div>
      ) : null}
      <Section title="What you can do">
        <Acts view={view} />
      </Section>
      <Section title={`In ${kind.name}’s own dashboard`}>
        <Steps view={view} />
      </Section>
      {isUsable ? (
        <Section title="Its networks now" aside="As payers are offered them; asked at most once a minute">
          <NetworkTable networks={networks} />
        </Section>
      ) : null}
      {view.setting ? (
        <Section title="How it is set up">
          <Facts items={factsOf(view)} />
        </Section>
      ) : null}
    </OperatorPage>
  );
}

function CheckButton({ rail }: { rail: string }) {
  return (
    <ActionForm to={{ action: checkRailAction, fields: { rail } }}>
      <Button look="primary">Check connection</Button>
    </ActionForm>
  );
}

function Acts({ view }: { view: RailView }) {
  const { kind, setting } = view;
  const path = `${railsPath}/${kind.id}`;
  const { switched_off, switched_on, removed } = railEffects;
  return (
    <ul>
      {setting?.source === "environment" ? (
        <li className="border-b border-rule py-3 text-ink-2">
          Its credentials come from the environment of this server ({kind.fields[0]?.variable} and others).
          They are changed there.
        </li>
      ) : (
        <ActLine
          effect="A form asks for the mode, the keys and your password, and says what it changes before anything is kept."
          href={`${path}/set-up`}
          label={setting ? "Set it up anew" : "Set it up"}
          look={setting ? "secondary" : "primary"}
        />
      )}
      {setting?.enabled === true ? (
        <ActLine
          effect={switched_off(kind.name).effect}
          href={`${path}/off`}
          label="Switch it off"
          look="danger"
        />
      ) : null}
      {setting?.enabled === false ? (
        <ActLine
          effect={switched_on(kind.name).effect}
          href={`${path}/on`}
          label="Switch it on"
          look="secondary"
        />
      ) : null}
      {setting?.source === "settings" ? (
        <ActLine effect={removed(kind.name).effect} href={`${path}/remove`} label="Remove it" look="danger" />
      ) : null}
    </ul>
  );
}

function Steps({ view }: { view: RailView }) {
  return (
    <>
      <ol className="list-decimal ps-6">
        {view.kind.steps.map((step) => (
          <li key={step} className="max-w-[68ch] py-1.5 ps-1">
            {step}
          </li>
        ))}
      </ol>
      <div className="mt-3 grid max-w-[40rem] gap-1">
        <p className="text-label font-medium">The callback URL to paste there</p>
        <CopyField label="Callback URL" value={view.callbackUrl} />
        {isLocal(view.callbackUrl) ? (
          <p className="text-label text-ink-2">
            No provider can reach this address. Payments are found by asking instead, a little later. Set
            SITE_URL to the address that the world sees.
          </p>
        ) : null}
      </div>
    </>
  );
}

function isLocal(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol !== "https:" || hostname === "localhost" || hostname.startsWith("127.");
}

function factsOf({ kind, setting, shown, by }: RailView) {
  if (!setting) return [];
  return [
    { label: "Mode", value: setting.livemode ? "Live: real money" : "Test: no real money moves" },
    {
      label: "Credentials from",
      value: setting.source === "environment" ? "The environment of this server" : "This page, sealed",
    },
    ...kind.fields.map(({ name, label }) => ({ label, value: shown[name] ?? "Not set" })),
    ...(setting.baseUrl ? [{ label: "Asked at", value: <bdi>{setting.baseUrl}</bdi> }] : []),
    ...(setting.updatedAt
      ? [
          {
            label: "Last changed",
            value: (
              <>
                <Timestamp at={setting.updatedAt} timeZone="UTC" />
                {by ? (
                  <>
                    {" by "}
                    <bdi>{by}</bdi>
                  </>
                ) : null}
              </>
            ),
          },
        ]
      : []),
  ];
}
