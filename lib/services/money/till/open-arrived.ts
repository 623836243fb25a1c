import { invoiceLineName, payableRange } from "@/lib/domain/invoice";
import { toMajorText } from "@/lib/domain/money";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { TillPayment } from "@/lib/domain/till-payment";
import { composeToken, composeUuid } from "@/lib/domain/token";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { Caller, Unit } from "@/lib/services/core/world";
import { openAttempt } from "../checkout/open-attempt";
import { type PaymentFor, type Purchase, plainPurchase } from "../checkout/purchase";
import { quoteOf, reduce } from "../checkout/quote";
import { readPurchase } from "../checkout/read-purchase";
import { customerOf } from "../outside/invoice";
import type { Payable } from "./payable";

/** An attempt for money that is there, to be settled; or why it cannot be one: then its seller is asked. */
export type OpenedArrived = { id: string; railRef: null } | { why: string };

/**
 * Writes the order and the attempt of what a number names, as a press of Pay would: with its price of now, without charges
 * for its payer. What came is compared with that by `settle`.
 */
export async function openArrived(
  unit: Unit,
  caller: Caller,
  { for: paidFor }: Payable,
  payment: TillPayment,
): Promise<OpenedArrived> {
  if (!paidFor) return { why: "nothing_waits" };
  const payer = { name: payment.name, email: null, phone: null };
  const purchase = await purchaseOf(unit, caller, paidFor, payment);
  if ("why" in purchase) return purchase;
  if (purchase.isBlocked) return { why: "customer_blocked" };
  const { plan, ...store } = await unit.store(caller.storeId);
  const { country, id: storeId } = store;
  const chosen = await reduce(unit, caller, purchase, { payer, country, typed: "" });
  const ways = { currency: purchase.currency, network: null, rails: [] };
  const input = { for: paidFor, method: "mobile_money" as const };
  const terms = { ...store, ...plan, id: storeId, name: store.name, buyerPaysCharges: false };
  const quote = quoteOf(terms, input, payer, purchase, ways, chosen);
  if (quote.totalMinor === 0n) return { why: "nothing_to_pay" };
  const { random } = unit.world;
  const { id } = await openAttempt(
    unit,
    caller,
    { quote, payer, rail: payment.account },
    {
      ...input,
      id: composeUuid(random.bytes(16)),
      browser: composeToken(random.bytes(24)),
      arrivedAt: new Date(Math.min(payment.at.getTime(), unit.now.getTime())),
    },
  );
  return { id, railRef: null };
}

async function purchaseOf(
  unit: Unit,
  caller: Caller,
  paidFor: PaymentFor,
  { amount, name }: TillPayment,
): Promise<Purchase | { why: string }> {
  try {
    if (paidFor.kind === "invoice") return await invoiceOf(unit, caller, paidFor.invoiceId, amount.minor);
    const typed = paidFor.kind === "payment_link" ? { ...paidFor, amount: toMajorText(amount) } : paidFor;
    const payer = { name, email: null, phone: null };
    return await readPurchase(unit.tx, caller, typed, payer, unit.now);
  } catch (error) {
    // Nothing was written yet, and the money is there: it is asked about, not refused.
    if (error instanceof NotFound) return { why: "gone" };
    if (error instanceof Refusal) return { why: error.code };
    if (error instanceof PayInvalid) return { why: error.problems[0]?.code ?? "form_incomplete" };
    throw error;
  }
}

/** As much of an invoice as may be paid now; what came for a cancelled or paid one is set aside under it. */
async function invoiceOf(
  unit: Unit,
  caller: Caller,
  invoiceId: number,
  cameMinor: bigint,
): Promise<Purchase> {
  const where = { id: invoiceId, storeId: caller.storeId };
  const invoice = await unit.tx.invoice.findFirst({ where });
  if (!invoice) throw new NotFound();
  const range = payableRange(invoiceFacts(invoice));
  const isPart = range !== null && cameMinor >= range.minMinor && cameMinor <= range.maxMinor;
  const priceMinor = range === null || isPart ? cameMinor : range.maxMinor;
  const name = invoiceLineName(invoice.number);
  return {
    ...plainPurchase,
    source: "invoice",
    line: { productId: null, name, quantity: 1, unitPriceMinor: priceMinor },
    ...{ priceMinor, currency: invoice.currency, invoiceId },
    customerId: await customerOf(unit, caller, invoice),
    isBlocked: false,
  };
}
