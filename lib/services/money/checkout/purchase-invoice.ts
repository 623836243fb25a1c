import type { Tx } from "@/lib/db/client";
import { type InvoiceFacts, invoiceLineName, payableRange, restProblem } from "@/lib/domain/invoice";
import { smallestCharge } from "@/lib/domain/network";
import { payInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Caller } from "@/lib/services/core/world";
import { type Payer, readPayer } from "./customer";
import { type Purchase, plainPurchase, typedAmount } from "./purchase";
import { invoiceShown } from "./shown";

/**
 * A payment of an invoice's balance or a part of it. The order belongs to the customer named on the invoice, whoever
 * pays.
 */
export async function invoicePurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: { invoiceId: number; amount: string | null },
  payer: Payer,
): Promise<Purchase> {
  const invoice = await tx.invoice.findFirst({
    where: { id: paymentFor.invoiceId, storeId: caller.storeId },
    include: { store: { select: { country: true } } },
  });
  if (!invoice) throw new NotFound();
  const place = { country: invoice.store.country, currency: invoice.currency };
  const priceMinor = amountOf(invoiceFacts(invoice), place, paymentFor.amount);
  return {
    ...plainPurchase,
    source: "invoice",
    line: {
      productId: null,
      name: invoiceLineName(invoice.number),
      quantity: 1,
      unitPriceMinor: priceMinor,
    },
    priceMinor,
    currency: invoice.currency,
    invoiceId: invoice.id,
    shown: invoiceShown(invoice),
    ...(await readPayer(tx, caller, payer, invoice.customerId)),
    isAmountTyped: paymentFor.amount !== null,
  };
}

function amountOf(
  invoice: InvoiceFacts,
  { country, currency }: { country: string; currency: string },
  typed: string | null,
): bigint {
  const range = payableRange(invoice);
  if (!range) throw new Refusal(invoice.cancelledAt ? "invoice_cancelled" : "invoice_paid");
  const min = { minor: range.minMinor, currency };
  const max = { minor: range.maxMinor, currency };
  if (typed === null) return range.maxMinor;
  const minor = typedAmount(typed, currency, { min, max });
  if (minor === null) throw payInvalid("amount", "amount_missing");
  if (minor < range.minMinor) throw payInvalid("amount", "amount_too_small", { min });
  if (minor > range.maxMinor) throw payInvalid("amount", "amount_over_balance", { max });
  const rest = restProblem(range, minor, smallestCharge(country, currency));
  if (!rest) return minor;
  if (rest.mostMinor === null)
    throw payInvalid("amount", "amount_only_whole", {
      max,
    });
  const most = { minor: rest.mostMinor, currency };
  throw payInvalid("amount", "amount_leaves_too_little", { max, most });
}
