import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { createLinkAction } from "../actions";
import { LinkEditor } from "../editor";

export const metadata: Metadata = { title: "New payment link" };

export default async function NewLinkPage() {
  const seller = await currentSeller();
  return (
    <SellerPage seller={seller} section="links" here="New payment link">
      <PageHeader title="New payment link" purpose="It takes payments as soon as it is saved." />
      <Allowed seller={seller} act="payment_link.change" aloud>
        <LinkEditor seller={seller} link={null} action={createLinkAction} submit="Create payment link" />
      </Allowed>
    </SellerPage>
  );
}
