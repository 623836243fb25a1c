import { PageHeader } from "@/components/ui/blocks";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { sellerWithWords, titled } from "../../words";
import { createLinkAction } from "../actions";
import { LinkEditor } from "../editor";

export const generateMetadata = titled("newLink");

export default async function NewLinkPage() {
  const { seller, words } = await sellerWithWords();
  return (
    <SellerPage seller={seller} section="links" here={words.text("newLink")} keeps="links/new">
      <PageHeader title={words.text("newLink")} purpose={words.text("newLinkPurpose")} />
      <Allowed seller={seller} act="payment_link.change" aloud>
        <LinkEditor seller={seller} link={null} action={createLinkAction} submit={words.text("createLink")} />
      </Allowed>
    </SellerPage>
  );
}
