import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { titled, wordsFor } from "../../words";
import { createDiscountAction } from "../actions";
import { DiscountEditor } from "../editor";

export const generateMetadata = titled("newDiscount");

export default async function NewDiscountPage() {
  const seller = await currentSeller();
  const words = wordsFor(seller);
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
