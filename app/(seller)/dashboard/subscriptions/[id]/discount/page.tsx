import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { giveDiscountAction } from "../../actions";
import { discountFields } from "../../days-fields";
import { findSubscription } from "../../find-subscription";
import { subscriptionPath } from "../../paths";

export const generateMetadata = titled("giveDiscount");

/** The seller gives a subscriber a discount by its code. */
export default async function GiveDiscountPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const row = await findSubscription(seller, (await params).id);
  return (
    <SellerPage seller={seller} section="subscriptions" here={words.text("giveDiscount")}>
      <PageHeader
        title={words.text("giveDiscountTo", { name: row.customer.name })}
        purpose={words.text("giveDiscountPurpose")}
      />
      <Allowed seller={seller} act="discount.change" aloud>
        <FieldForm
          action={giveDiscountAction}
          submit={words.text("giveDiscountGo")}
          titles={problemTitles(words)}
          hidden={{ id: row.id }}
          fields={fieldSpecs(discountFields, { words })}
          note={
            <ButtonLink href={subscriptionPath(row.id)}>
              {words.text("backTo", { number: row.customer.name })}
            </ButtonLink>
          }
        />
      </Allowed>
    </SellerPage>
  );
}
