import type { Tx } from "@/lib/db/transaction";
import { type InvoicePart, taxOfParts } from "@/lib/domain/tax";

interface Paid extends InvoicePart {
  invoiceId: number;
  orderId: number;
  wholeMinor: bigint;
  wholeTaxMinor: bigint;
}

/**
 * What each paid order of these invoices has of its invoice's tax; invoices without a rate are left out. The order of the
 * ledger counts, for days of payment may be dated back: what was signed or booked once stays. One question; none for none.
 */
export async function taxOfInvoices(
  db: Pick<Tx, "$queryRaw">,
  storeId: number,
  orders: readonly { invoiceId: number | null }[],
): Promise<Map<number, bigint>> {
  const ids = orders.flatMap(({ invoiceId }) => invoiceId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<Paid[]>`
    SELECT i.id AS "invoiceId", o.id AS "orderId", i.total_minor AS "wholeMinor", i.tax_minor AS "wholeTaxMinor",
      l.total_minor AS minor, t.occurred_at AS "paidAt", a.undone_at AS "undoneAt"
    FROM invoices i JOIN orders o ON o.store_id = i.store_id AND o.invoice_id = i.id
    JOIN order_items l ON l.order_id = o.id AND l.position = 0
    JOIN payment_attempts a ON a.order_id = o.id
    JOIN ledger_transactions t ON t.source_id = a.id::text
      AND t.kind IN ('payment_settled', 'suspense_allocated', 'outside_received')
    WHERE i.store_id = ${storeId} AND i.id = ANY (${ids}::int[]) AND i.tax_rate_ppm > 0 ORDER BY t.id`;
  const taxed = [...new Set(ids)].flatMap((id) => {
    const parts = rows.filter(({ invoiceId }) => invoiceId === id);
    const { wholeMinor: totalMinor = 0n, wholeTaxMinor: taxMinor = 0n } = parts[0] ?? {};
    return taxOfParts({ totalMinor, taxMinor }, parts);
  });
  return new Map(taxed.map(({ orderId, taxMinor }) => [orderId, taxMinor]));
}
