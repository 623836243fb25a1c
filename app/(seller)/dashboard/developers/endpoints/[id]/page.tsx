import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs, proofSpecs } from "@/app/_forms/fields";
import { SecretForm } from "@/app/_forms/secret-form";
import { stamp } from "@/app/_lists/list-view";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { type EndpointView, listEndpoints } from "@/lib/services/hooks/webhooks/endpoint";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, titled } from "../../../words";
import { developerGate, GatePage, type Mode, modeOf } from "../../developer-page";
import { endpointsPath } from "../../words";
import {
  deleteEndpointAction,
  disableEndpointAction,
  enableEndpointAction,
  pingAction,
  revealSecretAction,
  rotateSecretAction,
  switchSecretAction,
  updateEndpointAction,
} from "../actions";
import { endpointFields } from "../endpoint-fields";
import { PingForm } from "../ping-form";

export const generateMetadata = titled("endpoint");

export default sellerPage("endpoints", async (who, { id, search }) => {
  const { seller, world } = who;
  const mode = modeOf(search.mode);
  const gate = developerGate(seller);
  const endpoints = await listEndpoints(world, seller.caller(mode === "live"));
  const endpoint = endpoints.find((listed) => String(listed.id) === id);
  if (!endpoint) notFound();
  return (
    <SellerPage
      {...who}
      here={endpoint.url}
      test={mode === "test" ? { liveHref: `${endpointsPath}?mode=live` } : null}
    >
      {gate ? <GatePage gate={gate} who={who} /> : <Endpoint who={who} endpoint={endpoint} mode={mode} />}
    </SellerPage>
  );
});

function Endpoint({ who, endpoint, mode }: { who: AtStore; endpoint: EndpointView; mode: Mode }) {
  const { seller, words, world } = who;
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
      <EndpointFacts who={who} endpoint={endpoint} mode={mode} />
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
              }}
            />
          </div>
        </Section>
        <FieldForm
          fold={words.text("changeIt")}
          action={updateEndpointAction}
          more={words.text("moreChoices")}
          submit={words.text("save")}
          look="secondary"
          hidden={hidden}
          fields={fieldSpecs(endpointFields, { words, config: world.config }, endpoint)}
        />
      </Allowed>
      <SigningSecret who={who} endpoint={endpoint} hidden={hidden} />
      <Allowed seller={seller} act="endpoint.change">
        <EndpointSwitches endpoint={endpoint} hidden={hidden} words={words} />
      </Allowed>
    </>
  );
}

function EndpointFacts({ who, endpoint, mode }: { who: AtStore; endpoint: EndpointView; mode: Mode }) {
  const { words } = who;
  const { failingSince, failuresInRow, lastSuccessAt } = endpoint;
  return (
    <Facts
      items={facts(words, {
        endpointState: endpoint.disabledAt ? (
          <StatusMark tone="ended" word={words.text("endpointDisabledMark")} />
        ) : failingSince ? (
          <StatusMark tone="bad" word={words.text("endpointFailingMark", { count: String(failuresInRow) })} />
        ) : (
          <StatusMark tone="ok" word={words.text("endpointEnabledMark")} />
        ),
        lastSuccess: lastSuccessAt ? stamp(lastSuccessAt, who) : words.text("noSuccess"),
        failingSince: stamp(failingSince, who),
        endpointAdded: stamp(endpoint.createdAt, who),
        events: (
          <TextLink href={`/dashboard/developers/events?mode=${mode}&endpoint=${endpoint.id}`}>
            {words.text("sentToIt")}
          </TextLink>
        ),
      })}
    />
  );
}

/** Disables the endpoint, or deletes it. */
function EndpointSwitches(props: {
  endpoint: EndpointView;
  hidden: { id: string; mode: string };
  words: DashboardWords;
}) {
  const { endpoint, hidden, words } = props;
  return (
    <Section title={words.text(endpoint.disabledAt ? "enableOrDelete" : "disableOrDelete")}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {words.text(endpoint.disabledAt ? "enableMeans" : "disableMeans")}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <Press action={endpoint.disabledAt ? enableEndpointAction : disableEndpointAction} fields={hidden}>
          {words.text(endpoint.disabledAt ? "enable" : "disable")}
        </Press>
        <Disclosure summary={words.text("endpointDelete")}>
          <ActionForm to={{ action: deleteEndpointAction, fields: hidden }} className="grid max-w-72 gap-2">
            <p className="text-label">{words.text("deleteEndpointMeans")}</p>
            <Button look="danger">{words.text("deleteEndpoint")}</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}

type Props = {
  who: AtStore;
  endpoint: EndpointView;
  hidden: { id: string; mode: string };
};

/** The secret that signs what this endpoint receives: shown to the owner after their password, and replaced in two steps. */
function SigningSecret(props: Props) {
  const { seller, words } = props.who;
  return (
    <Section title={words.text("signingSecret")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("signingMeans")}</p>
      {seller.role === "owner" ? (
        <Forms {...props} />
      ) : (
        <p className="text-ink-2">{words.text("signingOwner")}</p>
      )}
    </Section>
  );
}

function Forms({ who, endpoint, hidden }: Props) {
  const { seller, words, now } = who;
  const until = endpoint.oldSecretUntil;
  return (
    <div className="grid gap-4">
      {until && until > now ? (
        <Notice tone="info" title={words.text(endpoint.switchedAt ? "newSecretSigns" : "secretReplaced")}>
          <p>
            {words.rich(endpoint.switchedAt ? "newSecretSignsMeans" : "secretReplacedMeans", {
              date: stamp(until, who),
            })}
          </p>
          {endpoint.switchedAt ? null : (
            <Press action={switchSecretAction} fields={hidden} className="mt-2">
              {words.text("switchSecret")}
            </Press>
          )}
        </Notice>
      ) : null}
      <SecretForm
        fold={words.text("showIt")}
        action={revealSecretAction}
        submit={words.text("showSecret")}
        look="secondary"
        hidden={hidden}
        fields={proofSpecs(words, seller.user)}
      />
      <SecretForm
        fold={words.text("replaceSecret")}
        action={rotateSecretAction}
        submit={words.text("makeSecret")}
        look="secondary"
        hidden={hidden}
        fields={proofSpecs(words, seller.user, "rotate-password")}
      />
    </div>
  );
}
