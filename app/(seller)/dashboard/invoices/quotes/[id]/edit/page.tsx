import { done } from "@/lib/auth/sealed-cookie";
import { civilDateIn } from "@/lib/domain/civil-date";
import { mayEditQuote } from "@/lib/domain/quote";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { editQuote, type QuoteRow, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage, NothingToDo } from "../../../../act-page";
import { wordsFor } from "../../../../words";
import { linesOf, quoteFields } from "../../../invoice-fields";
import { paperForm } from "../../../paper-form";
import { endOfLines, readQuoteBody, validUntilFrom } from "../../../read-body";
import { quote, quotePath } from "../../../words";

const edit = actPage({
  on: quote,
  may: "invoice.change",
  title: "editQuote",
  here: ({ row }) => row.number,
  head: ({ row, words }) => words.text("editThing", { thing: row.number }),
  purpose: ({ row, words }) => isEditable(row) && words.text("editQuotePurpose"),
  go: "saveQuote",
  keeps: ({ row }) => `invoices/quotes/${row.id}/edit`,
  closed: ({ row, words }) =>
    isEditable(row) ? null : (
      <NothingToDo title={words.text("quoteNotEditable")} back={quote.back(row, words)} />
    ),
  form: (about, its) => {
    const { row, words, seller } = about;
    const { currency } = row;
    const today = civilDateIn(systemWorld().clock.now(), seller.store.timeZone);
    const held = row.validUntil.toISOString().slice(0, 10);
    return paperForm(about, its, {
      ...quoteFields({ words, currency }, held < today ? validUntilFrom(today) : held, row),
      currency,
      title: row.number,
      start: linesOf({ items: plannedTerms(row).items, currency }, words.lang),
    });
  },
  run: (seller, { id, form }, world) =>
    endOfLines(form, seller, async () => {
      const { number } = await editQuote(world, seller.caller(true), id, await readQuoteBody(form, seller));
      return done(quotePath(id), wordsFor(seller).text("quoteChanged", { number }));
    }),
});

function isEditable(row: QuoteRow): boolean {
  return mayEditQuote(statusOfQuote(row, systemWorld().clock.now()));
}

export const generateMetadata = edit.metadata;
export default edit.page(async (previous, form) => {
  "use server";
  return edit.send(previous, form);
});
