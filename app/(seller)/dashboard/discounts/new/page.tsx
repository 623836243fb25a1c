import { PageHeader } from "@/components/ui/blocks";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { sellerWithWords, titled } from "../../words";
import { createDiscountAction } from "../actions";
import { DiscountEditor } from "../editor";

export const generateMetadata = titled("newDiscount");

export default async function NewDiscountPage() {
  const { seller, words } = await sellerWithWords();
  return (
    <SellerPage seller={seller} section="discounts" here={words.text("newDiscount")}>
      <PageHeader title={words.text("newDiscount")} purpose={words.text("newDiscountPurpose")} />
      <Allowed seller={seller} act="discount.change" aloud>
        <DiscountEditor
          seller={seller}
          discount={null}
          action={createDiscountAction}
          submit={words.text("createDiscount")}
        />
      </Allowed>
    </SellerPage>
  );
}
