import { civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, type InvoiceItem, type InvoiceTotals, lineTotal } from "@/lib/domain/invoice";
import type { InvoicePaper } from "@/lib/domain/invoice-paper";
import type { Language } from "@/lib/domain/languages";
import { decimalText, formatMoney, formatNumber } from "@/lib/domain/money";
import { dayColumn, invoiceFacts, invoiceStatusOf } from "@/lib/resources/invoice";
import type { InvoicePage } from "./read";

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
