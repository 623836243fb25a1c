import { SecretForm } from "@/app/_forms/secret-form";
import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { EndpointView } from "@/lib/services/webhooks/endpoint";
import { revealSecretAction, rotateSecretAction, switchSecretAction } from "../actions";

type Props = {
  seller: CurrentSeller;
  endpoint: EndpointView;
  hidden: { id: string; mode: string };
  now: Date;
};

/** The secret that signs what this endpoint receives: shown to the owner after their password, and replaced in two steps. */
export function SigningSecret(props: Props) {
  return (
    <Section title="Signing secret">
      <p className="max-w-[68ch] py-4 text-ink-2">
        With it your server proves that a message is ours. Two headers carry signatures: X-Service-Signature,
        and webhook-signature, which also covers the time.
      </p>
      {props.seller.role === "owner" ? (
        <Forms {...props} />
      ) : (
        <p className="text-ink-2">Only the owner of the store can see or replace it.</p>
      )}
    </Section>
  );
}

function Forms({ seller, endpoint, hidden, now }: Props) {
  const until = endpoint.oldSecretUntil;
  return (
    <div className="grid gap-4">
      {until && until > now ? (
        <Notice
          tone="info"
          title={endpoint.switchedAt ? "The new secret signs" : "The secret is being replaced"}
        >
          {endpoint.switchedAt ? (
            <p>X-Service-Signature is made with the new one; webhook-signature carries both</p>
          ) : (
            <p>X-Service-Signature is still made with the old one; webhook-signature carries both</p>
          )}
          <p>
            until <Timestamp at={until} timeZone={seller.store.timeZone} />.
          </p>
          {endpoint.switchedAt ? null : (
            <ActionForm to={{ action: switchSecretAction, fields: hidden }} className="mt-2">
              <Button>Switch to the new secret</Button>
            </ActionForm>
          )}
        </Notice>
      ) : null}
      <div className="grid gap-8 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          <h3 className="font-semibold">Show it</h3>
          <SecretForm
            action={revealSecretAction}
            submit="Show the secret"
            look="secondary"
            hidden={hidden}
            fields={[passwordField]}
          />
        </div>
        <div className="grid content-start gap-3">
          <h3 className="font-semibold">Replace it</h3>
          <SecretForm
            action={rotateSecretAction}
            submit="Make a new secret"
            look="secondary"
            hidden={hidden}
            fields={[{ ...passwordField, id: "rotate-password" }]}
          />
        </div>
      </div>
    </div>
  );
}

const passwordField = {
  kind: "text" as const,
  name: "password",
  type: "password" as const,
  label: "Your password",
  autoComplete: "current-password",
};
