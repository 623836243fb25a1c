import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { problemTitles } from "../words";
import type { EditorTexts } from "./invoice-editor";

/** The values of a draft as its form types them; empty for a new one. */
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

/** The editor's own texts, the only ones that are sent to the browser. */
export function editorTexts(words: DashboardWords, currency: string): EditorTexts {
  const { text } = words;
  return {
    lines: text("lines"),
    line: text("line"),
    description: text("productDescription"),
    quantity: text("quantity"),
    unitPrice: text("unitPriceIn", { currency }),
    addRows: text("addRows"),
    save: text("saveDraft"),
    subtotal: text("subtotal"),
    tax: text("tax"),
    total: text("total"),
    problems: problemTitles(words),
  };
}

/** Whom it is for. */
export function customerFields({ text }: DashboardWords, typed?: TypedInvoice): FieldSpec[] {
  return [
    { kind: "text", name: "customerName", value: typed?.customerName, label: text("customer") },
    {
      kind: "text",
      type: "email",
      inputMode: "email",
      name: "customerEmail",
      value: typed?.customerEmail,
      label: text("buyerEmail"),
      help: text("neededForEmail"),
    },
    {
      kind: "text",
      name: "customerPhone",
      value: typed?.customerPhone,
      label: text("buyerPhone"),
      help: text("neededForSms"),
    },
  ];
}

/** What is taken off or added, and how it is paid. */
export function paymentFields({ text }: DashboardWords, currency: string, typed?: TypedInvoice): FieldSpec[] {
  return [
    {
      kind: "text",
      name: "discount",
      value: typed?.discount,
      label: text("discountIn", { currency }),
      help: text("discountInHelp"),
      inputMode: "decimal",
    },
    {
      kind: "text",
      name: "taxLabel",
      value: typed?.taxLabel,
      label: text("taxName"),
      placeholder: text("taxExample"),
      help: text("mayStayEmpty"),
    },
    {
      kind: "text",
      name: "taxRate",
      value: typed?.taxRate,
      label: text("taxRate"),
      help: text("taxRateHelp"),
      inputMode: "decimal",
    },
    {
      kind: "text",
      type: "date",
      name: "dueOn",
      value: typed?.dueOn,
      label: text("dueOn"),
      help: text("dueOnHelp"),
    },
    {
      kind: "area",
      name: "notes",
      value: typed?.notes,
      label: text("notes"),
      help: text("notesHelp"),
    },
    {
      kind: "boxes",
      name: "options",
      label: text("paying"),
      value: typed?.allowPartPayment ? ["allowPartPayment"] : [],
      options: [{ value: "allowPartPayment", label: text("allowParts") }],
    },
    {
      kind: "text",
      name: "minPartPayment",
      value: typed?.minPartPayment,
      label: text("leastPartIn", { currency }),
      help: text("leastPartHelp"),
      inputMode: "decimal",
    },
  ];
}
