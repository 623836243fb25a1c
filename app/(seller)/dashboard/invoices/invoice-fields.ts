import { type Field, type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { intervals } from "@/lib/domain/interval";
import { type Language, languages } from "@/lib/domain/languages";
import { fieldAmount } from "@/lib/domain/money";
import { type InvoiceTerms, invoiceChannels } from "@/lib/resources/invoice-input";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { EditorTexts } from "./invoice-editor";
import { customerList, once } from "./picks";

type Invoice = InvoicePage["invoice"];

interface About {
  words: DashboardWords;
  currency: string;
}

/** The editor's own texts, the only ones that are sent to the browser. */
export function editorTexts(
  words: DashboardWords,
  currency: string,
): Omit<EditorTexts, "save" | "saveRepeat"> {
  const { text } = words;
  return {
    lines: text("lines"),
    line: text("line"),
    description: text("productDescription"),
    quantity: text("quantity"),
    unitPrice: text("unitPriceIn", { currency }),
    addRow: text("addRow"),
    more: text("moreOfPaper"),
  };
}

/** Whom it is for. `invoiceBody` reads this and the fields behind "More". */
const customerField = {
  customerName: { kind: "text", label: "customer", help: "pickCustomer", list: customerList },
} satisfies Fields<About>;

/** Behind "More": where it is sent, what is taken off or added, and how it is paid. */
const moreFields = {
  customerEmail: {
    ...{ kind: "text", type: "email", inputMode: "email", label: "buyerEmail", help: "neededForEmail" },
    folded: true,
  },
  customerPhone: { kind: "text", label: "buyerPhone", help: "neededForSms", folded: true },
  discount: {
    ...{ kind: "text", help: "discountInHelp", folded: true },
    label: ({ words, currency }) => words.text("discountIn", { currency }),
  },
  taxLabel: {
    ...{ kind: "text", label: "taxName", help: "mayStayEmpty", folded: true },
    placeholder: ({ words }) => words.text("taxExample"),
  },
  taxRate: { kind: "text", inputMode: "decimal", label: "taxRate", help: "taxRateHelp", folded: true },
  notes: { kind: "area", label: "notes", help: "notesHelp", folded: true },
  options: {
    ...{ kind: "boxes", label: "paying", folded: true },
    options: ({ words }) => [{ value: "allowPartPayment", label: words.text("allowParts") }],
  },
  minPartPayment: {
    ...{ kind: "text", inputMode: "decimal", help: "leastPartHelp", folded: true },
    label: ({ words, currency }) => words.text("leastPartIn", { currency }),
  },
} satisfies Fields<About>;

const dueOn = { kind: "text", type: "date", label: "dueOn", help: "dueOnHelp" } as const;
const dueDays: Field<About> = {
  ...{ kind: "text", inputMode: "decimal", label: "dueDays", help: "dueDaysHelp", folded: true },
};

/** An invoice is made once, or again and again. */
const repeatField = {
  interval: {
    kind: "select",
    label: "repeatIt",
    options: ({ words }) => [
      { value: once, label: words.text("repeatNot") },
      ...intervals.map((value) => ({ value, label: words.text(`every_${value}`) })),
    ],
  },
} satisfies Fields<About>;

/** Of one that repeats: how and when it goes out, and how long it may be paid in place of a due day. */
const repeatFields = {
  channels: {
    kind: "boxes",
    label: "recurringSendBy",
    help: "recurringSendByHelp",
    options: ({ words }) =>
      invoiceChannels
        .filter((value) => value !== "sms" || systemWorld().sms)
        .map((value) => ({ value, label: words.text(`channel_${value}`) })),
  },
  startsOn: {
    ...{ kind: "text", type: "date", label: "recurringStarts", help: "recurringStartsHelp", folded: true },
  },
  endsOn: {
    ...{ kind: "text", type: "date", label: "recurringEnds", help: "recurringEndsHelp", folded: true },
  },
  times: {
    ...{ kind: "text", inputMode: "decimal", label: "recurringTimes", help: "recurringTimesHelp" },
    folded: true,
  },
  dueDays,
} satisfies Fields<About>;

/** The fields of a draft. */
export function draftFields(words: DashboardWords, invoice: Invoice) {
  return fieldsOf({ dueOn }, { words, currency: invoice.currency }, heldByInvoice(invoice, words.lang));
}

/** The fields of a new invoice, from another where one is given: it repeats as asked, and goes out as that did. */
export function newInvoiceFields(
  about: About,
  { today, interval }: { today: string; interval: string },
  invoice?: Invoice | null,
) {
  const channels = invoiceChannels.filter((channel) => invoice?.sentBy.includes(channel));
  const held = invoice && { ...heldByInvoice(invoice, about.words.lang), dueOn: "" };
  return {
    ...fieldsOf({ dueOn, ...repeatField, ...repeatFields }, about, {
      ...held,
      ...{ interval, startsOn: today, channels },
    }),
    repeating: Object.keys(repeatFields),
  };
}

/** How long a quote may be thought about, and how long paid: what it has in place of a due day. */
export function quoteFields(
  about: About,
  validUntil: string,
  quote?: (Parameters<typeof plannedTerms>[0] & { dueDays: number | null }) | null,
) {
  const own = {
    validUntil: { kind: "text", type: "date", label: "validUntil", help: "validUntilHelp" },
    dueDays,
  } satisfies Fields<About>;
  const held = quote && heldBy(plannedTerms(quote), about.currency, about.words.lang);
  return fieldsOf(own, about, { ...held, validUntil, dueDays: quote?.dueDays?.toString() ?? "" });
}

function fieldsOf(own: Fields<About>, about: About, held: object | null) {
  return {
    before: fieldSpecs(customerField, about, held ?? {}),
    after: fieldSpecs<About, Fields<About>>({ ...own, ...moreFields }, about, { ...held }),
  };
}

function heldByInvoice(invoice: Invoice, lang: Language) {
  return { ...heldBy(invoice, invoice.currency, lang), dueOn: invoice.dueOn?.toISOString().slice(0, 10) };
}

/** Without thousands, as it is typed. */
function numberIn(lang: Language, value: number): string {
  return String(value).replace(".", languages[lang].decimal);
}

function heldBy(terms: Omit<InvoiceTerms, "items" | "dueOn" | "send">, currency: string, lang: Language) {
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
