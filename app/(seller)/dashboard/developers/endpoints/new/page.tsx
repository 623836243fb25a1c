import { fieldSpecs } from "@/app/_forms/fields";
import { SecretForm } from "@/app/_forms/secret-form";
import { PageHeader } from "@/components/ui/blocks";
import { standardEventTypes } from "@/lib/domain/event-types";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { developerGate, GatePage, modeOf } from "../../developer-page";
import { createEndpointAction } from "../actions";
import { endpointFields } from "../endpoint-fields";

export const generateMetadata = titled("newEndpoint");

export default sellerPage("endpoints", async (who, { search }) => {
  const { seller, world, words } = who;
  const mode = modeOf(search.mode);
  const gate = developerGate(seller);
  const title = words.text(mode === "test" ? "newTestEndpoint" : "newLiveEndpoint");
  return (
    <SellerPage {...who} here={title} test={mode === "test" ? {} : null}>
      {gate ? (
        <GatePage gate={gate} who={who} />
      ) : (
        <>
          <PageHeader
            title={title}
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
