import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/proof-specs";
import { found } from "@/app/found";
import { Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCustomer } from "@/lib/services/people/customers/detail";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { eraseCustomerAction } from "../../actions";
import { customerId } from "../../find-customer";

export const generateMetadata = titled("eraseTitle");

/** What goes and what stays, then the password: it cannot be undone. */
export default async function ErasePage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const id = customerId((await params).id);
  const { row } = await found(readCustomer(systemWorld(), seller.caller(true), id));
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title={words.text("eraseTitle")}
        purpose={words.rich("erasePurpose", { customer: <bdi key="name">{row.name}</bdi> })}
      />
      <Allowed seller={seller} act="customer.erase" aloud>
        <div className="grid max-w-[44rem] gap-6">
          <Facts
            items={[
              { label: words.text("eraseGoes"), value: words.text("eraseGoesWhat") },
              { label: words.text("eraseStays"), value: words.text("eraseStaysWhat") },
              { label: words.text("eraseFirst"), value: words.text("eraseFirstWhat") },
            ]}
          />
          <FieldForm
            action={eraseCustomerAction}
            submit={words.text("eraseGo")}
            look="danger"
            titles={problemTitles(words)}
            hidden={{ id: String(id) }}
            fields={proofSpecs(words, seller.user)}
          />
        </div>
      </Allowed>
    </SellerPage>
  );
}
