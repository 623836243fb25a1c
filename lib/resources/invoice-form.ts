import type { Language } from "@/lib/domain/languages";
import { toMajor } from "@/lib/domain/money";
import type { Problems } from "@/lib/domain/refusal";
import { formProblems, type SentForm, sentHas, sentText, typedAmount, typedNumber } from "./form-fields";
import { typedDiscount, typedLines, typedShare } from "./invoice-lines";

/** The number of rows in an editor at first, per request for more, and at most. */
export const invoiceRows = { first: 2, more: 1, most: 50 };

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
