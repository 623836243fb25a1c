import { parseDecimal } from "@/lib/domain/decimal";
import { invoiceTotals } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { formatMoney, parseAmount } from "@/lib/domain/money";
import { typedAmount, typedNumber } from "@/lib/resources/form-fields";

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
  const items = [];
  for (let row = 0; row < rows; row += 1) {
    const [quantity, price] = [field(`quantity.${row}`).trim(), field(`unitPrice.${row}`)];
    if (quantity === "" && price.trim() === "" && field(`description.${row}`).trim() === "") continue;
    const quantityMilli = parseDecimal(typedNumber(quantity, language) ?? 1, 3);
    const unitPriceMinor = amount(price, currency, language);
    if (quantityMilli === null || unitPriceMinor === null) return null;
    items.push({ quantityMilli, unitPriceMinor });
  }
  const discountMinor = amount(field("discount"), currency, language);
  const taxRatePpm = parseDecimal(typedNumber(field("taxRate"), language) ?? 0, 4);
  if (items.length === 0 || discountMinor === null || taxRatePpm === null) return null;
  const added = invoiceTotals({ items, discountMinor, taxRatePpm: Number(taxRatePpm) });
  if (!added.ok) return null;
  const money = (minor: bigint) => formatMoney({ minor, currency }, language);
  const { subtotalMinor, taxMinor, totalMinor } = added.totals;
  return { subtotal: money(subtotalMinor), tax: money(taxMinor), total: money(totalMinor) };
}

/** An empty text is zero. */
function amount(text: string, currency: string, language: Language): bigint | null {
  const typed = typedAmount(text, currency, language) ?? 0;
  if (typed === 0) return 0n;
  const parsed = parseAmount(typed, currency);
  return typeof typed === "number" && parsed.ok ? parsed.money.minor : null;
}
