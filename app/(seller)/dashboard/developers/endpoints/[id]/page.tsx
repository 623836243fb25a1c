import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/system-world";
import type { EndpointView } from "@/lib/services/webhooks/endpoint";
import { listEndpoints } from "@/lib/services/webhooks/list-endpoints";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { developerGate, GatePage } from "../../gate";
import { type Mode, modeOf } from "../../mode";
import { pingAction, updateEndpointAction } from "../actions";
import { endpointFields } from "../endpoint-fields";
import { endpointsPath } from "../paths";
import { PingForm } from "../ping-form";
import { EndpointSwitches } from "./endpoint-switches";
import { SigningSecret } from "./signing-secret";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointPage(props: {
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
  const hidden = { id: String(endpoint.id), mode };
  return (
    <>
      <PageHeader
        title={
          <>
            <bdi className="break-all">{endpoint.url}</bdi> <ModeTag mode={mode} />
          </>
        }
        purpose={endpoint.description}
      />
      {endpoint.disabledReason === "failing" ? (
        <div className="mb-6">
          <Notice tone="bad" title="This endpoint was disabled because it failed for five days">
            Mend it, send a ping, then enable it. What it missed is kept and can be sent again.
          </Notice>
        </div>
      ) : null}
      <EndpointFacts seller={seller} endpoint={endpoint} mode={mode} />
      <Allowed seller={seller} act="endpoint.change">
        <Section title="Try it">
          <div className="pt-4">
            <PingForm action={pingAction} hidden={hidden} />
          </div>
        </Section>
      </Allowed>
      <SigningSecret seller={seller} endpoint={endpoint} hidden={hidden} now={systemWorld().clock.now()} />
      <Allowed seller={seller} act="endpoint.change">
        <Section title="Change it">
          <div className="pt-4">
            <FieldForm
              action={updateEndpointAction}
              submit="Save"
              look="secondary"
              hidden={hidden}
              fields={endpointFields(endpoint, systemWorld().config)}
            />
          </div>
        </Section>
        <EndpointSwitches endpoint={endpoint} hidden={hidden} />
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
  const { timeZone } = seller.store;
  const { failingSince, failuresInRow, lastSuccessAt } = endpoint;
  return (
    <Facts
      items={[
        {
          label: "State",
          value: endpoint.disabledAt ? (
            <StatusMark tone="ended">Disabled</StatusMark>
          ) : failingSince ? (
            <StatusMark tone="bad">{`Failing, ${failuresInRow} in a row`}</StatusMark>
          ) : (
            <StatusMark tone="ok">Enabled</StatusMark>
          ),
        },
        {
          label: "Last success",
          value: lastSuccessAt ? <Timestamp at={lastSuccessAt} timeZone={timeZone} /> : "None yet",
        },
        ...(failingSince
          ? [{ label: "Failing since", value: <Timestamp at={failingSince} timeZone={timeZone} /> }]
          : []),
        { label: "Added", value: <Timestamp at={endpoint.createdAt} timeZone={timeZone} /> },
        {
          label: "Events",
          value: (
            <a
              className="underline underline-offset-2"
              href={`/dashboard/developers/events?mode=${mode}&endpoint=${endpoint.id}`}
            >
              What was sent to it
            </a>
          ),
        },
      ]}
    />
  );
}
