import type { InvoiceRow } from "@/lib/db/rows";
import { sendInvoice } from "@/lib/domain/invoice";
import { invoiceFacts } from "@/lib/resources/invoice";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { draftInvoice } from "@/lib/services/billing/invoices/draft";
import { lockInvoice, recordInvoiceStep } from "@/lib/services/billing/invoices/record";
import { createQuote, type NewQuote, type QuoteRow } from "@/lib/services/billing/quotes/quotes";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";

/** A draft of one line of 50,000 in the store's currency, unless the body says otherwise. */
export function testDraft(
  world: World,
  caller: Caller,
  body: Record<string, unknown> = {},
): Promise<InvoiceRow> {
  const items = [{ description: "Borehole repair", quantity: 1, unit_price: 50_000 }];
  return draftInvoice(world, caller, NewInvoice.parse({ customer_name: "Amina Okello", items, ...body }));
}

/** A quote of the same, for thirty days. */
export function testQuote(
  world: World,
  seller: Seller,
  { validUntil = "2026-04-01", dueDays = null, ...body }: Record<string, unknown> & Partial<NewQuote> = {},
): Promise<QuoteRow> {
  const items = [{ description: "Borehole repair", quantity: 1, unit_price: 50_000 }];
  const parsed = NewInvoice.parse({ customer_name: "Amina Okello", items, ...body });
  return createQuote(world, seller, { body: parsed, dueDays, validUntil });
}

/** The same as it stands once it has gone out, without a message. */
export async function testInvoice(
  world: World,
  caller: Caller,
  body: Record<string, unknown> = {},
): Promise<InvoiceRow> {
  const draft = await testDraft(world, caller, body);
  return transact(world, async (unit) => {
    const row = await lockInvoice(unit, caller, draft.id);
    if (!row) throw new Error("The draft is gone.");
    const today = unit.now.toISOString().slice(0, 10);
    const step = sendInvoice(invoiceFacts(row), unit.now, today);
    return recordInvoiceStep(unit, row, step, { more: { sentBy: ["email", "sms"] } });
  });
}

/** As if so much of it had been paid, without an order. */
export function testPaid(world: World, row: InvoiceRow, paidMinor: bigint): Promise<unknown> {
  return world.db.invoice.update({
    where: { id: row.id },
    data: { paidMinor, paidAt: paidMinor === row.totalMinor ? world.clock.now() : null },
  });
}
