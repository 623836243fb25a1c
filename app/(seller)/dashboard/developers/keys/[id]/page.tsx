import { notFound } from "next/navigation";
import { SecretForm } from "@/app/_forms/secret-form";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { Facts, PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type ListedKey, listKeys } from "@/lib/services/people/keys/keys";
import { onlyReaders } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled, wordsFor } from "../../../words";
import { deleteKeyAction, rollKeyAction } from "../actions";
import { OwnerOnly } from "../owner-only";

export const generateMetadata = titled("keyPageTitle");

export default onlyReaders("keys", KeyPage);

async function KeyPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const { id } = await params;
  const key = (await listKeys(systemWorld(), seller.caller(true))).find((listed) => String(listed.id) === id);
  if (!key) notFound();
  return (
    <SellerPage seller={seller} section="keys" here={key.name}>
      <PageHeader
        title={
          <>
            <bdi>{key.name}</bdi> <ModeTag mode={key.livemode ? "live" : "test"} words={words} />
          </>
        }
      />
      <KeyFacts keyFacts={key} seller={seller} />
      {seller.role === "owner" ? (
        <KeyActs keyFacts={key} words={words} />
      ) : (
        <div className="mt-6">
          <OwnerOnly words={words} />
        </div>
      )}
    </SellerPage>
  );
}

function KeyFacts({ keyFacts: key, seller }: { keyFacts: ListedKey; seller: CurrentSeller }) {
  const words = wordsFor(seller);
  const { timeZone } = seller.store;
  const moment = (at: Date) => <Timestamp at={at} timeZone={timeZone} locale={words.locale} />;
  return (
    <Facts
      items={[
        { label: words.text("apiKey"), value: <Code>{key.fingerprint}</Code> },
        {
          label: words.text("keyScope"),
          value: words.text(key.scope === "read" ? "keyScopeRead" : "keyScopeFull"),
        },
        { label: words.text("madeBy"), value: key.createdBy ?? words.text("madeBySetUp") },
        { label: words.text("keyMade"), value: moment(key.createdAt) },
        {
          label: words.text("keyUsed"),
          value: key.lastUsedAt ? moment(key.lastUsedAt) : words.text("keyUnused"),
        },
      ]}
    />
  );
}

function KeyActs({ keyFacts: key, words }: { keyFacts: ListedKey; words: DashboardWords }) {
  return (
    <>
      <Section title={words.text("replaceIt")}>
        <p className="max-w-[68ch] py-4 text-ink-2">{words.text("replaceKeyMeans")}</p>
        <SecretForm
          action={rollKeyAction}
          titles={problemTitles(words)}
          submit={words.text("replaceKey")}
          hidden={{ id: String(key.id) }}
          fields={[
            {
              kind: "select",
              name: "overlapHours",
              label: words.text("overlap"),
              value: "24",
              options: [
                { value: "0", label: words.text("overlap0") },
                { value: "1", label: words.text("overlap1") },
                { value: "24", label: words.text("overlap24") },
                { value: "72", label: words.text("overlap72") },
              ],
            },
          ]}
        />
      </Section>
      <Section title={words.text("deleteIt")}>
        <p className="max-w-[68ch] py-4 text-ink-2">
          {words.text(key.lastUsedAt ? "deleteKeyUsed" : "deleteKeyUnused")}
        </p>
        <div className="flex gap-2">
          <ActionForm to={{ action: deleteKeyAction, fields: { id: String(key.id) } }}>
            <Button look="danger">{words.text("deleteKey", { key: key.fingerprint })}</Button>
          </ActionForm>
          <ButtonLink href="/dashboard/developers/keys">{words.text("keepIt")}</ButtonLink>
        </div>
      </Section>
    </>
  );
}
