import type { Metadata } from "next";
import type { FieldSpec } from "@/app/_forms/form-field";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { SellerPage } from "../../seller-page";
import { draftInvoiceAction } from "../actions";
import { InvoiceEditor } from "../invoice-editor";

export const metadata: Metadata = { title: "New invoice" };

export default async function NewInvoicePage() {
  const seller = await currentSeller();
  const { currency } = seller.store;
  return (
    <SellerPage seller={seller} section="invoices" here="New invoice">
      <PageHeader
        title="New invoice"
        purpose="It is saved as a draft first. You look at it as your customer will, then send it."
      />
      <InvoiceEditor
        action={draftInvoiceAction}
        currency={currency}
        before={customerFields}
        after={paymentFields(currency)}
        rows={invoiceRows}
      />
    </SellerPage>
  );
}

const customerFields: FieldSpec[] = [
  { kind: "text", name: "customerName", label: "Customer" },
  {
    kind: "text",
    type: "email",
    inputMode: "email",
    name: "customerEmail",
    label: "Customer's e-mail",
    help: "Needed to send it by e-mail.",
  },
  {
    kind: "text",
    name: "customerPhone",
    label: "Customer's phone",
    help: "Needed to send it by SMS.",
  },
];

function paymentFields(currency: string): FieldSpec[] {
  return [
    {
      kind: "text",
      name: "discount",
      label: `Discount in ${currency}`,
      help: "Taken off the subtotal. May stay empty.",
      inputMode: "decimal",
    },
    { kind: "text", name: "taxLabel", label: "Name of the tax", placeholder: "VAT", help: "May stay empty." },
    {
      kind: "text",
      name: "taxRate",
      label: "Tax rate in %",
      help: "On the subtotal less the discount. May stay empty.",
      inputMode: "decimal",
    },
    {
      kind: "text",
      type: "date",
      name: "dueOn",
      label: "Due on",
      help: "With a due day, reminders go out on it, and 3 and 7 days after it. May stay empty.",
    },
    { kind: "area", name: "notes", label: "Notes", help: "Printed on the invoice. May stay empty." },
    {
      kind: "boxes",
      name: "options",
      label: "Paying",
      value: [],
      options: [{ value: "allowPartPayment", label: "It may be paid in parts" }],
    },
    {
      kind: "text",
      name: "minPartPayment",
      label: `Least part in ${currency}`,
      help: "Only where it may be paid in parts. May stay empty.",
      inputMode: "decimal",
    },
  ];
}
