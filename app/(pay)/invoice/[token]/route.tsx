import { InvoiceView } from "@/components/pay/invoice-view";
import { isHandedOver, payableRange } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { invoiceFacts } from "@/lib/resources/invoice";
import { paperOf } from "@/lib/services/billing/invoices/paper";
import { type InvoicePage, readInvoicePage } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { invoiceShown } from "@/lib/services/money/checkout/shown";
import type { PayDesk } from "../../desk";
import { readPayForm, showPayForm, takePayForm } from "../../pay-form";
import { nothing, type PayRequest, payRoute, show } from "../../respond";
import { invoicePreview, isOwnSeller } from "../invoice-preview";
import { hasCode } from "../pay-code";

export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await readInvoicePage(systemWorld(), token);
  if (!found) return nothing(pay);
  const isOwed = payableRange(invoiceFacts(found.invoice)) !== null;
  const reader = await readerOf(found);
  if (isOwed && found.store.status === "active") return showPayForm(pay, deskOf(pay, found, reader));
  return show(pay, viewOf(pay, found, isOwed ? "suspended" : null, reader));
});

export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  const found = await readInvoicePage(systemWorld(), token);
  // Paid or cancelled is checked with the payment, so that a repeated press still leads to its earlier attempt.
  if (!found) return nothing(pay);
  return takePayForm(pay, deskOf(pay, found, await readerOf(found)), read);
});

type Reader = "payer" | "seller";

/** The reader of a draft: its seller sees that it is a draft. The session is read only for drafts. */
async function readerOf({ invoice }: InvoicePage): Promise<Reader> {
  return !isHandedOver(invoice) && (await isOwnSeller(invoice)) ? "seller" : "payer";
}

function deskOf(pay: PayRequest, found: InvoicePage, reader: Reader): PayDesk {
  const { invoice, store } = found;
  const range = payableRange(invoiceFacts(invoice));
  const inParts = range !== null && range.minMinor < range.maxMinor;
  return {
    id: `invoice/${invoice.id}`,
    store,
    page: pay.page(store, { test: false }),
    currency: invoice.currency,
    shown: invoiceShown(invoice),
    priceMinor: inParts ? null : (range?.maxMinor ?? null),
    amount: range && inParts ? { ...range, quickMinor: [], startMinor: range.maxMinor } : null,
    till: { kind: "invoice", id: invoice.id },
    email: invoice.customerEmail === null ? "optional" : "no",
    values: invoice.customerEmail === null ? {} : { email: invoice.customerEmail },
    paymentFor: (read) => ({
      kind: "invoice",
      invoiceId: invoice.id,
      amount: inParts ? (read("amount") ?? "") : null,
    }),
    view: (form) => {
      const least = { minor: range?.minMinor ?? 0n, currency: invoice.currency };
      const hasLeast = invoice.minPartPaymentMinor !== null;
      const parts = inParts ? { least: hasLeast ? formatMoney(least, pay.lang(store)) : null } : null;
      return viewOf(pay, found, { form, parts }, reader);
    },
  };
}

function viewOf(
  pay: PayRequest,
  found: InvoicePage,
  payment: Parameters<typeof InvoiceView>[0]["pay"],
  reader: Reader,
) {
  const path = `/invoice/${found.invoice.token}`;
  return (
    <InvoiceView
      page={pay.page(found.store, { test: false })}
      paper={paperOf(found, pay.lang(found.store), systemWorld().clock.now(), reader)}
      pay={payment}
      pdfUrl={`${path}/pdf?hl=${pay.lang(found.store)}`}
      codeUrl={hasCode(found) ? `${path}/code.png` : null}
      preview={invoicePreview(pay.lang(found.store))}
      seenUrl={found.invoice.viewedAt ? null : `${path}/seen.gif`}
    />
  );
}
