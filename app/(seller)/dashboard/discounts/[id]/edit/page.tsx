import { PageHeader } from "@/components/ui/blocks";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titledBy } from "../../../words";
import { updateDiscountAction } from "../../actions";
import { DiscountEditor } from "../../editor";
import { ownDiscount } from "../../words";

export const generateMetadata = titledBy(async (seller, id) => (await ownDiscount(seller, id)).name);

export default async function EditDiscountPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const discount = await ownDiscount(seller, (await params).id);
  return (
    <SellerPage seller={seller} section="discounts" here={discount.name}>
      <PageHeader title={<bdi>{discount.name}</bdi>} purpose={words.text("editDiscountPurpose")} />
      <Allowed seller={seller} act="discount.change" aloud>
        <DiscountEditor
          seller={seller}
          discount={discount}
          action={updateDiscountAction}
          submit={words.text("saveDiscount")}
        />
      </Allowed>
    </SellerPage>
  );
}
