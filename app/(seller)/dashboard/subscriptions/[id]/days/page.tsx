import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { giveDaysAction } from "../../actions";
import { daysFields } from "../../days-fields";
import { findSubscription, seenFields } from "../../find-subscription";
import { subscriptionPath } from "../../paths";

export const generateMetadata = titled("giveDays");

/** The seller gives a subscriber days for free. */
export default async function GiveDaysPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const row = await findSubscription(seller, (await params).id);
  return (
    <SellerPage seller={seller} section="subscriptions" here={words.text("giveDays")}>
      <PageHeader
        title={words.text("giveDaysTo", { name: row.customer.name })}
        purpose={words.text("giveDaysPurpose")}
      />
      <Allowed seller={seller} act="subscription.extend" aloud>
        <FieldForm
          action={giveDaysAction}
          submit={words.text("giveDaysGo")}
          titles={problemTitles(words)}
          hidden={seenFields(row)}
          fields={fieldSpecs(daysFields, { words })}
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
