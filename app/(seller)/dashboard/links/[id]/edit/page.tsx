import { PageHeader } from "@/components/ui/blocks";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { updateLinkAction } from "../../actions";
import { LinkEditor } from "../../editor";
import { ownLink } from "../../words";

export const generateMetadata = titled("editLink");

export default async function EditLinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const link = await ownLink(seller, (await params).id);
  return (
    <SellerPage seller={seller} section="links" here={words.text("editThing", { thing: link.title })}>
      <PageHeader title={words.text("editLink")} purpose={words.text("editLinkPurpose")} />
      <Allowed seller={seller} act="payment_link.change" aloud>
        <LinkEditor seller={seller} link={link} action={updateLinkAction} submit={words.text("save")} />
      </Allowed>
    </SellerPage>
  );
}
