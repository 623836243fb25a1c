import { SecretForm } from "@/app/_forms/secret-form";
import { PageHeader } from "@/components/ui/blocks";
import { SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { developerGate, GatePage, modeOf, OwnerOnly } from "../../developer-page";
import { createKeyAction } from "../actions";

export const generateMetadata = titled("apiKey");

export default sellerPage("keys", async (who, { search }) => {
  const { seller, words } = who;
  const mode = modeOf(search.mode);
  const gate = developerGate(seller);
  return (
    <SellerPage {...who} here={words.text("apiKey")}>
      {gate ? (
        <GatePage gate={gate} who={who} />
      ) : (
        <>
          <PageHeader title={words.text("apiKey")} purpose={words.text("newKeyMeans")} />
          {seller.role === "owner" ? (
            <SecretForm
              action={createKeyAction}
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
});
