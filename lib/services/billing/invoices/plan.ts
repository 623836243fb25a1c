import type { z } from "zod";
import type { InvoiceRow } from "@/lib/db/rows";
import { addDays, civilDateIn } from "@/lib/domain/civil-date";
import { parsePhone } from "@/lib/providers/phone";
import { type InvoiceTerms, NewInvoice, newInvoice } from "@/lib/resources/invoice-input";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { draftInvoice } from "./create";

/** What an invoice will say, before it is one: the columns of a quote and of a recurring invoice. */
export interface PlannedColumns {
  body: z.output<typeof NewInvoice>;
  dueDays: number | null;
  currency: string;
  customerName: string;
  customerEmail: string | null;
  customerPhone: string | null;
  totalMinor: bigint;
}

/** The days that such an invoice may give to pay. */
export const dueDaysMax = 365;

/**
 * Checks the body as POST /invoices does, without writing a customer. Its due day, channels and customer's id are left
 * out: they belong to the day on which it becomes an invoice. Throws Invalid by field.
 */
export async function plannedColumns(
  unit: Unit,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
  dueDays: number | null,
): Promise<PlannedColumns> {
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: caller.storeId } });
  const plain = { ...body, customer_id: null, due_on: null, send: null };
  const terms = newInvoice(plain, {
    currency: store.currency,
    today: civilDateIn(unit.now, store.timeZone),
    readPhone: (text) => {
      const read = parsePhone(text, store.country, { anyCountry: true });
      return read.ok ? { phone: read.phone } : { problem: read.message };
    },
  });
  const { customerName, customerEmail, customerPhone, totalMinor } = terms;
  return {
    body: { ...plain, customer_phone: customerPhone },
    ...{ dueDays, currency: store.currency, customerName, customerEmail, customerPhone, totalMinor },
  };
}

/** The lines and totals of what was planned. */
export function plannedTerms({ body, currency }: { body: unknown; currency: string }): InvoiceTerms {
  // It was checked when it was written; its phone is E.164.
  return newInvoice(NewInvoice.parse(body), { currency, today: "", readPhone: (phone) => ({ phone }) });
}

/** Makes the invoice, a draft, in this transaction; it is due so many days from today. */
export async function makePlanned(
  world: World,
  unit: Unit,
  caller: Caller,
  planned: { body: unknown; dueDays: number | null },
): Promise<InvoiceRow> {
  const { timeZone } = await unit.store(caller.storeId);
  const today = civilDateIn(unit.now, timeZone);
  const dueOn = planned.dueDays === null ? null : addDays(today, planned.dueDays);
  const body = { ...NewInvoice.parse(planned.body), due_on: dueOn };
  return draftInvoice({ ...world, unit }, caller, body);
}
