import type { Metadata } from "next";
import { SecretForm } from "@/app/_forms/secret-form";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { SellerPage } from "../../../seller-page";
import { developerGate, GatePage } from "../../gate";
import { modeOf } from "../../mode";
import { createKeyAction } from "../actions";
import { OwnerOnly } from "../owner-only";

export const metadata: Metadata = { title: "New key" };

export default async function NewKeyPage({ searchParams }: { searchParams: Promise<{ mode?: string }> }) {
  const seller = await currentSeller();
  const mode = modeOf((await searchParams).mode);
  const gate = developerGate(seller);
  return (
    <SellerPage seller={seller} section="keys" here="New key">
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <>
          <PageHeader
            title="New key"
            purpose="A key opens this one store to whoever holds it. Keep it on your server."
          />
          {seller.role === "owner" ? (
            <SecretForm
              action={createKeyAction}
              submit="Create key"
              fields={[
                {
                  kind: "text",
                  name: "name",
                  label: "Name",
                  help: "Where it will be used, so you know later which one to replace.",
                  placeholder: "Production server",
                },
                {
                  kind: "select",
                  name: "mode",
                  label: "Mode",
                  value: mode,
                  options: [
                    { value: "test", label: "Test: sees test subscriptions only" },
                    { value: "live", label: "Live: real customers and money" },
                  ],
                },
              ]}
            />
          ) : (
            <OwnerOnly />
          )}
        </>
      )}
    </SellerPage>
  );
}
