import type { InvoicePaper } from "@/lib/domain/invoice-paper";
import { directionOf, type Language } from "@/lib/domain/languages";
import { type DayReader, day } from "@/lib/text/dates";
import { civilDay, invoiceStatusWords, taxLabel } from "@/lib/text/invoice-words";
import { type Words as WordsOf, wordsIn } from "@/lib/text/words";
import { paperOf } from "./paper";
import type { InvoicePage, InvoicePdf } from "./read";

type Words = WordsOf<"payer">;

/** The invoice as the PDF shows it at `now` to a reader of this language. `name` is that of its file. */
export function printOf(
  siteUrl: string,
  found: InvoicePage,
  lang: Language,
  now: Date,
): { print: InvoicePdf; name: string } {
  const paper = paperOf(found, lang, now);
  const reader = { lang, timeZone: found.store.timeZone };
  const url = `${siteUrl}/invoice/${found.invoice.token}`;
  return {
    print: printed(reader, paper, url, now),
    // A number may be written with strokes, a file name not.
    name: `${paper.number.replaceAll("/", "-")}.pdf`,
  };
}

/** All of the invoice in words of the reader's language. `url` is where it is paid. */
function printed(reader: DayReader, paper: InvoicePaper, url: string, now: Date): InvoicePdf {
  const words = wordsIn(reader.lang, "payer");
  const { from, to } = paper;
  const isOwed = paper.state === "open" || paper.state === "overdue";
  return {
    lang: reader.lang,
    isMirrored: directionOf(reader.lang) === "rtl",
    title: words.text("invoiceTitle", { number: paper.number }),
    status: statusOf(reader, paper),
    from: {
      label: words.text("invoiceFrom"),
      name: from.name,
      lines: present([from.address, from.phone, from.email]),
    },
    to: { label: words.text("invoiceTo"), name: to.name, lines: present([to.email, to.phone]) },
    facts: factsOf(reader, paper),
    columns: {
      description: words.text("lineDescription"),
      quantity: words.text("lineQuantity"),
      unitPrice: words.text("lineUnitPrice"),
      total: words.text("lineAmount"),
    },
    lines: paper.lines,
    totals: totalsOf(reader, words, paper),
    notes: paper.notes ? { label: words.text("invoiceNotes"), text: paper.notes } : null,
    pay: isOwed ? { label: words.text("docPayOnline"), url } : null,
    contact: contactOf(reader, words, paper),
    pageOf: words.text("docPageOf", { page: "{page}", pages: "{pages}" }),
    at: now,
  };
}

function statusOf(reader: DayReader, paper: InvoicePaper): InvoicePdf["status"] {
  const words = wordsIn(reader.lang, "payer");
  if (paper.state === "paid") return { words: words.text("docStampPaid"), look: "paid" };
  if (paper.state === "cancelled") return { words: words.text("docStampCancelled"), look: "ended" };
  // A printed page is read for weeks, and "due in 4 days" would soon be wrong, so only lasting statements are printed.
  if (paper.paid) return { words: words.text("invoicePartPaid"), look: "open" };
  const ages = paper.state === "open" && paper.dueOn !== null;
  return { words: ages ? words.text("invoiceOpen") : invoiceStatusWords(reader, paper), look: "open" };
}

function factsOf(reader: DayReader, paper: InvoicePaper): InvoicePdf["facts"] {
  const words = wordsIn(reader.lang, "payer");
  const day = (date: Date | null) => date && civilDay(reader, date);
  const facts = [
    { label: words.text("invoiceIssued"), value: day(paper.issuedOn) },
    { label: words.text("invoiceDue"), value: day(paper.dueOn) },
    { label: words.text("invoiceTaxNumber"), value: paper.from.taxNumber },
  ];
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

function totalsOf(reader: DayReader, words: Words, paper: InvoicePaper): InvoicePdf["totals"] {
  const { tax, discount, paid } = paper;
  return [
    ...(tax || discount ? [{ label: words.text("invoiceSubtotal"), value: paper.subtotal }] : []),
    ...(discount ? [{ label: words.text("invoiceDiscount"), value: `− ${discount}` }] : []),
    ...(tax ? [{ label: taxLabel(reader, tax), value: tax.amount }] : []),
    { label: words.text("invoiceTotal"), value: paper.total },
    ...paper.payments.map(({ paidAt, amount }) => ({
      label: words.text("paidOn", { date: day(reader, paidAt) }),
      value: `− ${amount}`,
    })),
    ...(paid ? [{ label: words.text("invoicePaidSoFar"), value: paid }] : []),
    { label: words.text("invoiceBalance"), value: paper.balance, isStrong: true },
  ];
}

/** "Need help? Ask Duka Moja. 0722 …" */
function contactOf({ lang }: DayReader, words: Words, { from }: InvoicePaper): string | null {
  // In a line from right to left, the groups of a phone number would change places.
  const apart = (way: string) => (directionOf(lang) === "rtl" ? `\u2068${way}\u2069` : way);
  const ways = present([from.phone, from.email]).map(apart).join(" · ");
  return ways === "" ? null : `${words.text("help", { seller: from.name })} ${ways}`;
}

/** An address of several lines is several lines. */
function present(texts: (string | null)[]): string[] {
  return texts.flatMap((text) => (text ? text.split("\n") : [])).filter((text) => text.trim() !== "");
}
