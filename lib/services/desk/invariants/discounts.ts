import { always, type Invariant } from "./invariant";

/**
 * 35. An order says at least what its discount takes off, and the price that it took is never below nothing. A place is
 * reserved while the order waits for its money, and not for longer.
 */
const onOrder = always(
  35,
  "An order says less than its discount takes off",
  (only) => `
    SELECT o.number AS what FROM discount_redemptions r JOIN orders o ON o.id = r.order_id
    WHERE ${only("o.store_id")} AND (o.discount_minor < r.amount_minor OR o.discount_minor > o.subtotal_minor
      OR r.state = 'kept' AND o.paid_at IS NULL OR r.state = 'reserved' AND o.payment_status <> 'pending')
    UNION ALL
    SELECT o.number FROM orders o WHERE ${only("o.store_id")} AND o.discount_code IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM discount_redemptions r WHERE r.order_id = o.id)`,
);

/** 36. A discount's and a code's counts are those of their redemptions. */
const counts = always(
  36,
  "A discount's count is not that of its redemptions",
  (only) => `
    SELECT format('discount %s', d.id) AS what FROM discounts d
    WHERE ${only("d.store_id")} AND (d.places_taken, d.redemptions_count, d.total_discounted_minor) <> (
      SELECT (count(*) FILTER (WHERE r.counts AND r.state <> 'returned'))::int,
        (count(*) FILTER (WHERE r.counts AND r.state = 'kept'))::int,
        coalesce(sum(r.amount_minor) FILTER (WHERE r.state = 'kept'), 0)::bigint
      FROM discount_redemptions r WHERE r.discount_id = d.id)
    UNION ALL
    SELECT format('code %s', c.id) FROM discount_codes c
    WHERE ${only("c.store_id")} AND (c.places_taken, c.redemptions_count) <> (
      SELECT (count(*) FILTER (WHERE r.counts AND r.state <> 'returned'))::int,
        (count(*) FILTER (WHERE r.counts AND r.state = 'kept'))::int
      FROM discount_redemptions r WHERE r.code_id = c.id)`,
);

/** 37. Nobody holds or has a place above the limit, but by money that came late, and then it is flagged. */
const limits = always(
  37,
  "A discount was redeemed more often than it can be, and nobody was told",
  (only) => `
    SELECT format('discount %s', d.id) AS what FROM discounts d
    WHERE ${only("d.store_id")} AND d.max_redemptions < (SELECT count(*) FROM discount_redemptions r
      WHERE r.discount_id = d.id AND r.counts AND r.state <> 'returned' AND NOT r.over_limit)
    UNION ALL
    SELECT format('code %s', c.id) FROM discount_codes c
    WHERE ${only("c.store_id")} AND c.max_redemptions < (SELECT count(*) FROM discount_redemptions r
      WHERE r.code_id = c.id AND r.counts AND r.state <> 'returned' AND NOT r.over_limit)
    UNION ALL
    SELECT o.number FROM discount_redemptions r JOIN orders o ON o.id = r.order_id
    WHERE ${only("r.store_id")} AND r.over_limit AND NOT EXISTS (SELECT 1 FROM tasks k
      WHERE k.kind = 'discount_over_limit' AND k.subject = 'order/' || o.id)`,
);

/**
 * 38. What a subscription has left of a discount is what the discount says less the periods that were paid with it. Once
 * it was redeemed its terms stay, so what the subscription has is what the discount takes off.
 */
const left = always(
  38,
  "A subscription has another discount than it was given",
  (only) => `
    SELECT s.id AS what FROM subscriptions s JOIN discounts d ON d.id = s.discount_id
    WHERE ${only("s.store_id")} AND ((s.discount_percent, s.discount_amount_minor) IS DISTINCT FROM (d.percent_hundredths, d.amount_minor)
      OR (s.discount_periods_left IS NULL) <> (d.duration = 'forever')
      OR s.discount_periods_left NOT BETWEEN 1 AND CASE d.duration WHEN 'once' THEN 1 ELSE d.duration_periods END
      OR s.livemode AND NOT EXISTS (SELECT 1 FROM discount_redemptions r LEFT JOIN orders o ON o.id = r.order_id
        WHERE r.discount_id = d.id AND r.counts AND r.state = 'kept'
          AND (r.subscription_id = s.id OR o.subscription_id = s.id)))`,
);

/**
 * 58. Nobody has or holds a discount more often than one person may, but by money that came late. Its seller may change
 * that, so what was reserved before the last change is not asked about.
 */
const perPerson = always(
  58,
  "A person redeemed a discount more often than they may",
  (only) => `
    SELECT format('discount %s', d.id) AS what FROM discounts d
    WHERE ${only("d.store_id")} AND (d.first_time_only OR d.max_per_customer IS NOT NULL) AND EXISTS (
      SELECT 1 FROM discount_redemptions r, unnest(r.who) AS whose
      WHERE r.discount_id = d.id AND r.counts AND r.state <> 'returned' AND NOT r.over_limit AND r.created_at >= d.updated_at
      GROUP BY whose HAVING count(*) > CASE WHEN d.first_time_only THEN 1 ELSE d.max_per_customer END)`,
);

export const discountInvariants: readonly Invariant[] = [onOrder, counts, limits, left, perPerson];

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
