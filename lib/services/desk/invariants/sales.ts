import { accountsOfPosting, always, type Invariant, only, whenQuiet } from "./invariant";

/** On payment_attempts t: what is left of a payment that the seller took, after what they gave back. */
const left = `(t.amount_minor - t.reversed_minor - (
  SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r WHERE r.attempt_id = t.id AND r.status = 'paid'))`;

const kinds = "('outside_received', 'outside_returned', 'outside_undone')";

/** On a row with a product and an amount: its product costs that now, or did before. */
const wasPrice = (row: string) => `(EXISTS (SELECT 1 FROM products p WHERE p.id = ${row}.product_id
    AND coalesce(p.sale_price_minor, p.price_minor) = ${row}.amount_minor)
  OR EXISTS (SELECT 1 FROM former_prices f WHERE f.product_id = ${row}.product_id AND f.amount_minor = ${row}.amount_minor))`;

export const saleInvariants: readonly Invariant[] = [
  /**
   * 35. An order says at least what its discount takes off, and the price that it took is never below nothing. A place is
   * reserved while the order waits for its money, and not for longer.
   */
  always(35, "An order says less than its discount takes off")`
    SELECT o.number AS what FROM discount_redemptions r JOIN orders o ON o.id = r.order_id
    WHERE ${only("o.store_id")} AND (o.discount_minor < r.amount_minor OR o.discount_minor > o.subtotal_minor
      OR r.state = 'kept' AND o.paid_at IS NULL OR r.state = 'reserved' AND o.payment_status <> 'pending')
    UNION ALL
    SELECT o.number FROM orders o WHERE ${only("o.store_id")} AND o.discount_code IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM discount_redemptions r WHERE r.order_id = o.id)`,

  /** 36. A discount's and a code's counts are those of their redemptions. */
  always(36, "A discount's count is not that of its redemptions")`
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

  /** 37. Nobody holds or has a place above the limit, but by money that came late, and then it is flagged. */
  always(37, "A discount was redeemed more often than it can be, and nobody was told")`
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

  /**
   * 38. What a subscription has left of a discount is what the discount says less the periods that were paid with it. Once
   * it was redeemed its terms stay, so what the subscription has is what the discount takes off.
   */
  always(38, "A subscription has another discount than it was given")`
    SELECT s.id AS what FROM subscriptions s JOIN discounts d ON d.id = s.discount_id
    WHERE ${only("s.store_id")} AND ((s.discount_percent, s.discount_amount_minor) IS DISTINCT FROM (d.percent_hundredths, d.amount_minor)
      OR (s.discount_periods_left IS NULL) <> (d.duration = 'forever')
      OR s.discount_periods_left NOT BETWEEN 1 AND CASE d.duration WHEN 'once' THEN 1 ELSE d.duration_periods END
      OR s.livemode AND NOT EXISTS (SELECT 1 FROM discount_redemptions r LEFT JOIN orders o ON o.id = r.order_id
        WHERE r.discount_id = d.id AND r.counts AND r.state = 'kept'
          AND (r.subscription_id = s.id OR o.subscription_id = s.id)))`,

  /**
   * 58. Nobody has or holds a discount more often than one person may, but by money that came late. Its seller may change
   * that, so what was reserved before the last change is not asked about.
   */
  always(58, "A person redeemed a discount more often than they may")`
    SELECT format('discount %s', d.id) AS what FROM discounts d
    WHERE ${only("d.store_id")} AND (d.first_time_only OR d.max_per_customer IS NOT NULL) AND EXISTS (
      SELECT 1 FROM discount_redemptions r, unnest(r.who) AS whose
      WHERE r.discount_id = d.id AND r.counts AND r.state <> 'returned' AND NOT r.over_limit AND r.created_at >= d.updated_at
      GROUP BY whose HAVING count(*) > CASE WHEN d.first_time_only THEN 1 ELSE d.max_per_customer END)`,

  /**
   * 57. The tax of an order is what its lines say: the tax within the prices that include it, half up once. An order without
   * such prices names no tax, and no line includes more than it costs.
   */
  always(57, "The tax of an order is not what its lines say")`
    SELECT o.number AS what FROM orders o LEFT JOIN LATERAL (
      SELECT coalesce(sum(i.taxed_minor), 0) AS taxed, coalesce(bool_and(i.taxed_minor BETWEEN 0 AND i.total_minor), true) AS fits
      FROM order_items i WHERE i.order_id = o.id) lines ON true
    WHERE ${only("o.store_id")} AND (NOT lines.fits OR (o.tax_label IS NULL) <> (o.tax_rate_ppm = 0)
      OR (o.tax_label IS NULL) <> (lines.taxed = 0) OR lines.taxed > o.total_minor
      OR o.tax_minor <> div(2 * lines.taxed * o.tax_rate_ppm + 1000000 + o.tax_rate_ppm, 2 * (1000000 + o.tax_rate_ppm)))`,

  /** 30. A payment that the seller took is in the books as their own money, by its own entries, and nowhere else. */
  always(30, "A payment that was taken outside is not in the books as the seller's own")`
    SELECT t.id::text AS what FROM payment_attempts t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN giver.kind = 'seller_cash' AND taker.kind = 'sales_outside' THEN p.amount_minor
        WHEN giver.kind = 'sales_outside' AND taker.kind = 'seller_cash' THEN -p.amount_minor END), 0) AS minor
      FROM ledger_transactions l JOIN ledger_postings p ON p.transaction_id = l.id ${accountsOfPosting}
      WHERE l.kind IN ${kinds} AND (l.source_id = t.id::text
        OR l.source_id IN (SELECT r.id::text FROM refunds r WHERE r.attempt_id = t.id))) booked
    WHERE ${only("t.store_id")} AND t.rail = 'outside' AND (booked.minor <> ${left}
      OR t.status NOT IN ('succeeded', 'reversed') OR t.rail_ref IS NOT NULL OR t.next_poll_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM wallet_holds h WHERE h.attempt_id = t.id)
      OR EXISTS (SELECT 1 FROM refunds r WHERE r.attempt_id = t.id AND r.status <> 'paid'))`,

  /** 30. What the books say that sellers took themselves is the sum of those payments. */
  always(30, "The money that a seller took outside is not that of its payments")`
    SELECT format('store %s in %s (%s)', a.store_id, a.currency, a.kind) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind IN ('seller_cash', 'sales_outside') AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(${left}), 0) FROM payment_attempts t
      WHERE t.store_id = a.store_id AND t.currency = a.currency AND t.rail = 'outside')`,

  /** 30. Such money and the wallet never touch: no posting leads from one to the other. */
  always(30, "Money taken outside was mixed with what a rail holds")`
    SELECT p.id::text AS what FROM ledger_accounts own
    JOIN ledger_postings p ON own.id IN (p.from_account_id, p.to_account_id) ${accountsOfPosting}
    WHERE own.kind IN ('seller_cash', 'sales_outside') AND ${only("own.store_id")}
      AND (giver.kind NOT IN ('seller_cash', 'sales_outside') OR taker.kind NOT IN ('seller_cash', 'sales_outside'))`,

  /**
   * 56. One session is one act at most, and the payment that it began is the one that its screen showed: after the payer
   * agreed, of that store, that total and currency. An order that says it was dialled has such an act.
   */
  always(56, "A payment by dialling is not what its screen showed")`
    SELECT format('session %s', a.id) AS what FROM ussd_acts a JOIN payment_attempts t ON t.id = a.attempt_id
    WHERE ${only("a.store_id")} AND (a.agreed_at IS NULL OR t.created_at < a.agreed_at OR t.store_id <> a.store_id
      OR t.amount_minor IS DISTINCT FROM a.shown_minor OR t.currency IS DISTINCT FROM a.currency)
    UNION ALL
    SELECT format('session %s', a.id) FROM ussd_acts a
    WHERE ${only("a.store_id")} AND a.outcome = 'done' AND a.currency IS NOT NULL
      AND NOT coalesce((a.want ->> 'isFree')::boolean, false)
      AND NOT EXISTS (SELECT 1 FROM payment_attempts t WHERE t.id = a.attempt_id)
    UNION ALL
    SELECT o.number FROM orders o
    WHERE ${only("o.store_id")} AND o.source = 'ussd' AND o.payment_method <> 'free'
      AND (SELECT count(*) FROM payment_attempts t JOIN ussd_acts a ON a.attempt_id = t.id WHERE t.order_id = o.id) = 0`,

  /** 56. When the workers have caught up, nothing that a payer agreed to waits. */
  whenQuiet(56, "What a payer agreed to by dialling was not done")`
    SELECT format('session %s', a.id) AS what FROM ussd_acts a
    WHERE ${only("a.store_id")} AND a.due_at < $1::timestamptz - interval '2 hours'`,

  /**
   * 60. No price is there that nothing explains. A live subscription costs what was written down last, and that is a price
   * that its product had, or one that it was moved in with.
   */
  always(60, "Nothing explains what a subscription costs")`
    SELECT s.id AS what FROM subscriptions s LEFT JOIN LATERAL (
      SELECT * FROM subscription_prices c WHERE c.subscription_id = s.id ORDER BY c.id DESC LIMIT 1) last ON true
    WHERE ${only("s.store_id")} AND s.livemode AND CASE WHEN last.id IS NULL THEN NOT ${wasPrice("s")}
      ELSE (s.product_id, s.interval, s.currency, s.amount_minor) <> (last.product_id, last.interval, last.currency, last.amount_minor)
        OR s.discount_id IS NOT NULL AND s.discount_id IS DISTINCT FROM last.discount_id END
    UNION ALL
    SELECT c.subscription_id FROM subscription_prices c
    WHERE ${only("c.store_id")} AND c.why IN ('plan', 'change') AND NOT ${wasPrice("c")}
      AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = c.subscription_id AND s.imported_from IS NOT NULL)`,

  /**
   * 65. What a period took less than its price has a reason: its order's discount, the unused time of a change of plan, or
   * what its seller accepted short. That an order of 0 without any of them was meant is not in the database.
   */
  always(65, "Nothing explains why a period cost less")`
    SELECT format('%s/%s', p.subscription_id, p.number) AS what FROM subscription_periods p JOIN orders o ON o.id = p.order_id
    LEFT JOIN discount_redemptions r ON r.order_id = o.id
    WHERE ${only("p.store_id")} AND p.livemode AND (o.payment_method <> 'free' OR r.id IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM plan_changes c WHERE c.order_id = o.id)
      AND o.discount_minor <> coalesce(r.amount_minor, 0) + coalesce((
        SELECT sum((a.details ->> 'shortMinor')::bigint) FROM audit_entries a
        WHERE a.store_id = o.store_id AND a.action = 'suspense.accepted' AND a.target = 'order:' || o.id), 0)`,

  /** 52. A code belongs to at most one order: of one product no two rows say the same, and none is of another store's order. */
  always(52, "A code was given to two orders")`
    SELECT format('code %s', min(c.id)) AS what FROM deliverable_codes c
    WHERE ${only("c.store_id")} AND c.order_id IS NOT NULL
    GROUP BY c.product_id, c.hash HAVING count(DISTINCT c.order_id) > 1
    UNION ALL
    SELECT format('code %s', c.id) FROM deliverable_codes c JOIN orders o ON o.id = c.order_id
    WHERE ${only("c.store_id")} AND (o.store_id <> c.store_id OR o.paid_at IS NULL OR NOT EXISTS (
      SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.product_id = c.product_id AND i.delivers))`,

  /**
   * 53. Whoever paid for a product with codes has one of each pool that there was when it was paid, or a task says that it
   * waits for one; and such an order is not called fulfilled by itself.
   */
  always(53, "A paid order has no code, and nobody was told")`
    SELECT o.number AS what FROM deliverables d
    JOIN order_items i ON i.product_id = d.product_id
    JOIN orders o ON o.id = i.order_id
    WHERE ${only("d.store_id")} AND d.kind = 'codes' AND d.removed_at IS NULL AND o.paid_at >= d.created_at
      AND o.payment_status IN ('paid', 'partially_refunded') AND o.order_status <> 'cancelled'
      AND NOT EXISTS (SELECT 1 FROM deliverable_codes c WHERE c.deliverable_id = d.id AND c.order_id = o.id)
      AND (NOT EXISTS (SELECT 1 FROM tasks t WHERE t.kind = 'codes_used_up' AND t.subject = 'order/' || o.id)
        OR o.fulfillment_status = 'fulfilled' AND o.handed_over_at IS NULL)`,
];
