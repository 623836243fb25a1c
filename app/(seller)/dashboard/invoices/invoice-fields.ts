import type { FieldSpec } from "@/app/_forms/form-field";

/** What a draft says, as its form types it; empty for a new one. */
export interface TypedInvoice {
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  discount: string;
  taxLabel: string;
  taxRate: string;
  dueOn: string;
  notes: string;
  allowPartPayment: boolean;
  minPartPayment: string;
}

/** Whom it is for. */
export function customerFields(typed?: TypedInvoice): FieldSpec[] {
  return [
    { kind: "text", name: "customerName", value: typed?.customerName, label: "Customer" },
    {
      kind: "text",
      type: "email",
      inputMode: "email",
      name: "customerEmail",
      value: typed?.customerEmail,
      label: "Customer's e-mail",
      help: "Needed to send it by e-mail.",
    },
    {
      kind: "text",
      name: "customerPhone",
      value: typed?.customerPhone,
      label: "Customer's phone",
      help: "Needed to send it by SMS.",
    },
  ];
}

/** What is taken off or added, and how it is paid. */
export function paymentFields(currency: string, typed?: TypedInvoice): FieldSpec[] {
  return [
    {
      kind: "text",
      name: "discount",
      value: typed?.discount,
      label: `Discount in ${currency}`,
      help: "Taken off the subtotal. May stay empty.",
      inputMode: "decimal",
    },
    {
      kind: "text",
      name: "taxLabel",
      value: typed?.taxLabel,
      label: "Name of the tax",
      placeholder: "VAT",
      help: "May stay empty.",
    },
    {
      kind: "text",
      name: "taxRate",
      value: typed?.taxRate,
      label: "Tax rate in %",
      help: "On the subtotal less the discount. May stay empty.",
      inputMode: "decimal",
    },
    {
      kind: "text",
      type: "date",
      name: "dueOn",
      value: typed?.dueOn,
      label: "Due on",
      help: "With a due day, reminders go out on it, and 3 and 7 days after it. May stay empty.",
    },
    {
      kind: "area",
      name: "notes",
      value: typed?.notes,
      label: "Notes",
      help: "Printed on the invoice. May stay empty.",
    },
    {
      kind: "boxes",
      name: "options",
      label: "Paying",
      value: typed?.allowPartPayment ? ["allowPartPayment"] : [],
      options: [{ value: "allowPartPayment", label: "It may be paid in parts" }],
    },
    {
      kind: "text",
      name: "minPartPayment",
      value: typed?.minPartPayment,
      label: `Least part in ${currency}`,
      help: "Only where it may be paid in parts. May stay empty.",
      inputMode: "decimal",
    },
  ];
}
