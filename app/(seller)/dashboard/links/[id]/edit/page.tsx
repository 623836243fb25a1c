import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { updateLinkAction } from "../../actions";
import { LinkEditor } from "../../editor";
import { ownLink } from "../found";

export const metadata: Metadata = { title: "Edit payment link" };

export default async function EditLinkPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const link = await ownLink(seller, (await params).id);
  return (
    <SellerPage seller={seller} section="links" here={`Edit ${link.title}`}>
      <PageHeader
        title="Edit payment link"
        purpose="A payment that somebody has begun already is taken as it was shown to them."
      />
      <Allowed seller={seller} act="payment_link.change" aloud>
        <LinkEditor seller={seller} link={link} action={updateLinkAction} submit="Save" />
      </Allowed>
    </SellerPage>
  );
}
