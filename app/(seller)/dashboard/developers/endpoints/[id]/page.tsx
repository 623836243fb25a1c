import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { Facts, Notice, PageHeader, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type EndpointView, listEndpoints } from "@/lib/services/hooks/webhooks/endpoint";
import { Allowed, onlyReaders } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, titled, wordsFor } from "../../../words";
import { developerGate, GatePage } from "../../gate";
import { type Mode, modeOf } from "../../mode";
import { endpointsPath } from "../../secrets";
import { pingAction, updateEndpointAction } from "../actions";
import { endpointFields } from "../endpoint-fields";
import { PingForm } from "../ping-form";
import { EndpointSwitches } from "./endpoint-switches";
import { SigningSecret } from "./signing-secret";

export const generateMetadata = titled("endpoint");

export default onlyReaders("endpoints", EndpointPage);

async function EndpointPage(props: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ mode?: string }>;
}) {
  const seller = await currentSeller();
  const mode = modeOf((await props.searchParams).mode);
  const { id } = await props.params;
  const gate = developerGate(seller);
  const endpoints = await listEndpoints(systemWorld(), seller.caller(mode === "live"));
  const endpoint = endpoints.find((listed) => String(listed.id) === id);
  if (!endpoint) notFound();
  return (
    <SellerPage
      seller={seller}
      section="endpoints"
      here={endpoint.url}
      test={mode === "test" ? { liveHref: `${endpointsPath}?mode=live` } : null}
    >
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <Endpoint seller={seller} endpoint={endpoint} mode={mode} />
      )}
    </SellerPage>
  );
}

function Endpoint({ seller, endpoint, mode }: { seller: CurrentSeller; endpoint: EndpointView; mode: Mode }) {
  const words = wordsFor(seller);
  const hidden = { id: String(endpoint.id), mode };
  return (
    <>
      <PageHeader
        title={
          <>
            <bdi className="break-all">{endpoint.url}</bdi> <ModeTag mode={mode} words={words} />
          </>
        }
        purpose={endpoint.description}
      />
      {endpoint.disabledReason === "failing" ? (
        <div className="mb-6">
          <Notice tone="bad" title={words.text("endpointGaveUp")}>
            {words.text("endpointGaveUpNext")}
          </Notice>
        </div>
      ) : null}
      <EndpointFacts seller={seller} endpoint={endpoint} mode={mode} />
      <Allowed seller={seller} act="endpoint.change">
        <Section title={words.text("tryIt")}>
          <div className="pt-4">
            <PingForm
              action={pingAction}
              hidden={hidden}
              words={{
                send: words.text("sendPing"),
                see: words.text("seePing"),
                answer: words.text("answer"),
                titles: problemTitles(words),
              }}
            />
          </div>
        </Section>
      </Allowed>
      <SigningSecret seller={seller} endpoint={endpoint} hidden={hidden} now={systemWorld().clock.now()} />
      <Allowed seller={seller} act="endpoint.change">
        <Section title={words.text("changeIt")}>
          <div className="pt-4">
            <FieldForm
              action={updateEndpointAction}
              titles={problemTitles(words)}
              submit={words.text("save")}
              look="secondary"
              hidden={hidden}
              fields={fieldSpecs(endpointFields, { words, config: systemWorld().config }, endpoint)}
            />
          </div>
        </Section>
        <EndpointSwitches endpoint={endpoint} hidden={hidden} words={words} />
      </Allowed>
    </>
  );
}

function EndpointFacts({
  seller,
  endpoint,
  mode,
}: {
  seller: CurrentSeller;
  endpoint: EndpointView;
  mode: Mode;
}) {
  const words = wordsFor(seller);
  const { timeZone } = seller.store;
  const moment = (at: Date) => <Timestamp at={at} timeZone={timeZone} locale={words.locale} />;
  const { failingSince, failuresInRow, lastSuccessAt } = endpoint;
  return (
    <Facts
      items={[
        {
          label: words.text("endpointState"),
          value: endpoint.disabledAt ? (
            <StatusMark tone="ended">{words.text("endpointDisabledMark")}</StatusMark>
          ) : failingSince ? (
            <StatusMark tone="bad">
              {words.text("endpointFailingMark", { count: String(failuresInRow) })}
            </StatusMark>
          ) : (
            <StatusMark tone="ok">{words.text("endpointEnabledMark")}</StatusMark>
          ),
        },
        {
          label: words.text("lastSuccess"),
          value: lastSuccessAt ? moment(lastSuccessAt) : words.text("noSuccess"),
        },
        ...(failingSince ? [{ label: words.text("failingSince"), value: moment(failingSince) }] : []),
        { label: words.text("endpointAdded"), value: moment(endpoint.createdAt) },
        {
          label: words.text("events"),
          value: (
            <a
              className="underline underline-offset-2"
              href={`/dashboard/developers/events?mode=${mode}&endpoint=${endpoint.id}`}
            >
              {words.text("sentToIt")}
            </a>
          ),
        },
      ]}
    />
  );
}
