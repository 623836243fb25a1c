import { SecretForm } from "@/app/_forms/secret-form";
import { PageHeader } from "@/components/ui/blocks";
import { onlyReaders } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { developerGate, GatePage } from "../../gate";
import { modeOf } from "../../mode";
import { createKeyAction } from "../actions";
import { OwnerOnly } from "../owner-only";

export const generateMetadata = titled("newKey");

export default onlyReaders("keys", NewKeyPage);

async function NewKeyPage({ searchParams }: { searchParams: Promise<{ mode?: string }> }) {
  const { seller, words } = await sellerWithWords();
  const mode = modeOf((await searchParams).mode);
  const gate = developerGate(seller);
  return (
    <SellerPage seller={seller} section="keys" here={words.text("newKey")}>
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <>
          <PageHeader title={words.text("newKey")} purpose={words.text("newKeyMeans")} />
          {seller.role === "owner" ? (
            <SecretForm
              action={createKeyAction}
              titles={problemTitles(words)}
              submit={words.text("createKey")}
              fields={[
                {
                  kind: "text",
                  name: "name",
                  label: words.text("name"),
                  help: words.text("keyNameHelp"),
                  placeholder: words.text("keyNameExample"),
                },
                {
                  kind: "select",
                  name: "mode",
                  label: words.text("mode"),
                  value: mode,
                  options: [
                    { value: "test", label: words.text("keyModeTest") },
                    { value: "live", label: words.text("keyModeLive") },
                  ],
                },
                {
                  kind: "select",
                  name: "scope",
                  label: words.text("keyScope"),
                  help: words.text("keyReadsHelp"),
                  value: "full",
                  options: [
                    { value: "full", label: words.text("keyScopeFull") },
                    { value: "read", label: words.text("keyScopeRead") },
                  ],
                },
              ]}
            />
          ) : (
            <OwnerOnly words={words} />
          )}
        </>
      )}
    </SellerPage>
  );
}
