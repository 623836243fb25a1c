import { notFound } from "next/navigation";
import { SecretForm } from "@/app/_forms/secret-form";
import { stamp } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { facts, Press } from "@/components/dashboard/pieces";
import { Facts, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import { type ListedKey, listKeys } from "@/lib/services/people/keys/keys";
import { SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, titled } from "../../../words";
import { OwnerOnly } from "../../developer-page";
import { deleteKeyAction, rollKeyAction } from "../actions";

export const generateMetadata = titled("keyPageTitle");

export default sellerPage("keys", async (who, { id }) => {
  const { seller, world, caller, words } = who;
  const key = (await listKeys(world, caller)).find((listed) => String(listed.id) === id);
  if (!key) notFound();
  return (
    <SellerPage
      {...who}
      here={key.name}
      title={
        <>
          <bdi>{key.name}</bdi> <ModeTag mode={key.livemode ? "live" : "test"} words={words} />
        </>
      }
    >
      <KeyFacts keyFacts={key} who={who} />
      {seller.role === "owner" ? (
        <KeyActs keyFacts={key} words={words} />
      ) : (
        <div className="mt-6">
          <OwnerOnly words={words} />
        </div>
      )}
    </SellerPage>
  );
});

function KeyFacts({ who, keyFacts: key }: { keyFacts: ListedKey; who: AtStore }) {
  const { words } = who;
  return (
    <Facts
      items={facts(words, {
        apiKey: <Code>{key.fingerprint}</Code>,
        keyScope: words.text(key.scope === "read" ? "keyScopeRead" : "keyScopeFull"),
        madeBy: key.createdBy ?? words.text("madeBySetUp"),
        keyMade: stamp(key.createdAt, who),
        keyUsed: key.lastUsedAt ? stamp(key.lastUsedAt, who) : words.text("keyUnused"),
      })}
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
          <Press action={deleteKeyAction} fields={{ id: String(key.id) }} look="danger">
            {words.text("deleteKey", { key: key.fingerprint })}
          </Press>
          <ButtonLink href="/dashboard/developers/keys">{words.text("keepIt")}</ButtonLink>
        </div>
      </Section>
    </>
  );
}
