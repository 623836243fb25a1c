import { z } from "zod";
import type { InvoiceRow } from "@/lib/db/rows";
import { type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, type InvoiceFacts, invoiceStatus, invoiceStatuses } from "@/lib/domain/invoice";
import { decimalText, toMajor } from "@/lib/domain/money";
import { fieldsOf } from "./fields";

const of = fieldsOf<InvoiceRow, [now: Date, siteUrl: string]>();
const amount = ({ currency }: InvoiceRow, minor: bigint) => toMajor({ minor, currency });
const urlOf = ({ token }: InvoiceRow, siteUrl: string) => `${siteUrl}/invoice/${token}`;

/** spec, Invoice, at `now`: it becomes overdue automatically, on a day of the store's zone. */
export const { schema: Invoice, serialize: serializeInvoice } = of.object("Invoice", {
  id: of.count("id", { example: 31 }),
  object: of.kind("invoice"),
  number: of.text("number", { example: "INV-000031" }),
  status: of.made(z.enum(invoiceStatuses), invoiceStatusOf),
  customer: of.made(
    z
      .object({
        id: z.int().nullable().meta({ description: "Null for somebody who is known by name only." }),
        name: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
      })
      .meta({ id: "InvoiceCustomer" }),
    ({ customerId: id, customerName: name, customerEmail: email, customerPhone: phone }) => ({
      ...{ id, name, email, phone },
    }),
  ),
  currency: of.text("currency"),
  items: of.made(
    z.array(
      z.object({
        description: z.string(),
        quantity: z.number().meta({ description: "At most 3 decimals." }),
        unit_price: z.number(),
      }),
    ),
    (row) =>
      row.items.map((item) => ({
        description: item.description,
        quantity: Number(decimalText(item.quantityMilli, 3)),
        unit_price: amount(row, item.unitPriceMinor),
      })),
  ),
  subtotal: of.amount("subtotalMinor"),
  discount: of.amount("discountMinor"),
  tax_label: of.textOrNull("taxLabel"),
  tax_rate: of.made(z.number().meta({ description: "Percent: 18 is 18 %." }), ({ taxRatePpm }) =>
    Number(decimalText(BigInt(taxRatePpm), 4)),
  ),
  tax_amount: of.amount("taxMinor"),
  total: of.amount("totalMinor"),
  amount_paid: of.amount("paidMinor"),
  balance: of.made(z.number().meta({ description: "What is still owed; 0 once it is cancelled." }), (row) =>
    amount(row, balanceOf(invoiceFacts(row))),
  ),
  allow_part_payment: of.flag("allowPartPayment"),
  min_part_payment: of.amountOrNull("minPartPaymentMinor"),
  notes: of.textOrNull("notes"),
  issued_on: of.made(
    z
      .string()
      .nullable()
      .meta({ format: "date", description: "The day on which it was first sent, opened or paid." }),
    ({ issuedOn }) => dayOf(issuedOn),
  ),
  due_on: of.made(z.string().nullable().meta({ format: "date" }), ({ dueOn }) => dayOf(dueOn)),
  sent_at: of.timeOrNull("sentAt"),
  paid_at: of.timeOrNull("paidAt"),
  cancelled_at: of.timeOrNull("cancelledAt"),
  url: of.made(
    z
      .string()
      .meta({ format: "uri", description: "The page where it is paid, from the moment the invoice exists." }),
    (row, _now, siteUrl) => urlOf(row, siteUrl),
  ),
  pdf_url: of.made(z.string().meta({ format: "uri" }), (row, _now, siteUrl) => `${urlOf(row, siteUrl)}/pdf`),
  created_at: of.time("createdAt"),
  updated_at: of.time("updatedAt"),
});

/** `data` of an invoice event: the object as it was at `at`. */
export function invoiceEventData(row: InvoiceRow, at: Date, siteUrl: string): Record<string, unknown> {
  return { ...serializeInvoice(row, at, siteUrl), livemode: true };
}

/** The row for the rules of lib/domain/invoice.ts, with its two days as days, not as instants. */
export function invoiceFacts(row: Omit<InvoiceFacts, "dueOn" | "issuedOn"> & InvoiceDays): InvoiceFacts {
  const { totalMinor, paidMinor, allowPartPayment, minPartPaymentMinor } = row;
  const { sentAt, viewedAt, paidAt, cancelledAt } = row;
  return {
    totalMinor,
    paidMinor,
    allowPartPayment,
    minPartPaymentMinor,
    dueOn: dayOf(row.dueOn),
    issuedOn: dayOf(row.issuedOn),
    sentAt,
    viewedAt,
    paidAt,
    cancelledAt,
  };
}

export function invoiceStatusOf(row: InvoiceRow, now: Date) {
  return invoiceStatus(invoiceFacts(row), civilDateIn(now, row.store.timeZone));
}

/** A day as the value of a date column. */
export function dayColumn(day: CivilDate): Date {
  return new Date(`${day}T00:00:00Z`);
}

interface InvoiceDays {
  dueOn: Date | null;
  issuedOn: Date | null;
}

function dayOf(column: Date | null): CivilDate | null {
  return column === null ? null : column.toISOString().slice(0, 10);
}
