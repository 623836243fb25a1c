import { shareInPpm } from "@/lib/domain/fees";
import { type InvoiceItem, lineTotal } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { parseAmount, parseDecimal, toMajor } from "@/lib/domain/money";
import type { Problems } from "@/lib/domain/refusal";
import { formProblems, type SentForm, sentHas, sentText, typedAmount, typedNumber } from "./form-fields";

/** The number of rows in an editor at first, per request for more, and at most. */
export const invoiceRows = { first: 1, more: 1, most: 50 };

const columns = ["description", "quantity", "unitPrice"] as const;

/** The seller's invoice form as an API body, to be read with NewInvoice. Empty rows are left out. */
export function invoiceBody(form: SentForm, currency: string, language: Language): Record<string, unknown> {
  return {
    customer_name: sentText(form, "customerName"),
    customer_email: sentText(form, "customerEmail") || null,
    customer_phone: sentText(form, "customerPhone") || null,
    items: filledRows(form).map((row) => ({
      description: sentText(form, `description.${row}`),
      quantity: typedNumber(sentText(form, `quantity.${row}`), language) ?? 1,
      unit_price: typedAmount(sentText(form, `unitPrice.${row}`), currency, language) ?? undefined,
    })),
    discount: discountIn(form, currency, language),
    tax_label: sentText(form, "taxLabel") || null,
    tax_rate: typedNumber(sentText(form, "taxRate"), language),
    due_on: sentText(form, "dueOn") || null,
    notes: sentText(form, "notes") || null,
    allow_part_payment: sentHas(form, "options", "allowPartPayment"),
    min_part_payment: typedAmount(sentText(form, "minPartPayment"), currency, language),
  };
}

/** A share of the lines becomes an amount. While a line cannot be read there is no share, and only the line is wrong. */
function discountIn(form: SentForm, currency: string, language: Language): number | string | null {
  const text = sentText(form, "discount");
  if (typedShare(text, language) === null) return typedAmount(text, currency, language);
  const items = typedLines((name) => sentText(form, name), invoiceRows.most, currency, language);
  const minor = items && typedDiscount(text, items, currency, language);
  return minor === null ? null : toMajor({ minor, currency });
}

/** Problems under the names of the form. The problem of a line is under the row where it was typed: `unitPrice.3`. */
export function invoiceFormProblems(errors: Readonly<Problems>, form: SentForm, currency: string): Problems {
  const rows = filledRows(form);
  const named = Object.entries(formProblems(errors, currency)).map(([field, problems]) => {
    const [, index, column] = /^items\.(\d+)\.(\w+)$/.exec(field) ?? [];
    return [column ? `${column}.${rows[Number(index)] ?? 0}` : field, problems] as const;
  });
  return Object.fromEntries(named);
}

/** The rows in which anything was typed, from 0. */
export function filledRows(form: SentForm): number[] {
  const rows = Array.from({ length: invoiceRows.most }, (_, row) => row);
  return rows.filter((row) => columns.some((column) => sentText(form, `${column}.${row}`) !== ""));
}

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
