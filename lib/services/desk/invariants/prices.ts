import { always, type Invariant } from "./invariant";

/** On a row with a product and an amount: its product costs that now, or did before. */
const wasPrice = (row: string) => `(EXISTS (SELECT 1 FROM products p WHERE p.id = ${row}.product_id
    AND coalesce(p.sale_price_minor, p.price_minor) = ${row}.amount_minor)
  OR EXISTS (SELECT 1 FROM former_prices f WHERE f.product_id = ${row}.product_id AND f.amount_minor = ${row}.amount_minor))`;

/**
 * 60. No price is there that nothing explains. A live subscription costs what was written down last, and that is a price
 * that its product had, or one that it was moved in with.
 */
const explained = always(
  60,
  "Nothing explains what a subscription costs",
  (only) => `
    SELECT s.id AS what FROM subscriptions s LEFT JOIN LATERAL (
      SELECT * FROM subscription_prices c WHERE c.subscription_id = s.id ORDER BY c.id DESC LIMIT 1) last ON true
    WHERE ${only("s.store_id")} AND s.livemode AND CASE WHEN last.id IS NULL THEN NOT ${wasPrice("s")}
      ELSE (s.product_id, s.interval, s.currency, s.amount_minor) <> (last.product_id, last.interval, last.currency, last.amount_minor)
        OR s.discount_id IS NOT NULL AND s.discount_id IS DISTINCT FROM last.discount_id END
    UNION ALL
    SELECT c.subscription_id FROM subscription_prices c
    WHERE ${only("c.store_id")} AND c.why IN ('plan', 'change') AND NOT ${wasPrice("c")}
      AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = c.subscription_id AND s.imported_from IS NOT NULL)`,
);

/**
 * 65. What a period took less than its price has a reason: its order's discount, the unused time of a change of plan, or
 * what its seller accepted short. That an order of 0 without any of them was meant is not in the database.
 */
const reduced = always(
  65,
  "Nothing explains why a period cost less",
  (only) => `
    SELECT format('%s/%s', p.subscription_id, p.number) AS what FROM subscription_periods p JOIN orders o ON o.id = p.order_id
    LEFT JOIN discount_redemptions r ON r.order_id = o.id
    WHERE ${only("p.store_id")} AND p.livemode AND (o.payment_method <> 'free' OR r.id IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM plan_changes c WHERE c.order_id = o.id)
      AND o.discount_minor <> coalesce(r.amount_minor, 0) + coalesce((
        SELECT sum((a.details ->> 'shortMinor')::bigint) FROM audit_entries a
        WHERE a.store_id = o.store_id AND a.action = 'suspense.accepted' AND a.target = 'order:' || o.id), 0)`,
);

export const priceInvariants: readonly Invariant[] = [explained, reduced];
