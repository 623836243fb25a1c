import { always, type Invariant } from "./invariant";

/** 52. A code belongs to at most one order: of one product no two rows say the same, and none is of another store's order. */
const oneOrder = always(
  52,
  "A code was given to two orders",
  (only) => `
    SELECT format('code %s', min(c.id)) AS what FROM deliverable_codes c
    WHERE ${only("c.store_id")} AND c.order_id IS NOT NULL
    GROUP BY c.product_id, c.hash HAVING count(DISTINCT c.order_id) > 1
    UNION ALL
    SELECT format('code %s', c.id) FROM deliverable_codes c JOIN orders o ON o.id = c.order_id
    WHERE ${only("c.store_id")} AND (o.store_id <> c.store_id OR o.paid_at IS NULL OR NOT EXISTS (
      SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.product_id = c.product_id AND i.delivers))`,
);

/**
 * 53. Whoever paid for a product with codes has one of each pool that there was when it was paid, or a task says that it
 * waits for one; and such an order is not called fulfilled by itself.
 */
const codeOrTask = always(
  53,
  "A paid order has no code, and nobody was told",
  (only) => `
    SELECT o.number AS what FROM deliverables d
    JOIN order_items i ON i.product_id = d.product_id
    JOIN orders o ON o.id = i.order_id
    WHERE ${only("d.store_id")} AND d.kind = 'codes' AND d.removed_at IS NULL AND o.paid_at >= d.created_at
      AND o.payment_status IN ('paid', 'partially_refunded') AND o.order_status <> 'cancelled'
      AND NOT EXISTS (SELECT 1 FROM deliverable_codes c WHERE c.deliverable_id = d.id AND c.order_id = o.id)
      AND (NOT EXISTS (SELECT 1 FROM tasks t WHERE t.kind = 'codes_used_up' AND t.subject = 'order/' || o.id)
        OR o.fulfillment_status = 'fulfilled' AND o.handed_over_at IS NULL)`,
);

export const deliverableInvariants: readonly Invariant[] = [oneOrder, codeOrTask];
