import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { decimalText } from "@/lib/domain/decimal";

/** `changeTax` says what is wrong with them. */
export const taxFields = {
  label: { kind: "text", label: "taxLabel", help: "taxLabelHelp", placeholder: "VAT" },
  rate: { kind: "text", inputMode: "decimal", label: "taxRatePercent", help: "includedTaxRateHelp" },
  from: { kind: "text", type: "date", label: "taxFrom", help: "taxFromHelp" },
} satisfies Fields;

interface StoreTax {
  taxLabel: string | null;
  taxRatePpm: number;
  taxFrom: string | null;
}

export function taxSpecs(words: DashboardWords, { taxLabel, taxRatePpm, taxFrom }: StoreTax) {
  const rate = taxRatePpm === 0 ? "" : decimalText(BigInt(taxRatePpm), 4);
  return fieldSpecs(taxFields, { words }, { label: taxLabel, rate, from: taxFrom });
}
