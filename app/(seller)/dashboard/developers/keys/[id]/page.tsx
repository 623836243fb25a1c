import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SecretForm } from "@/app/_forms/secret-form";
import { ActionForm } from "@/components/dashboard/action-form";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { Button, ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { type ListedKey, listKeys } from "@/lib/services/keys/list-keys";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { deleteKeyAction, rollKeyAction } from "../actions";
import { OwnerOnly } from "../owner-only";

export const metadata: Metadata = { title: "Replace or delete a key" };

export default async function KeyPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const { id } = await params;
  const key = (await listKeys(systemWorld(), seller.caller(true))).find((listed) => String(listed.id) === id);
  if (!key) notFound();
  return (
    <SellerPage seller={seller} section="keys" here={key.name}>
      <PageHeader
        title={
          <>
            <bdi>{key.name}</bdi> <ModeTag mode={key.livemode ? "live" : "test"} />
          </>
        }
      />
      <KeyFacts keyFacts={key} seller={seller} />
      {seller.role === "owner" ? (
        <KeyActs keyFacts={key} />
      ) : (
        <div className="mt-6">
          <OwnerOnly />
        </div>
      )}
    </SellerPage>
  );
}

function KeyFacts({ keyFacts: key, seller }: { keyFacts: ListedKey; seller: CurrentSeller }) {
  const { timeZone } = seller.store;
  return (
    <Facts
      items={[
        { label: "Key", value: <Code>{key.fingerprint}</Code> },
        { label: "Made by", value: key.createdBy ?? "Set-up" },
        { label: "Made", value: <Timestamp at={key.createdAt} timeZone={timeZone} /> },
        {
          label: "Last used",
          value: key.lastUsedAt ? <Timestamp at={key.lastUsedAt} timeZone={timeZone} /> : "Never",
        },
      ]}
    />
  );
}

function KeyActs({ keyFacts: key }: { keyFacts: ListedKey }) {
  return (
    <>
      <Section title="Replace it">
        <p className="max-w-[68ch] py-4 text-ink-2">
          A new key of the same name and mode is made. The old one works on for as long as you choose, so that
          you can put the new one in place.
        </p>
        <SecretForm
          action={rollKeyAction}
          submit="Replace key"
          hidden={{ id: String(key.id) }}
          fields={[
            {
              kind: "select",
              name: "overlapHours",
              label: "The old key works on for",
              value: "24",
              options: [
                { value: "1", label: "1 hour" },
                { value: "24", label: "24 hours" },
                { value: "72", label: "3 days" },
              ],
            },
          ]}
        />
      </Section>
      <Section title="Delete it">
        <p className="max-w-[68ch] py-4 text-ink-2">
          Requests with this key get 401 invalid_api_key at once.{" "}
          {key.lastUsedAt ? "It has been used: put another key in place first." : "It was never used."} This
          cannot be undone.
        </p>
        <div className="flex gap-2">
          <ActionForm to={{ action: deleteKeyAction, fields: { id: String(key.id) } }}>
            <Button look="danger">Delete {key.fingerprint}</Button>
          </ActionForm>
          <ButtonLink href="/dashboard/developers/keys">Keep it</ButtonLink>
        </div>
      </Section>
    </>
  );
}
