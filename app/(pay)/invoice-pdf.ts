import { day } from "@/components/pay/dates";
import type { InvoicePaper } from "@/components/pay/document-types";
import { civilDay, invoiceStatusWords } from "@/components/pay/invoice-status";
import { taxLabel } from "@/components/pay/invoice-view";
import { type Words, wordsOf } from "@/components/pay/messages/words";
import type { PayPage } from "@/components/pay/types";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { type InvoicePdf, invoicePdf } from "@/lib/services/billing/invoices/render-pdf";
import { systemWorld } from "@/lib/services/desk/system-world";
import { drawnResponse } from "./drawn";
import { paperOf } from "./invoice-paper";

/** The answer that downloads the invoice, in the language of the page. */
export async function pdfResponse(request: Request, page: PayPage, found: InvoicePage): Promise<Response> {
  const { config, clock } = systemWorld();
  const now = clock.now();
  const paper = paperOf(found, page.lang, now);
  const url = `${config.siteUrl}/invoice/${found.invoice.token}`;
  const print = printed(page, paper, url, now);
  // The instant is only part of the document's properties. The day is enough, and stays the same all day.
  const facts = { ...print, at: now.toISOString().slice(0, 10) };
  const headers = {
    "Content-Type": "application/pdf",
    "Content-Disposition": `inline; filename="${paper.number.replaceAll("/", "-")}.pdf"`,
    "Cache-Control": "private, no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
  };
  return drawnResponse(request, "invoice", facts, headers, () => invoicePdf(print));
}

/** All of the invoice in words of the page's language. `url` is where it is paid. */
export function printed(page: PayPage, paper: InvoicePaper, url: string, now: Date): InvoicePdf {
  const words = wordsOf(page.lang);
  const { from, to } = paper;
  const isOwed = paper.state === "open" || paper.state === "overdue";
  return {
    lang: page.lang,
    title: words.text("invoiceTitle", { number: paper.number }),
    status: statusOf(page, paper),
    from: {
      label: words.text("invoiceFrom"),
      name: from.name,
      lines: present([from.address, from.phone, from.email]),
    },
    to: { label: words.text("invoiceTo"), name: to.name, lines: present([to.email, to.phone]) },
    facts: factsOf(page, paper),
    columns: {
      description: words.text("lineDescription"),
      quantity: words.text("lineQuantity"),
      unitPrice: words.text("lineUnitPrice"),
      total: words.text("lineAmount"),
    },
    lines: paper.lines,
    totals: totalsOf(page, words, paper),
    notes: paper.notes ? { label: words.text("invoiceNotes"), text: paper.notes } : null,
    pay: isOwed ? { label: words.text("docPayOnline"), url } : null,
    contact: contactOf(words, paper),
    pageOf: words.text("docPageOf", { page: "{page}", pages: "{pages}" }),
    at: now,
  };
}

function statusOf(page: PayPage, paper: InvoicePaper): InvoicePdf["status"] {
  const words = wordsOf(page.lang);
  if (paper.state === "paid") return { words: words.text("docStampPaid"), look: "paid" };
  if (paper.state === "cancelled") return { words: words.text("docStampCancelled"), look: "ended" };
  // A printed page is read for weeks, and "due in 4 days" would soon be wrong, so only lasting statements are printed.
  if (paper.paid) return { words: words.text("invoicePartPaid"), look: "open" };
  const ages = paper.state === "open" && paper.dueOn !== null;
  return { words: ages ? words.text("invoiceOpen") : invoiceStatusWords(page, paper), look: "open" };
}

function factsOf(page: PayPage, paper: InvoicePaper): InvoicePdf["facts"] {
  const words = wordsOf(page.lang);
  const day = (date: Date | null) => date && civilDay(page, date);
  const facts = [
    { label: words.text("invoiceIssued"), value: day(paper.issuedOn) },
    { label: words.text("invoiceDue"), value: day(paper.dueOn) },
    { label: words.text("invoiceTaxNumber"), value: paper.from.taxNumber },
  ];
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

function totalsOf(page: PayPage, words: Words, paper: InvoicePaper): InvoicePdf["totals"] {
  const { tax, discount, paid } = paper;
  return [
    ...(tax || discount ? [{ label: words.text("invoiceSubtotal"), value: paper.subtotal }] : []),
    ...(discount ? [{ label: words.text("invoiceDiscount"), value: `− ${discount}` }] : []),
    ...(tax ? [{ label: taxLabel(page, tax), value: tax.amount }] : []),
    { label: words.text("invoiceTotal"), value: paper.total },
    ...paper.payments.map(({ paidAt, amount }) => ({
      label: words.text("paidOn", { date: day(page, paidAt) }),
      value: `− ${amount}`,
    })),
    ...(paid ? [{ label: words.text("invoicePaidSoFar"), value: paid }] : []),
    { label: words.text("invoiceBalance"), value: paper.balance, isStrong: true },
  ];
}

/** "Need help? Ask Duka Moja. 0722 …" */
function contactOf(words: Words, { from }: InvoicePaper): string | null {
  const ways = present([from.phone, from.email]).join(" · ");
  return ways === "" ? null : `${words.text("help", { seller: from.name })} ${ways}`;
}

/** An address of several lines is several lines. */
function present(texts: (string | null)[]): string[] {
  return texts.flatMap((text) => (text ? text.split("\n") : [])).filter((text) => text.trim() !== "");
}
