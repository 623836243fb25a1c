import { fieldSpecs } from "@/app/_forms/fields";
import { SecretForm } from "@/app/_forms/secret-form";
import { PageHeader } from "@/components/ui/blocks";
import { currentSeller } from "@/lib/auth/current-seller";
import { standardEventTypes } from "@/lib/domain/event-types";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed, onlyReaders } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, titled, wordsFor } from "../../../words";
import { developerGate, GatePage } from "../../gate";
import { modeOf } from "../../mode";
import { createEndpointAction } from "../actions";
import { endpointFields } from "../endpoint-fields";

export const generateMetadata = titled("newEndpoint");

export default onlyReaders("endpoints", NewEndpointPage);

async function NewEndpointPage({ searchParams }: { searchParams: Promise<{ mode?: string }> }) {
  const seller = await currentSeller();
  const mode = modeOf((await searchParams).mode);
  const gate = developerGate(seller);
  const words = wordsFor(seller);
  const title = words.text(mode === "test" ? "newTestEndpoint" : "newLiveEndpoint");
  return (
    <SellerPage seller={seller} section="endpoints" here={title} test={mode === "test" ? {} : null}>
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <>
          <PageHeader
            title={title}
            purpose={words.text(mode === "test" ? "newTestEndpointMeans" : "newLiveEndpointMeans")}
          />
          <Allowed seller={seller} act="endpoint.change" aloud>
            <SecretForm
              action={createEndpointAction}
              titles={problemTitles(words)}
              submit={words.text("addEndpoint")}
              hidden={{ mode }}
              fields={fieldSpecs(
                endpointFields,
                { words, config: systemWorld().config },
                { types: standardEventTypes },
              )}
            />
          </Allowed>
        </>
      )}
    </SellerPage>
  );
}
