import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { EditorTexts } from "../../invoices/invoice-editor";
import { editorTexts } from "../../invoices/invoice-fields";
import { customerList } from "../../invoices/pick-types";
import { paymentFields } from "../../recording/payment-fields";

interface About {
  words: DashboardWords;
}

/** Who bought it, if anybody says so: `withPicked` reads these. */
const buyerFields = {
  customerName: { kind: "text", label: "saleCustomer", help: "saleCustomerHelp", list: customerList },
  customerPhone: { kind: "text", label: "salePhone", help: "saleContactHelp" },
  customerEmail: {
    kind: "text",
    type: "email",
    inputMode: "email",
    label: "saleEmail",
    help: "saleContactHelp",
  },
} satisfies Fields<About>;

/** Below the lines: how it was paid, and by whom. */
export function saleFields(words: DashboardWords, currency: string) {
  const { method, reference } = paymentFields;
  const about = { words, owed: { minor: 0n, currency } };
  return [
    ...fieldSpecs({ method, reference }, about, { method: "cash" }),
    ...fieldSpecs(buyerFields, { words }),
  ];
}

export function saleTexts(words: DashboardWords, currency: string): EditorTexts {
  return {
    ...editorTexts(words, currency),
    lines: words.text("saleLines"),
    description: words.text("saleItem"),
    save: words.text("recordSale"),
    tax: null,
  };
}
