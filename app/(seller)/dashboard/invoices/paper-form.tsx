import type { FieldSpec } from "@/app/_forms/form-field";
import type { FormAction } from "@/lib/auth/form-state";
import { invoiceRows } from "@/lib/resources/invoice-form";
import type { About, ActForm, MoreRows } from "../act-page";
import { type EditorTexts, InvoiceEditor } from "./invoice-editor";
import { editorTexts } from "./invoice-fields";
import { firstPicks } from "./read-body";

/** What differs between the papers that are written as an invoice is. */
interface Paper {
  before: FieldSpec[];
  after: FieldSpec[];
  /** The store's own where it is left out. */
  currency?: string;
  texts?: Partial<EditorTexts>;
  /** The values of its lines, by field name. */
  start?: Record<string, string>;
}

/** The form of an invoice, a quote, a recurring invoice or a sale, with what can be picked in it. */
export async function paperForm(
  { seller, words }: Pick<About<unknown>, "seller" | "words">,
  { action, hidden, submit }: ActForm,
  { currency = seller.store.currency, texts, ...paper }: Paper,
) {
  return (
    <InvoiceEditor
      {...{ hidden, currency, ...paper }}
      action={action as FormAction<MoreRows>}
      lang={words.lang}
      rows={invoiceRows}
      texts={{ ...editorTexts(words, currency), ...texts, save: submit }}
      picks={await firstPicks(seller, words)}
    />
  );
}
