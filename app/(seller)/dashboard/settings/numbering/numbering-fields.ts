import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { NumberingPage } from "@/lib/services/billing/invoices/numbering";

/** `changeNumbering` says what is wrong with them. */
export const numberingFields = {
  prefix: { kind: "text", label: "numberPrefix", help: "numberPrefixHelp" },
  next: { kind: "text", label: "numberNext", help: "numberNextHelp" },
} satisfies Fields;

export function numberingSpecs(words: DashboardWords, { prefix, next, digits }: NumberingPage["now"]) {
  return fieldSpecs(numberingFields, { words }, { prefix, next: String(next).padStart(digits, "0") });
}
