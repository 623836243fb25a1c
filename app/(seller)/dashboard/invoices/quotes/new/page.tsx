import { done } from "@/lib/auth/sealed-cookie";
import { civilDateIn } from "@/lib/domain/civil-date";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { createQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage } from "../../../act-page";
import { wordsFor } from "../../../words";
import { linesOf, quoteFields } from "../../invoice-fields";
import { paperForm } from "../../paper-form";
import { endOfLines, readQuoteBody, validUntilFrom } from "../../read-body";
import { copyOf, ownQuote, quotePath } from "../../words";

/** A copied one is valid anew. */
const create = actPage({
  on: copyOf(ownQuote),
  may: "invoice.change",
  title: "newQuote",
  purpose: ({ row, words }) =>
    row ? words.text("copyOf", { number: row.number }) : words.text("newQuotePurpose"),
  go: "saveQuote",
  keeps: ({ row }) => (row ? `invoices/quotes/new?from=${row.id}` : "invoices/quotes/new"),
  form: (about, its) => {
    const { row, words } = about;
    const { currency, timeZone } = about.seller.store;
    const validUntil = validUntilFrom(civilDateIn(systemWorld().clock.now(), timeZone));
    return paperForm(about, its, {
      ...quoteFields({ words, currency }, validUntil, row),
      title: words.text("quote"),
      start: row ? linesOf({ items: plannedTerms(row).items, currency }, words.lang) : {},
    });
  },
  run: (seller, { form }, world) =>
    endOfLines(form, seller, async () => {
      const row = await createQuote(world, seller.caller(true), await readQuoteBody(form, seller));
      return done(quotePath(row.id), wordsFor(seller).text("quoteSaved", { number: row.number }));
    }),
});

export const generateMetadata = create.metadata;
export default create.page(async (previous, form) => {
  "use server";
  return create.send(previous, form);
});
