import { proofSpecs } from "@/app/_forms/fields";
import { SecretForm } from "@/app/_forms/secret-form";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, Section, Timestamp } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { EndpointView } from "@/lib/services/hooks/webhooks/endpoint";
import { problemTitles, wordsFor } from "../../../words";
import { revealSecretAction, rotateSecretAction, switchSecretAction } from "../actions";

type Props = {
  seller: CurrentSeller;
  endpoint: EndpointView;
  hidden: { id: string; mode: string };
  now: Date;
};

/** The secret that signs what this endpoint receives: shown to the owner after their password, and replaced in two steps. */
export function SigningSecret(props: Props) {
  const words = wordsFor(props.seller);
  return (
    <Section title={words.text("signingSecret")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("signingMeans")}</p>
      {props.seller.role === "owner" ? (
        <Forms {...props} words={words} />
      ) : (
        <p className="text-ink-2">{words.text("signingOwner")}</p>
      )}
    </Section>
  );
}

function Forms({ seller, endpoint, hidden, now, words }: Props & { words: DashboardWords }) {
  const until = endpoint.oldSecretUntil;
  return (
    <div className="grid gap-4">
      {until && until > now ? (
        <Notice tone="info" title={words.text(endpoint.switchedAt ? "newSecretSigns" : "secretReplaced")}>
          <p>
            {words.rich(endpoint.switchedAt ? "newSecretSignsMeans" : "secretReplacedMeans", {
              date: (
                <Timestamp key="until" at={until} timeZone={seller.store.timeZone} locale={words.locale} />
              ),
            })}
          </p>
          {endpoint.switchedAt ? null : (
            <ActionForm to={{ action: switchSecretAction, fields: hidden }} className="mt-2">
              <Button>{words.text("switchSecret")}</Button>
            </ActionForm>
          )}
        </Notice>
      ) : null}
      <div className="grid gap-8 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          <h3 className="font-semibold">{words.text("showIt")}</h3>
          <SecretForm
            action={revealSecretAction}
            titles={problemTitles(words)}
            submit={words.text("showSecret")}
            look="secondary"
            hidden={hidden}
            fields={proofSpecs(words, seller.user)}
          />
        </div>
        <div className="grid content-start gap-3">
          <h3 className="font-semibold">{words.text("replaceSecret")}</h3>
          <SecretForm
            action={rotateSecretAction}
            titles={problemTitles(words)}
            submit={words.text("makeSecret")}
            look="secondary"
            hidden={hidden}
            fields={proofSpecs(words, seller.user, "rotate-password")}
          />
        </div>
      </div>
    </div>
  );
}
