import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { intervals } from "@/lib/domain/interval";
import { type Language, languages } from "@/lib/domain/languages";
import { fieldAmount } from "@/lib/domain/money";
import { type InvoiceTerms, invoiceChannels } from "@/lib/resources/invoice-input";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { problemTitles } from "../words";
import type { EditorTexts } from "./invoice-editor";
import { customerList } from "./pick-types";

type Invoice = InvoicePage["invoice"];
type Planned = Parameters<typeof plannedTerms>[0];
type HeldTerms = Omit<InvoiceTerms, "items" | "dueOn" | "send">;

interface About {
  words: DashboardWords;
  currency: string;
}

/** The editor's own texts, the only ones that are sent to the browser. */
export function editorTexts(words: DashboardWords, currency: string): Omit<EditorTexts, "save"> {
  const { text } = words;
  return {
    lines: text("lines"),
    line: text("line"),
    description: text("productDescription"),
    quantity: text("quantity"),
    unitPrice: text("unitPriceIn", { currency }),
    addRow: text("addRow"),
    subtotal: text("subtotal"),
    tax: text("tax"),
    total: text("total"),
    problems: problemTitles(words),
  };
}

/** Whom it is for. `invoiceBody` reads these and the next. */
const customerFields = {
  customerName: { kind: "text", label: "customer", help: "pickCustomer", list: customerList },
  customerEmail: {
    kind: "text",
    type: "email",
    inputMode: "email",
    label: "buyerEmail",
    help: "neededForEmail",
  },
  customerPhone: { kind: "text", label: "buyerPhone", help: "neededForSms" },
} satisfies Fields<About>;

/** What is taken off or added, and how it is paid. */
const paymentFields = {
  discount: {
    kind: "text",
    label: ({ words, currency }) => words.text("discountIn", { currency }),
    help: "discountInHelp",
  },
  taxLabel: {
    kind: "text",
    label: "taxName",
    help: "mayStayEmpty",
    placeholder: ({ words }) => words.text("taxExample"),
  },
  taxRate: { kind: "text", inputMode: "decimal", label: "taxRate", help: "taxRateHelp" },
  dueOn: { kind: "text", type: "date", label: "dueOn", help: "dueOnHelp" },
  notes: { kind: "area", label: "notes", help: "notesHelp" },
  options: {
    kind: "boxes",
    label: "paying",
    options: ({ words }) => [{ value: "allowPartPayment", label: words.text("allowParts") }],
  },
  minPartPayment: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, currency }) => words.text("leastPartIn", { currency }),
    help: "leastPartHelp",
  },
} satisfies Fields<About>;

/** The editor of a new invoice, or of a draft with its values. */
export function editorFields(words: DashboardWords, currency: string, invoice?: Invoice) {
  const dueOn = invoice?.dueOn?.toISOString().slice(0, 10);
  const held = invoice && { ...heldBy(invoice, currency, words.lang), dueOn };
  const about = { words, currency };
  return {
    before: fieldSpecs(customerFields, about, held),
    after: fieldSpecs(paymentFields, about, held),
  };
}

/** How long it may be thought about, and how long paid: what a quote has in place of a due day. */
const quoteFields = {
  validUntil: { kind: "text", type: "date", label: "validUntil", help: "validUntilHelp" },
  dueDays: { kind: "text", inputMode: "decimal", label: "dueDays", help: "dueDaysHelp" },
} satisfies Fields<About>;

/** The editor of a new quote, or of one with its values. */
export function quoteEditorFields(
  words: DashboardWords,
  currency: string,
  validUntil: string,
  quote?: Planned & { dueDays: number | null },
) {
  const about = { words, currency };
  const { dueOn: _, ...rest } = paymentFields;
  const dueDays = quote?.dueDays?.toString() ?? "";
  const held = { ...(quote && heldBy(plannedTerms(quote), currency, words.lang)), validUntil, dueDays };
  return {
    before: fieldSpecs(customerFields, about, held),
    after: fieldSpecs({ ...quoteFields, ...rest }, about, held),
  };
}

/** When a recurring invoice is made and how it goes out: what it has in place of a due day. */
const scheduleFields = {
  interval: {
    kind: "select",
    label: "recurringEvery",
    options: ({ words }) => intervals.map((value) => ({ value, label: words.text(`every_${value}`) })),
  },
  startsOn: { kind: "text", type: "date", label: "recurringStarts", help: "recurringStartsHelp" },
  endsOn: { kind: "text", type: "date", label: "recurringEnds", help: "recurringEndsHelp" },
  times: { kind: "text", inputMode: "decimal", label: "recurringTimes", help: "recurringTimesHelp" },
  channels: {
    kind: "boxes",
    label: "recurringSendBy",
    help: "recurringSendByHelp",
    options: ({ words }) =>
      invoiceChannels.map((value) => ({ value, label: words.text(`channel_${value}`) })),
  },
  dueDays: quoteFields.dueDays,
} satisfies Fields<About>;

/** The editor of a new schedule, from an invoice where one is given: it goes out as that did. */
export function recurringEditorFields(
  words: DashboardWords,
  currency: string,
  startsOn: string,
  invoice?: Invoice,
) {
  const about = { words, currency };
  const channels = invoiceChannels.filter((channel) => invoice?.sentBy.includes(channel));
  const copied = invoice && heldBy(invoice, currency, words.lang);
  const held = { ...copied, interval: "month", startsOn, channels };
  const { dueOn: _, ...rest } = paymentFields;
  return {
    before: fieldSpecs(customerFields, about, held),
    after: fieldSpecs({ ...scheduleFields, ...rest }, about, held),
  };
}

/** Without thousands, as it is typed. */
function numberIn(lang: Language, value: number): string {
  return String(value).replace(".", languages[lang].decimal);
}

function heldBy(terms: HeldTerms, currency: string, lang: Language) {
  const { customerName, customerEmail, customerPhone, taxLabel, taxRatePpm, notes } = terms;
  const amount = (minor: bigint | null) => (minor ? fieldAmount({ minor, currency }, lang) : "");
  return {
    ...{ customerName, customerEmail, customerPhone, taxLabel, notes },
    discount: amount(terms.discountMinor),
    taxRate: taxRatePpm === 0 ? "" : numberIn(lang, taxRatePpm / 10_000),
    options: terms.allowPartPayment ? ["allowPartPayment"] : [],
    minPartPayment: amount(terms.minPartPaymentMinor),
  };
}

/** The lines of an invoice by the names of their fields. */
export function linesOf(
  { items, currency }: Pick<InvoiceTerms, "items"> & { currency: string },
  lang: Language,
): Record<string, string> {
  return Object.fromEntries(
    items.flatMap(({ description, quantityMilli, unitPriceMinor }, row) => [
      [`description.${row}`, description],
      [`quantity.${row}`, numberIn(lang, Number(quantityMilli) / 1000)],
      [`unitPrice.${row}`, fieldAmount({ minor: unitPriceMinor, currency }, lang)],
    ]),
  );
}
