import { shareInPpm } from "@/lib/domain/fees";
import { type InvoiceItem, lineTotal } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { parseAmount, parseDecimal } from "@/lib/domain/money";
import { typedAmount, typedNumber } from "./form-fields";

/** The lines of an invoice form as amounts, empty rows left out. Null while one of them cannot be read. */
export function typedLines(
  field: (name: string) => string,
  rows: number,
  currency: string,
  language: Language,
): InvoiceItem[] | null {
  const items: InvoiceItem[] = [];
  for (let row = 0; row < rows; row += 1) {
    const [quantity, price] = [field(`quantity.${row}`).trim(), field(`unitPrice.${row}`)];
    if (quantity === "" && price.trim() === "" && field(`description.${row}`).trim() === "") continue;
    const quantityMilli = parseDecimal(typedNumber(quantity, language) ?? 1, 3);
    const unitPriceMinor = typedMinor(price, currency, language);
    if (quantityMilli === null || unitPriceMinor === null) return null;
    items.push({ quantityMilli, unitPriceMinor });
  }
  return items;
}

/** A typed discount: an amount, or "10 %" of these lines. Null when it cannot be read. */
export function typedDiscount(
  text: string,
  items: readonly InvoiceItem[],
  currency: string,
  language: Language,
): bigint | null {
  const share = typedShare(text, language);
  if (share === null) return typedMinor(text, currency, language);
  const subtotal = items.reduce((sum, item) => sum + lineTotal(item), 0n);
  return shareInPpm(subtotal, share);
}

/** Whether a share is meant, however it is written. */
export function isShare(text: string): boolean {
  return text.trim().endsWith("%");
}

/** "10 %" in parts per million; null for every other text, and above all of it. */
export function typedShare(text: string, language: Language): number | null {
  const [, number] = /^(.*\S)\s*%$/s.exec(text.trim()) ?? [];
  const ppm = number === undefined ? null : parseDecimal(typedNumber(number, language) ?? 0, 4);
  return ppm !== null && ppm <= 1_000_000n ? Number(ppm) : null;
}

/** An empty text is zero. */
function typedMinor(text: string, currency: string, language: Language): bigint | null {
  const typed = typedAmount(text, currency, language) ?? 0;
  if (typed === 0) return 0n;
  const parsed = parseAmount(typed, currency);
  return typeof typed === "number" && parsed.ok ? parsed.money.minor : null;
}
