import { done } from "@/lib/auth/sealed-cookie";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { editDraft } from "@/lib/services/billing/invoices/draft";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage, NothingToDo } from "../../../act-page";
import { invoicePath } from "../../../paths";
import { wordsFor } from "../../../words";
import { draftFields, linesOf } from "../../invoice-fields";
import { paperForm } from "../../paper-form";
import { endOfLines, readInvoiceBody } from "../../read-body";
import { invoice } from "../../words";

const edit = actPage({
  on: invoice,
  may: "invoice.change",
  title: "editInvoice",
  here: ({ row }) => row.number,
  head: ({ row, words }) => words.text("editThing", { thing: row.number }),
  purpose: ({ row, words }) => isDraft(row) && words.text("editDraftPurpose"),
  go: "saveDraft",
  keeps: ({ row }) => `invoices/${row.id}/edit`,
  closed: ({ row, words }) =>
    isDraft(row) ? null : <NothingToDo title={words.text("noLongerDraft")} back={invoice.back(row, words)} />,
  form: (about, its) => {
    const { row, words } = about;
    return paperForm(about, its, {
      ...draftFields(words, row),
      currency: row.currency,
      title: row.number,
      start: linesOf(row, words.lang),
    });
  },
  run: (seller, { id, form }, world) =>
    endOfLines(form, seller, async () => {
      const { number } = await editDraft(world, seller.caller(true), id, await readInvoiceBody(form, seller));
      return done(invoicePath(id), wordsFor(seller).text("invoiceSaved", { number }));
    }),
});

function isDraft(row: InvoicePage["invoice"]): boolean {
  return invoiceStatusOf(row, systemWorld().clock.now()) === "draft";
}

export const generateMetadata = edit.metadata;
export default edit.page(async (previous, form) => {
  "use server";
  return edit.send(previous, form);
});
