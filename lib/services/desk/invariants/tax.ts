import { always, type Invariant } from "./invariant";

/**
 * 57. The tax of an order is what its lines say: the tax within the prices that include it, half up once. An order without
 * such prices names no tax, and no line includes more than it costs.
 */
export const taxInvariant: Invariant = always(
  57,
  "The tax of an order is not what its lines say",
  (only) => `
    SELECT o.number AS what FROM orders o LEFT JOIN LATERAL (
      SELECT coalesce(sum(i.taxed_minor), 0) AS taxed, coalesce(bool_and(i.taxed_minor BETWEEN 0 AND i.total_minor), true) AS fits
      FROM order_items i WHERE i.order_id = o.id) lines ON true
    WHERE ${only("o.store_id")} AND (NOT lines.fits OR (o.tax_label IS NULL) <> (o.tax_rate_ppm = 0)
      OR (o.tax_label IS NULL) <> (lines.taxed = 0) OR lines.taxed > o.total_minor
      OR o.tax_minor <> div(2 * lines.taxed * o.tax_rate_ppm + 1000000 + o.tax_rate_ppm, 2 * (1000000 + o.tax_rate_ppm)))`,
);
