import { civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, type InvoiceItem, type InvoiceTotals, lineTotal } from "@/lib/domain/invoice";
import type { InvoicePaper } from "@/lib/domain/invoice-paper";
import { directionOf, type Language } from "@/lib/domain/languages";
import { decimalText, formatMoney, formatNumber } from "@/lib/domain/money";
import { dayColumn, invoiceFacts, invoiceStatusOf } from "@/lib/resources/invoice";
import type { PayAtTill } from "@/lib/services/catalog/till/account-numbers";
import { type DayReader, day } from "@/lib/text/dates";
import { civilDay, invoiceStatusWords, taxLabel } from "@/lib/text/invoice-words";
import { tillWords } from "@/lib/text/till-words";
import { type Words as WordsOf, wordsIn } from "@/lib/text/words";
import type { InvoicePage, InvoicePdf } from "./read";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The invoice as printed by its page, its PDF and the seller's preview, at `now`. Only its seller sees that it is a
 * draft: for a visitor with its link it is an invoice to pay.
 */
export function paperOf(
  { invoice, store, payments }: InvoicePage,
  lang: Language,
  now: Date,
  reader: "payer" | "seller" = "payer",
): InvoicePaper {
  const money = (minor: bigint) => formatMoney({ minor, currency: invoice.currency }, lang);
  const today = dayColumn(civilDateIn(now, invoice.store.timeZone)).getTime();
  const { issuedOn, dueOn, paidAt, cancelledAt } = invoice;
  return {
    ...{ number: invoice.number, issuedOn, dueOn, paidAt, cancelledAt },
    state: stateOf(invoice, now, reader),
    dueInDays: dueOn && Math.round((dueOn.getTime() - today) / dayMs),
    ...termsOnPaper(store, invoice, invoice.currency, lang),
    to: { name: invoice.customerName, email: invoice.customerEmail, phone: invoice.customerPhone },
    paid: invoice.paidMinor > 0n ? money(invoice.paidMinor) : null,
    balance: money(balanceOf(invoiceFacts(invoice))),
    payments: payments.map((order) => ({
      paidAt: order.paidAt ?? order.createdAt,
      // The first item is the invoice itself; charges borne by the payer are a separate line.
      amount: money(order.items[0]?.totalMinor ?? order.totalMinor),
      receiptUrl: `/receipt/${order.receiptToken}`,
      refunded: refundedOf(order),
    })),
  };
}

/** What is the same on an invoice and a quote: the seller, the lines and their totals. */
export function termsOnPaper(
  store: InvoicePage["store"],
  terms: InvoiceTotals &
    Pick<InvoicePage["invoice"], "taxLabel" | "taxRatePpm" | "notes"> & {
      items: readonly (InvoiceItem & { description: string })[];
    },
  currency: string,
  lang: Language,
) {
  const money = (minor: bigint) => formatMoney({ minor, currency }, lang);
  const hasTax = terms.taxRatePpm > 0 || terms.taxLabel !== null;
  return {
    from: {
      name: store.name,
      address: store.address,
      taxNumber: store.taxNumber,
      phone: store.contactPhone,
      email: store.contactEmail,
    },
    lines: terms.items.map((item) => ({
      description: item.description,
      quantity: formatNumber(decimalText(item.quantityMilli, 3), lang),
      unitPrice: money(item.unitPriceMinor),
      total: money(lineTotal(item)),
    })),
    subtotal: money(terms.subtotalMinor),
    discount: terms.discountMinor > 0n ? money(terms.discountMinor) : null,
    tax: hasTax
      ? {
          label: terms.taxLabel,
          rate: formatNumber(decimalText(BigInt(terms.taxRatePpm), 4), lang),
          amount: money(terms.taxMinor),
        }
      : null,
    total: money(terms.totalMinor),
    notes: terms.notes,
  };
}

function stateOf(
  invoice: InvoicePage["invoice"],
  now: Date,
  reader: "payer" | "seller",
): InvoicePaper["state"] {
  const status = invoiceStatusOf(invoice, now);
  switch (status) {
    case "draft":
      return reader === "seller" ? "draft" : "open";
    case "sent":
    case "viewed":
    case "part_paid":
      return "open";
    default:
      return status;
  }
}

function refundedOf({ refundedMinor, totalMinor, takenBackAt }: InvoicePage["payments"][number]) {
  if (takenBackAt) return "taken_back";
  if (refundedMinor === 0n) return "no";
  return refundedMinor < totalMinor ? "partly" : "fully";
}

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
    print: withFiscal(printed(reader, paper, { url, till: found.till }, now), found, lang),
    // A number may be written with strokes, a file name not.
    name: `${paper.number.replaceAll("/", "-")}.pdf`,
  };
}

/** What the tax authority signed of its payments, one fact each. */
function withFiscal(print: InvoicePdf, { fiscal, invoice }: InvoicePage, lang: Language): InvoicePdf {
  const words = wordsIn(lang, "payer");
  const money = (minor: bigint) => formatMoney({ minor, currency: invoice.currency }, lang);
  const facts = fiscal.map(({ system, kind, number, totalMinor, ...one }) => ({
    label: words.text(kind === "sale" ? "fiscalSale" : "fiscalCredit", { system, total: money(totalMinor) }),
    value: [number, one.controlUnit, one.receiptNumber, one.internalData, one.signature, one.url]
      .filter((part) => part !== null && part !== "")
      .join(" · "),
  }));
  return { ...print, facts: [...print.facts, ...facts] };
}

/** Where an invoice is paid. */
interface PaidAt {
  url: string;
  till: PayAtTill | null;
}

/** All of the invoice in words of the reader's language. */
function printed(reader: DayReader, paper: InvoicePaper, { url, till }: PaidAt, now: Date): InvoicePdf {
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
    pay: isOwed ? { label: words.text("docPayOnline"), url, till: till && tillWords(words, till) } : null,
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
