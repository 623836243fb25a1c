import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { found } from "@/app/found";
import { PageHeader } from "@/components/ui/page-header";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCustomer } from "@/lib/services/people/customers/detail";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { changeCustomerAction } from "../../actions";
import { changedCustomerFields } from "../../customer-fields";
import { customerId } from "../../find-customer";

export const generateMetadata = titled("editCustomerTitle");

export default async function EditCustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const id = customerId((await params).id);
  const { row } = await found(readCustomer(systemWorld(), seller.caller(true), id));
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title={words.rich("editCustomer", { customer: <bdi key="name">{row.name}</bdi> })}
        purpose={words.text("editCustomerPurpose")}
      />
      <Allowed seller={seller} act="customer.change" aloud>
        <FieldForm
          action={changeCustomerAction}
          submit={words.text("save")}
          titles={problemTitles(words)}
          hidden={{ id: String(id) }}
          fields={fieldSpecs(
            changedCustomerFields,
            { words },
            { ...row, marketing: row.acceptsMarketing ? ["yes"] : [] },
          )}
          note={
            <a className="underline underline-offset-2" href={`/dashboard/customers/${id}/merge`}>
              {words.text("samePerson")}
            </a>
          }
        />
      </Allowed>
    </SellerPage>
  );
}
