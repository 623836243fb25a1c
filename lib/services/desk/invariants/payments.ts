import { accountsOfPosting, always, type Invariant, only, whenQuiet } from "./invariant";

const credited = "t.paid_at IS NOT NULL AND t.suspense_reason IS NULL";

export const paymentInvariants: readonly Invariant[] = [
  /** 5. An invoice's paid amount is what its orders paid and no reversal undid; never above its total. */
  always(5, "An invoice's paid amount is not that of its payments")`
    SELECT i.number AS what FROM invoices i
    WHERE ${only("i.store_id")} AND (i.paid_minor NOT BETWEEN 0 AND i.total_minor
      OR (i.paid_at IS NOT NULL) <> (i.paid_minor = i.total_minor)
      OR i.paid_minor <> (
        SELECT coalesce(sum(l.total_minor), 0) FROM orders o
        JOIN order_items l ON l.order_id = o.id AND l.position = 0
        JOIN payment_attempts t ON t.order_id = o.id AND t.status = 'succeeded' AND ${credited}
          AND t.undone_at IS NULL
        WHERE o.invoice_id = i.id))`,

  /** 6. A link's counts equal the payments through it. */
  always(6, "A payment link's count is not that of its payments")`
    SELECT p.token AS what FROM payment_links p
    WHERE ${only("p.store_id")} AND (p.payments_count, p.total_paid_minor) <> (
      SELECT count(*)::int, coalesce(sum(l.total_minor - o.discount_minor), 0)::bigint FROM orders o
      JOIN order_items l ON l.order_id = o.id AND l.position = 0
      WHERE o.payment_link_id = p.id AND o.paid_at IS NOT NULL)`,

  /** 6. Every reserved place of a link belongs to one order, paid or being paid. */
  always(6, "A payment link's places are not those that its orders hold")`
    SELECT p.token AS what FROM payment_links p
    WHERE ${only("p.store_id")} AND p.slots_reserved <> (
      SELECT count(*) FROM orders o WHERE o.payment_link_id = p.id AND o.holds_slot)`,

  /** 6. More payments than places only where money came late, and a task was raised. */
  always(6, "A payment link took more payments than it has places, and nobody was told")`
    SELECT p.token AS what FROM payment_links p
    WHERE ${only("p.store_id")}
      AND p.payments_count - CASE WHEN p.is_reusable THEN coalesce(p.max_payments, p.payments_count) ELSE 1 END > (
        SELECT count(*) FROM tasks k JOIN orders o ON k.subject = 'order/' || o.id
        WHERE k.kind = 'link_over_limit' AND o.payment_link_id = p.id)`,

  /** 7. One payment at a rail pays one attempt. */
  always(7, "Two attempts have one reference of their rail")`
    SELECT format('%s %s', t.rail, t.rail_ref) AS what FROM payment_attempts t
    WHERE t.rail_ref IS NOT NULL AND ${only("t.store_id")} GROUP BY t.rail, t.rail_ref HAVING count(*) > 1`,

  /**
   * 7. Money that came was credited or put in suspense, exactly once; if an order had less left to pay, the rest is in
   * suspense.
   */
  always(7, "A payment that came is not exactly once in the books")`
    SELECT t.id::text AS what FROM payment_attempts t
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE l.kind IN ('payment_settled', 'suspense_allocated', 'outside_received')) AS credits,
      count(*) FILTER (WHERE l.kind = 'suspense_received') AS asides FROM ledger_transactions l
      WHERE l.source_id = t.id::text
        AND l.kind IN ('payment_settled', 'suspense_allocated', 'outside_received', 'suspense_received')) booked
    WHERE ${only("t.store_id")} AND CASE
      WHEN t.paid_at IS NULL THEN booked.credits + booked.asides > 0
      WHEN t.suspense_reason IS NULL THEN booked.credits <> 1
      ELSE booked.credits <> 0 OR booked.asides <> 1 END`,

  /**
   * 7. A credited payment, with its part in suspense, brought the requested amount; a person may accept other amounts.
   */
  always(7, "A payment was not booked whole")`
    SELECT t.id::text AS what FROM payment_attempts t
    WHERE ${credited} AND ${only("t.store_id")} AND t.amount_minor <> (
      SELECT coalesce(sum(p.amount_minor), 0) FROM ledger_transactions l
      JOIN ledger_postings p ON p.transaction_id = l.id JOIN ledger_accounts a ON a.id = p.from_account_id
      WHERE l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_received', 'outside_received')
        AND a.kind IN ('clearing', 'own_account', 'seller_cash'))
      AND NOT EXISTS (SELECT 1 FROM ledger_transactions l
        WHERE l.source_id = t.id::text AND l.kind = 'suspense_allocated')`,

  /** 8. An order's total is its subtotal − discount + shipping, its net is total − fee, its lines are its subtotal. */
  always(8, "An order does not add up")`
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND (o.total_minor <> o.subtotal_minor - o.discount_minor + o.shipping_fee_minor
      OR o.net_minor <> o.total_minor - o.fee_minor OR o.fee_minor < 0 OR o.net_minor < 0
      OR o.subtotal_minor <> (SELECT coalesce(sum(l.total_minor), 0) FROM order_items l WHERE l.order_id = o.id))`,

  /** 8. For a paid order, the ledger has the order's net and fee. */
  always(8, "A paid order says another fee or net than the books")`
    SELECT o.number AS what FROM orders o JOIN payment_attempts t ON t.order_id = o.id AND ${credited}
    WHERE ${only("o.store_id")} AND (o.net_minor, o.fee_minor) <> (
      SELECT coalesce(sum(p.amount_minor) FILTER (WHERE taker.kind IN ('wallet_pending', 'sales_outside', 'sales_direct')), 0)
          - coalesce(sum(p.amount_minor) FILTER (WHERE giver.kind = 'fees_due'), 0),
        coalesce(sum(p.amount_minor) FILTER (WHERE taker.kind = 'fee_income'), 0)
      FROM ledger_transactions l JOIN ledger_postings p ON p.transaction_id = l.id ${accountsOfPosting}
      WHERE l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_allocated', 'outside_received'))`,

  /** 8. An order's refunded amount is the sum of its paid refunds and the rail's reversals. */
  always(8, "An order's refunded amount is not that of its refunds and reversals")`
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND o.refunded_minor <> (
      SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r WHERE r.order_id = o.id AND r.status = 'paid'
        AND (r.pending_minor + r.available_minor + r.fee_back_minor > 0
          OR EXISTS (SELECT 1 FROM payment_attempts t WHERE t.id = r.attempt_id AND t.rail = 'outside'))) + (
      SELECT coalesce(sum(t.reversed_minor), 0) FROM payment_attempts t WHERE t.order_id = o.id AND ${credited})`,

  /** 66. What came into an account of a store's own is in that account alone: no wallet, no clearing, no hold. */
  always(66, "Money of an account of a store's own is in a wallet")`
    SELECT t.id::text AS what FROM payment_attempts t
    JOIN ledger_transactions l ON l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_received',
      'suspense_allocated', 'payment_reversed', 'suspense_reversed')
    JOIN ledger_postings p ON p.transaction_id = l.id ${accountsOfPosting}
    WHERE ${only("t.store_id")} AND (strpos(t.rail, ':') > 0) = (
      'clearing' IN (giver.kind, taker.kind) OR 'wallet_pending' IN (giver.kind, taker.kind)
      OR 'wallet_available' IN (giver.kind, taker.kind)) AND (strpos(t.rail, ':') > 0
      OR 'own_account' IN (giver.kind, taker.kind))
    UNION ALL
    SELECT h.attempt_id::text FROM wallet_holds h JOIN payment_attempts t ON t.id = h.attempt_id
    WHERE ${only("t.store_id")} AND strpos(t.rail, ':') > 0
    UNION ALL
    SELECT o.number FROM orders o JOIN payment_attempts t ON t.order_id = o.id AND ${credited}
    WHERE ${only("o.store_id")} AND o.own_account IS DISTINCT FROM CASE WHEN strpos(t.rail, ':') > 0 THEN t.rail END`,

  /** 67. A receipt of an account of a store's own is one payment, whatever told of it. */
  always(67, "A receipt of an account of a store's own is in the books twice, or of nobody")`
    SELECT format('%s %s', t.rail, t.receipt) AS what FROM payment_attempts t
    LEFT JOIN till_payments r ON r.rail = t.rail AND r.receipt = t.receipt
    WHERE ${only("t.store_id")} AND strpos(t.rail, ':') > 0 AND t.paid_at IS NOT NULL AND t.receipt IS NOT NULL
      AND r.attempt_id IS DISTINCT FROM t.id
    UNION ALL
    SELECT format('%s %s', r.rail, r.receipt) FROM till_payments r LEFT JOIN payment_attempts t ON t.id = r.attempt_id
    WHERE ${only("r.store_id")} AND r.attempt_id IS NOT NULL AND (t.paid_at IS NULL OR t.rail <> r.rail)`,

  /** 28. A store in debt has nothing available: money that comes pays the debt first. */
  always(28, "A store in debt has money available")`
    SELECT format('store %s in %s', owed.store_id, owed.currency) AS what
    FROM ledger_accounts owed JOIN ledger_balances debt ON debt.account_id = owed.id AND debt.balance_minor > 0
    JOIN ledger_accounts had ON had.store_id = owed.store_id AND had.currency = owed.currency
      AND had.kind = 'wallet_available'
    JOIN ledger_balances available ON available.account_id = had.id AND available.balance_minor > 0
    WHERE owed.kind = 'store_debt' AND ${only("owed.store_id")}`,

  /** 29. Reserved money of a wallet belongs to open disputes. */
  always(29, "Money is kept back for no open dispute")`
    SELECT format('store %s in %s', a.store_id, a.currency) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'dispute_reserve' AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(d.reserved_pending_minor + d.reserved_available_minor), 0)
      FROM disputes d JOIN orders o ON o.id = d.order_id
      WHERE d.store_id = a.store_id AND o.currency = a.currency)`,

  /** 10. Money that came is never lost: an attempt with money in the ledger is succeeded, or reversed since. */
  always(10, "An attempt whose money is in the books has not succeeded")`
    SELECT t.id::text AS what FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.status NOT IN ('succeeded', 'reversed') AND (t.paid_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM ledger_transactions l WHERE l.source_id = t.id::text
        AND l.kind IN ('payment_settled', 'suspense_received', 'outside_received')))`,

  /** 10. An order is paid exactly when one payment was credited to it; one of 0 is paid without any. */
  always(10, "An order is not paid by exactly one payment, or has one and is not paid")`
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND ((
      SELECT count(*) FROM payment_attempts t WHERE t.order_id = o.id AND ${credited}
    ) <> CASE WHEN o.payment_method <> 'free' AND o.payment_status IN ('paid', 'partially_refunded', 'refunded') THEN 1 ELSE 0 END
    OR o.payment_method = 'free' AND o.paid_at IS NOT NULL AND (o.total_minor, o.fee_minor, o.net_minor) <> (0, 0, 0))`,

  /** 26. After the poll plan no attempt is open and none is leased. */
  whenQuiet(26, "An attempt is open beyond its poll plan")`
    SELECT t.id::text AS what FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.status IN ('created', 'pending')
      AND (t.created_at < $1::timestamptz - interval '75 hours' OR t.leased_until < $1::timestamptz - interval '1 hour'
        OR t.next_poll_at IS NULL)`,

  whenQuiet(26, "Money is held for longer than it should be")`
    SELECT h.attempt_id::text AS what FROM wallet_holds h
    WHERE ${only("h.store_id")} AND h.released_at IS NULL AND h.release_at < $1::timestamptz - interval '6 hours'`,
];
