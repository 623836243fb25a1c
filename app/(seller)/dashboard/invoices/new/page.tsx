import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { draftInvoice } from "@/lib/services/billing/invoices/draft";
import { actPage } from "../../act-page";
import { invoicePath } from "../../paths";
import { wordsFor } from "../../words";
import { editorFields, linesOf } from "../invoice-fields";
import { paperForm } from "../paper-form";
import { endOfLines, readInvoiceBody } from "../read-body";
import { copyOf, invoice } from "../words";

/** The day when a copied one was due is left out. */
const draft = actPage({
  on: copyOf(invoice.find),
  may: "invoice.change",
  title: "newInvoice",
  purpose: ({ row, words }) =>
    row ? words.text("copyOf", { number: row.number }) : words.text("newInvoicePurpose"),
  go: "saveDraft",
  keeps: ({ row }) => (row ? `invoices/new?from=${row.id}` : "invoices/new"),
  form: (about, its) => {
    const { row, words, seller } = about;
    return paperForm(about, its, {
      ...editorFields(words, seller.store.currency, row ? { ...row, dueOn: null } : undefined),
      start: row ? linesOf(row, words.lang) : {},
    });
  },
  run: (seller, { form }, world) =>
    endOfLines(form, seller, async () => {
      const row = await draftInvoice(world, seller.caller(true), await readInvoiceBody(form, seller));
      return done(invoicePath(row.id), wordsFor(seller).text("draftSaved", { number: row.number }));
    }),
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return draft.send(previous, form);
}

export const generateMetadata = draft.metadata;
export default draft.page(send);
