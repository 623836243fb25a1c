import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { listDestinations } from "@/lib/services/payouts/destination";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { removeAccountAction } from "../../actions";
import { walletPath } from "../../paths";

export const metadata: Metadata = { title: "Remove an account" };

export default async function RemoveAccountPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const { id } = await params;
  const destinations = await listDestinations(systemWorld(), seller.caller(true));
  const destination = destinations.find((one) => String(one.id) === id);
  if (!destination || seller.role !== "owner") notFound();
  return (
    <SellerPage seller={seller} section="wallet" here="Remove an account">
      <PageHeader
        title={<bdi className="wrap-anywhere">Remove {destination.label}</bdi>}
        purpose="Nothing more can be paid out there. Payouts on their way go on. Every owner of the store is told by mail."
      />
      <FieldForm
        action={removeAccountAction}
        submit="Remove this account"
        look="danger"
        hidden={{ id }}
        note={<ButtonLink href={walletPath}>Back to the wallet</ButtonLink>}
        fields={[
          {
            kind: "text",
            name: "password",
            type: "password",
            label: "Your password",
            autoComplete: "current-password",
          },
        ]}
      />
    </SellerPage>
  );
}
