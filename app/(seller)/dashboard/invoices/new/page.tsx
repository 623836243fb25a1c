import { done } from "@/lib/auth/sealed-cookie";
import { civilDateIn } from "@/lib/domain/civil-date";
import { isInterval } from "@/lib/domain/interval";
import { sentText } from "@/lib/resources/form-fields";
import { draftInvoice } from "@/lib/services/billing/invoices/draft";
import { createRecurring } from "@/lib/services/billing/recurring/recurring";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage } from "../../act-page";
import { invoicePath } from "../../paths";
import { wordsFor } from "../../words";
import { linesOf, newInvoiceFields } from "../invoice-fields";
import { paperForm } from "../paper-form";
import { once } from "../picks";
import { endOfLines, readInvoiceBody, readSchedule } from "../read-body";
import { copyOf, dayText, invoice, recurringPath } from "../words";

/** An invoice, or one that repeats: `?repeat=month` begins so. The day when a copied one was due is left out. */
const draft = actPage({
  on: copyOf(invoice.find),
  may: "invoice.change",
  title: "newInvoice",
  purpose: ({ row, words }) => row && words.text("copyOf", { number: row.number }),
  go: "saveDraft",
  keeps: ({ row }) => (row ? `invoices/new?from=${row.id}` : "invoices/new"),
  form: (about, its) => {
    const { row, words, seller, search } = about;
    const { currency, timeZone } = seller.store;
    const today = civilDateIn(systemWorld().clock.now(), timeZone);
    const interval = isInterval(String(search.repeat)) ? String(search.repeat) : once;
    return paperForm(about, its, {
      ...newInvoiceFields({ words, currency }, { today, interval }, row),
      title: words.text("invoice"),
      start: row ? linesOf(row, words.lang) : {},
    });
  },
  run: (seller, { form }, world) =>
    endOfLines(form, seller, async () => {
      const words = wordsFor(seller);
      if (!["", once].includes(sentText(form, "interval"))) {
        const schedule = readSchedule(form);
        const body = await readInvoiceBody({ ...form, dueOn: "" }, seller);
        const row = await createRecurring(world, seller.caller(true), { ...schedule, body });
        const values = { customer: row.customerName, day: dayText(row.startsOn, words) };
        return done(`${recurringPath}/${row.id}`, words.text("recurringSaved", values));
      }
      const row = await draftInvoice(world, seller.caller(true), await readInvoiceBody(form, seller));
      return done(invoicePath(row.id), words.text("draftSaved", { number: row.number }));
    }),
});

export const generateMetadata = draft.metadata;
export default draft.page(async (previous, form) => {
  "use server";
  return draft.send(previous, form);
});
