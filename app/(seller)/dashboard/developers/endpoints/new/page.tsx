import { fieldSpecs } from "@/app/_forms/fields";
import { SecretForm } from "@/app/_forms/secret-form";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { PageHeader } from "@/components/ui/blocks";
import { standardEventTypes } from "@/lib/domain/event-types";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { developerGate, GatePage, modeOf } from "../../developer-page";
import { createEndpointAction } from "../actions";
import { endpointFields } from "../endpoint-fields";

export const generateMetadata = titled("endpoint");

export default sellerPage("endpoints", async (who, { search }) => {
  const { seller, world, words } = who;
  const mode = modeOf(search.mode);
  const gate = developerGate(seller);
  return (
    <SellerPage {...who} here={words.text("endpoint")} test={mode === "test" ? {} : null}>
      {gate ? (
        <GatePage gate={gate} who={who} />
      ) : (
        <>
          <PageHeader
            title={
              <>
                {words.text("endpoint")} <ModeTag mode={mode} words={words} />
              </>
            }
            purpose={words.text(mode === "test" ? "newTestEndpointMeans" : "newLiveEndpointMeans")}
          />
          <Allowed seller={seller} act="endpoint.change" aloud>
            <SecretForm
              action={createEndpointAction}
              submit={words.text("addEndpoint")}
              more={words.text("moreChoices")}
              hidden={{ mode }}
              fields={fieldSpecs(
                endpointFields,
                { words, config: world.config },
                { types: standardEventTypes },
              )}
            />
          </Allowed>
        </>
      )}
    </SellerPage>
  );
});
