import type { FieldSpec } from "@/app/_forms/form-field";
import type { FormAction } from "@/lib/auth/form-state";
import { invoiceRows } from "@/lib/resources/invoice-form";
import type { About, ActForm, MoreRows } from "../act-page";
import { invoicesPath } from "../paths";
import { type EditorTexts, InvoiceEditor } from "./invoice-editor";
import { editorTexts } from "./invoice-fields";
import { firstPicks } from "./read-body";

/** What differs between the papers that are written as an invoice is. */
interface Paper {
  before: FieldSpec[];
  after: FieldSpec[];
  /** The names of the fields for one that repeats, where it may. */
  repeating?: string[];
  /** The store's own where it is left out. */
  currency?: string;
  texts?: Partial<EditorTexts>;
  /** The values of its lines, by field name. */
  start?: Record<string, string>;
  /** At the head of the paper beside the form; without it there is none. */
  title?: string;
}

/** The form of an invoice, a quote, a recurring invoice or a sale, with what can be picked in it. */
export async function paperForm(
  { seller, words }: Pick<About<unknown>, "seller" | "words">,
  { action, hidden, submit }: ActForm,
  { currency = seller.store.currency, texts, repeating, title, ...paper }: Paper,
) {
  const form = (
    <InvoiceEditor
      {...{ hidden, ...paper }}
      action={action as FormAction<MoreRows>}
      rows={invoiceRows}
      texts={{ ...editorTexts(words, currency), ...texts, save: submit }}
      {...(repeating && {
        repeating: {
          ...{ names: repeating, save: words.text("saveRecurring") },
          more: words.text("moreOfRepeat"),
        },
      })}
      picks={await firstPicks(seller, words)}
    />
  );
  if (title === undefined) return form;
  const path = `${invoicesPath}/typing?${new URLSearchParams({ title, currency })}`;
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      {form}
      {/* The script fills it, and opens it where there is room. React leaves what is in it alone. */}
      <details
        data-paper={path}
        suppressHydrationWarning
        className="min-w-0 noscript:hidden xl:sticky xl:top-6 xl:self-start"
      >
        <summary className="flex min-h-11 items-center gap-2 text-ink-2 xl:pointer-events-none xl:mb-1 xl:min-h-0 xl:list-none xl:text-label">
          <span className="underline underline-offset-2 xl:no-underline">{words.text("asCustomer")}</span>
          <b className="xl:hidden" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
        </summary>
        <div
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: "" }}
          className="rounded-sm border border-rule bg-sheet p-5 xl:min-h-[24rem]"
        />
      </details>
    </div>
  );
}
