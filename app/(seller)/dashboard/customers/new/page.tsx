import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { PageHeader } from "@/components/ui/page-header";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { addCustomerAction } from "../actions";
import { customerFields } from "../customer-fields";

export const generateMetadata = titled("addCustomer");

type Search = Promise<Record<string, string | string[] | undefined>>;

/** If the customer exists already, the typed values return in the address. */
export default async function NewCustomerPage({ searchParams }: { searchParams: Search }) {
  const { seller, words } = await sellerWithWords();
  const typed = Object.entries(await searchParams).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return (
    <SellerPage seller={seller} section="customers" here={words.text("addCustomer")}>
      <PageHeader title={words.text("addCustomer")} purpose={words.text("addCustomerPurpose")} />
      <Allowed seller={seller} act="customer.change" aloud>
        <FieldForm
          action={addCustomerAction}
          submit={words.text("addTheCustomer")}
          titles={problemTitles(words)}
          fields={fieldSpecs(customerFields, { words }, Object.fromEntries(typed))}
        />
      </Allowed>
    </SellerPage>
  );
}
