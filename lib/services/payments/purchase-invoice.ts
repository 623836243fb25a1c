import { type InvoiceFacts, payableRange } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { payInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Caller } from "../caller";
import { findCustomer, type Payer } from "./customer";
import { type Purchase, type PurchaseDb, plainPurchase } from "./purchase";
import { typedAmount } from "./typed-amount";

/** The balance of an invoice or a part of it. Whoever pays, the order is the customer's whom the invoice names. */
export async function invoicePurchase(
  db: PurchaseDb,
  caller: Caller,
  goods: { invoiceId: number; amount: string | null },
  payer: Payer,
): Promise<Purchase> {
  const invoice = await db.invoice.findFirst({ where: { id: goods.invoiceId, storeId: caller.storeId } });
  if (!invoice) throw new NotFound();
  const priceMinor = amountOf(invoiceFacts(invoice), invoice.currency, goods.amount);
  const customerId = invoice.customerId ?? (await findCustomer(db, caller, payer))?.id ?? null;
  return {
    ...plainPurchase,
    source: "invoice",
    line: {
      productId: null,
      name: `Invoice ${invoice.number}`,
      quantity: 1,
      unitPriceMinor: priceMinor,
    },
    priceMinor,
    currency: invoice.currency,
    invoiceId: invoice.id,
    customerId,
    lock: `invoice ${invoice.id}`,
    isAmountTyped: goods.amount !== null,
  };
}

function amountOf(invoice: InvoiceFacts, currency: string, typed: string | null): bigint {
  const range = payableRange(invoice);
  if (!range) throw new Refusal(invoice.cancelledAt ? "invoice_cancelled" : "invoice_paid");
  const min = formatMoney({ minor: range.minMinor, currency });
  const max = formatMoney({ minor: range.maxMinor, currency });
  if (typed === null) return range.maxMinor;
  const minor = typedAmount(typed, currency, { min, max });
  if (minor === null) throw payInvalid("amount", "amount_missing", "Enter the amount.");
  if (minor < range.minMinor) throw payInvalid("amount", "amount_too_small", `Pay ${min} or more.`, { min });
  if (minor > range.maxMinor)
    throw payInvalid("amount", "amount_over_balance", `Only ${max} is owed.`, { max });
  return minor;
}
