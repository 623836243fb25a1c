import type { Metadata } from "next";
import { SecretForm } from "@/app/_forms/secret-form";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { standardEventTypes } from "@/lib/domain/event-types";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { developerGate, GatePage } from "../../gate";
import { modeOf } from "../../mode";
import { createEndpointAction } from "../actions";
import { endpointFields } from "../endpoint-fields";

export const metadata: Metadata = { title: "New endpoint" };

export default async function NewEndpointPage({
  searchParams,
}: {
  searchParams: Promise<{ mode?: string }>;
}) {
  const seller = await currentSeller();
  const mode = modeOf((await searchParams).mode);
  const gate = developerGate(seller);
  return (
    <SellerPage
      seller={seller}
      section="endpoints"
      here={`New ${mode} endpoint`}
      test={mode === "test" ? {} : null}
    >
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <>
          <PageHeader
            title={`New ${mode} endpoint`}
            purpose={
              mode === "test"
                ? "It receives events of test subscriptions, and no others."
                : "It receives what happens to real customers and money."
            }
          />
          <Allowed seller={seller} act="endpoint.change" aloud>
            <SecretForm
              action={createEndpointAction}
              submit="Add endpoint"
              hidden={{ mode }}
              fields={endpointFields(
                { url: "", description: "", types: [...standardEventTypes] },
                systemWorld().config,
              )}
            />
          </Allowed>
        </>
      )}
    </SellerPage>
  );
}
