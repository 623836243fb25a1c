import { invoiceTotals } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { formatMoney, parseDecimal } from "@/lib/domain/money";
import { typedNumber } from "@/lib/resources/form-fields";
import { typedDiscount, typedLines } from "@/lib/resources/invoice-lines";

export interface ShownTotals {
  subtotal: string;
  tax: string;
  total: string;
}

/** The totals of the typed values; null while a value cannot be read. */
export function totalsOf(
  field: (name: string) => string,
  rows: number,
  currency: string,
  language: Language,
): ShownTotals | null {
  const items = typedLines(field, rows, currency, language);
  if (items === null || items.length === 0) return null;
  const discountMinor = typedDiscount(field("discount"), items, currency, language);
  const taxRatePpm = parseDecimal(typedNumber(field("taxRate"), language) ?? 0, 4);
  if (discountMinor === null || taxRatePpm === null) return null;
  const added = invoiceTotals({ items, discountMinor, taxRatePpm: Number(taxRatePpm) });
  if (!added.ok) return null;
  const money = (minor: bigint) => formatMoney({ minor, currency }, language);
  const { subtotalMinor, taxMinor, totalMinor } = added.totals;
  return { subtotal: money(subtotalMinor), tax: money(taxMinor), total: money(totalMinor) };
}
