import type { Pool } from "pg";
import { type Cell, cells, nameOf } from "./table";

/**
 * What came in, what of it went back, and what was around, of each paid order: read from the database alone, so that it
 * says of a random life what it says of a directed walk.
 */
const read = `
  WITH paid AS (
    SELECT o.id, o.subscription_id, o.customer_id, o.total_minor, o.tax_minor, o.discount_minor,
      t.id AS attempt_id, t.reversed_minor, c.id IS NOT NULL AS is_change, p.cut_at IS NOT NULL AS is_cut,
      CASE
        WHEN t.rail = 'outside' THEN 'recorded'
        WHEN o.invoice_id IS NOT NULL THEN
          CASE WHEN line.total_minor < i.total_minor THEN 'invoice_part' ELSE 'invoice_whole' END
        WHEN o.payment_link_id IS NOT NULL THEN 'link'
        WHEN p.number IS NULL THEN CASE WHEN line.delivers THEN 'digital' ELSE 'product' END
        WHEN c.id IS NOT NULL THEN 'change'
        WHEN t.initiator = 'schedule' THEN 'scheduled'
        WHEN EXISTS (SELECT 1 FROM subscription_periods e WHERE e.subscription_id = p.subscription_id
          AND e.number < p.number AND e.kind <> 'trial') THEN 'by_hand'
        ELSE 'first' END AS source
    FROM orders o
    JOIN payment_attempts t ON t.order_id = o.id AND t.paid_at IS NOT NULL AND t.suspense_reason IS NULL
    JOIN order_items line ON line.order_id = o.id AND line.position = 0
    LEFT JOIN invoices i ON i.id = o.invoice_id
    LEFT JOIN subscription_periods p ON p.order_id = o.id
    LEFT JOIN plan_changes c ON c.subscription_id = p.subscription_id AND c.number = p.number
    WHERE o.paid_at IS NOT NULL AND ($1::int IS NULL OR o.store_id = $1)),
  back AS (
    SELECT p.id, w.way FROM paid p CROSS JOIN LATERAL (
      SELECT CASE WHEN sum(r.amount_minor) = p.total_minor THEN 'whole_refund' ELSE 'part_refund' END AS way
      FROM refunds r WHERE r.attempt_id = p.attempt_id AND r.status = 'paid'
        AND (r.pending_minor + r.available_minor + r.fee_back_minor > 0 OR p.source = 'recorded') HAVING count(*) > 0
      UNION ALL
      SELECT 'refund_fails_late' FROM refunds r WHERE r.attempt_id = p.attempt_id AND r.failure_reason = 'reversed'
      UNION ALL
      SELECT CASE WHEN p.reversed_minor = p.total_minor THEN 'reversal_whole' ELSE 'reversal_part' END
      WHERE p.reversed_minor > 0
        AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.attempt_id = p.attempt_id AND d.state IN ('lost', 'accepted'))
      UNION ALL
      SELECT CASE d.state WHEN 'open' THEN 'dispute_open' WHEN 'won' THEN 'dispute_won' ELSE 'dispute_lost' END
      FROM disputes d WHERE d.attempt_id = p.attempt_id
      UNION ALL
      SELECT 'dispute_fraud' FROM disputes d WHERE d.attempt_id = p.attempt_id AND d.reason LIKE 'fraud%') w)
  SELECT DISTINCT p.source, back.way, a.around FROM paid p JOIN back ON back.id = p.id
  LEFT JOIN subscriptions s ON s.id = p.subscription_id
  CROSS JOIN LATERAL (VALUES
    ('nothing', true),
    ('kept_card', EXISTS (SELECT 1 FROM renewal_consents k WHERE k.subscription_id = s.id AND k.mode = 'charge')),
    ('discount', p.discount_minor > 0 AND NOT p.is_change),
    ('tax', p.tax_minor > 0),
    ('change_credit', p.is_cut OR p.is_change),
    ('suspense', EXISTS (SELECT 1 FROM ledger_transactions l WHERE l.kind = 'second_received'
      AND l.source_id LIKE p.attempt_id || '/%')),
    ('paid_by_other', p.customer_id <> s.customer_id),
    ('import', s.imported_from IS NOT NULL),
    ('own_account', EXISTS (SELECT 1 FROM payment_attempts t WHERE t.id = p.attempt_id AND strpos(t.rail, ':') > 0))) a (around, is_there)
  WHERE a.is_there`;

/** The names of the cells that were walked, in one store or in all. */
export async function walkedCells(pool: Pool, storeId: number | null = null): Promise<Set<string>> {
  const { rows } = await pool.query<Cell>(read, [storeId]);
  return new Set(rows.map(nameOf));
}

/** Those that were not. */
export async function missedCells(pool: Pool, wanted: readonly Cell[] = cells): Promise<string[]> {
  const walked = await walkedCells(pool);
  return wanted.map(nameOf).filter((name) => !walked.has(name));
}
