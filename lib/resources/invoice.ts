import { z } from "zod";
import type { InvoiceRow } from "@/lib/db/rows";
import { type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import { balanceOf, type InvoiceFacts, invoiceStatus, invoiceStatuses } from "@/lib/domain/invoice";
import { decimalText, toMajor } from "@/lib/domain/money";
import { timestamp, timestampOrNull } from "./event";

/** spec, Invoice. */
export const Invoice = z
  .object({
    id: z.int().meta({ example: 31 }),
    object: z.literal("invoice"),
    number: z.string().meta({ example: "INV-000031" }),
    status: z.enum(invoiceStatuses),
    customer: z
      .object({
        id: z.int().nullable().meta({ description: "Null for somebody who is known by name only." }),
        name: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
      })
      .meta({ id: "InvoiceCustomer" }),
    currency: z.string(),
    items: z.array(
      z.object({
        description: z.string(),
        quantity: z.number().meta({ description: "At most 3 decimals." }),
        unit_price: z.number(),
      }),
    ),
    subtotal: z.number(),
    discount: z.number(),
    tax_label: z.string().nullable(),
    tax_rate: z.number().meta({ description: "Percent: 18 is 18 %." }),
    tax_amount: z.number(),
    total: z.number(),
    amount_paid: z.number(),
    balance: z.number().meta({ description: "What is still owed; 0 once it is cancelled." }),
    allow_part_payment: z.boolean(),
    min_part_payment: z.number().nullable(),
    notes: z.string().nullable(),
    issued_on: z
      .string()
      .nullable()
      .meta({ format: "date", description: "The day on which it was first sent, opened or paid." }),
    due_on: z.string().nullable().meta({ format: "date" }),
    sent_at: z.string().nullable().meta({ format: "date-time" }),
    paid_at: z.string().nullable().meta({ format: "date-time" }),
    cancelled_at: z.string().nullable().meta({ format: "date-time" }),
    url: z
      .string()
      .meta({ format: "uri", description: "The page where it is paid, from the moment the invoice exists." }),
    pdf_url: z.string().meta({ format: "uri" }),
    created_at: z.string().meta({ format: "date-time" }),
    updated_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "Invoice" });

export type InvoiceWire = z.infer<typeof Invoice>;

/** The invoice at `now`: it becomes overdue automatically, on a day of the store's zone. */
export function serializeInvoice(row: InvoiceRow, now: Date, siteUrl: string): InvoiceWire {
  const amount = (minor: bigint) => toMajor({ minor, currency: row.currency });
  const facts = invoiceFacts(row);
  const url = `${siteUrl}/invoice/${row.token}`;
  return {
    id: row.id,
    object: "invoice",
    number: row.number,
    status: invoiceStatusOf(row, now),
    customer: {
      id: row.customerId,
      name: row.customerName,
      email: row.customerEmail,
      phone: row.customerPhone,
    },
    currency: row.currency,
    items: row.items.map((item) => ({
      description: item.description,
      quantity: Number(decimalText(item.quantityMilli, 3)),
      unit_price: amount(item.unitPriceMinor),
    })),
    subtotal: amount(row.subtotalMinor),
    discount: amount(row.discountMinor),
    tax_label: row.taxLabel,
    tax_rate: Number(decimalText(BigInt(row.taxRatePpm), 4)),
    tax_amount: amount(row.taxMinor),
    total: amount(row.totalMinor),
    amount_paid: amount(row.paidMinor),
    balance: amount(balanceOf(facts)),
    allow_part_payment: row.allowPartPayment,
    min_part_payment: row.minPartPaymentMinor === null ? null : amount(row.minPartPaymentMinor),
    notes: row.notes,
    issued_on: facts.issuedOn,
    due_on: facts.dueOn,
    sent_at: timestampOrNull(row.sentAt),
    paid_at: timestampOrNull(row.paidAt),
    cancelled_at: timestampOrNull(row.cancelledAt),
    url,
    pdf_url: `${url}/pdf`,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

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
