import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { SellerPage } from "../../seller-page";
import { addCustomerAction } from "../actions";
import { customerFields } from "../customer-fields";

export const metadata: Metadata = { title: "Add a customer" };

type Search = Promise<Record<string, string | string[] | undefined>>;

/** What was typed comes back in the address when the customer was known already. */
export default async function NewCustomerPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const typed = Object.entries(await searchParams).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return (
    <SellerPage seller={seller} section="customers" here="Add a customer">
      <PageHeader title="Add a customer" purpose="All stores of your account will see them." />
      <FieldForm
        action={addCustomerAction}
        submit="Add the customer"
        fields={customerFields(Object.fromEntries(typed))}
      />
    </SellerPage>
  );
}
