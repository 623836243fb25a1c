import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { readCustomer } from "@/lib/services/customers/read";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { changeCustomerAction } from "../../actions";
import { customerFields } from "../../customer-fields";
import { customerId, found } from "../../find-customer";

export const metadata: Metadata = { title: "Edit a customer" };

export default async function EditCustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const id = customerId((await params).id);
  const { row } = await found(readCustomer(systemWorld(), seller.caller(true), id));
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title={
          <>
            Edit <bdi>{row.name}</bdi>
          </>
        }
        purpose="Receipts and reminders go to this e-mail and phone. Access that is asked for by e-mail follows it."
      />
      <FieldForm
        action={changeCustomerAction}
        submit="Save"
        hidden={{ id: String(id) }}
        fields={customerFields(row)}
        note={
          <a className="underline underline-offset-2" href={`/dashboard/customers/${id}/merge`}>
            Is this the same person as another customer?
          </a>
        }
      />
    </SellerPage>
  );
}
