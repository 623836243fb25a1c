import { type InvoiceRow, type OrderRow, orderInclude } from "@/lib/db/rows";
import { invoiceLineName, isHandedOver, payableRange } from "@/lib/domain/invoice";
import { type Money, parseTypedAmount } from "@/lib/domain/money";
import type { OutsideMethod } from "@/lib/domain/outside";
import { amountProblem, Invalid, NotFound, say } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import { lockInvoice } from "@/lib/services/billing/invoices/record";
import type { Caller, Unit } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { makeCustomer, readPayer } from "../checkout/customer";
import { lockThing } from "../checkout/open-attempt";
import { writeOrder } from "../checkout/write-order";

type Owner = Pick<InvoiceRow, "id" | "customerId" | "customerName" | "customerEmail" | "customerPhone">;
type Locked = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>;

/** A locked invoice that is owed, and how an amount typed for it is read. */
export interface OwedInvoice {
  invoice: Locked;
  timeZone: string;
  /** In minor units; empty: the whole balance. Throws Invalid on `amount`, or on `form` where nothing is owed. */
  amountOf(typed: string): bigint;
}

/** Waits for presses of Pay, then locks the invoice. Throws NotFound. What is wrong with it is told by `amountOf`. */
export async function lockInvoiceOwed(unit: Unit, seller: Seller, id: number): Promise<OwedInvoice> {
  // Invoices are live only.
  if (!seller.livemode) throw new NotFound();
  lockThing(unit, seller, `invoice ${id}`);
  const invoice = await lockInvoice(unit, seller, id);
  if (!invoice) throw new NotFound();
  return { invoice, timeZone: invoice.store.timeZone, amountOf: (typed) => amountOf(invoice, typed) };
}

function amountOf(invoice: Locked, typed: string): bigint {
  const facts = invoiceFacts(invoice);
  if (invoice.cancelledAt) throw new Invalid({ form: [say("invoice_is_cancelled")] });
  const range = payableRange(facts);
  if (!range) throw new Invalid({ form: [say("invoice_is_paid")] });
  if (!isHandedOver(facts)) throw new Invalid({ form: [say("invoice_is_draft")] });
  if (typed.trim() === "") return range.maxMinor;
  const { currency } = invoice;
  const parsed = parseTypedAmount(typed, currency, "en");
  const most = { minor: range.maxMinor, currency };
  if (!parsed.ok && parsed.problem !== "too_large")
    throw new Invalid({ amount: [amountProblem(parsed.problem, currency)] });
  const minor = parsed.ok ? parsed.money.minor : range.maxMinor + 1n;
  if (minor > range.maxMinor) throw new Invalid({ amount: [say("payment_over_balance", { most })] });
  if (minor < range.minMinor) throw tooSmall({ minor: range.minMinor, currency }, most);
  return minor;
}

function tooSmall(least: Money, most: Money): Invalid {
  const whole = least.minor === most.minor;
  return new Invalid({
    amount: [whole ? say("payment_whole", { most }) : say("payment_under_least", { least })],
  });
}

/** The unpaid order for this part of the invoice; it belongs to the customer that the invoice names. */
export async function orderOfInvoice(
  unit: Unit,
  seller: Seller,
  { invoice }: OwedInvoice,
  amountMinor: bigint,
  method: OutsideMethod,
): Promise<OrderRow> {
  const line = {
    productId: null,
    name: invoiceLineName(invoice.number),
    quantity: 1,
    unitPriceMinor: amountMinor,
  };
  const id = await writeOrder(unit, seller, [line], {
    customerId: await customerOf(unit, seller, invoice),
    paymentMethod: method,
    source: "invoice",
    currency: invoice.currency,
    feeMinor: 0n,
    netMinor: amountMinor,
    invoiceId: invoice.id,
  });
  return unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}

/** The invoice's own customer, or who paid a part of it before, or whom its contacts name. */
export async function customerOf(unit: Unit, seller: Caller, invoice: Owner): Promise<number> {
  if (invoice.customerId !== null) return invoice.customerId;
  const payer = {
    name: invoice.customerName,
    email: invoice.customerEmail,
    phone: invoice.customerPhone,
  };
  const { customerId } = await readPayer(unit.tx, seller, payer);
  if (customerId !== null) return customerId;
  const earlier = await unit.tx.order.findFirst({
    where: { invoiceId: invoice.id, storeId: seller.storeId, paidAt: { not: null } },
    orderBy: { id: "asc" },
    select: { customerId: true },
  });
  return earlier?.customerId ?? makeCustomer(unit, seller, payer, { source: "invoice" });
}
