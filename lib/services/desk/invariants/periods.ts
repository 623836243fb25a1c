import { always, type Invariant, only } from "./invariant";

/** A span of time in whole milliseconds, as the domain counts. */
const msOf = (span: string) => `(extract(epoch FROM ${span}) * 1000)::numeric`;

const endOf = (period: string) => `least(${period}.ends_at, ${period}.stopped_at)`;

export const periodInvariants: readonly Invariant[] = [
  /**
   * 11. Each order for a subscription adds exactly one period. A paid live period has an order and the attempt that paid it,
   * a free one an order of 0, and no other kind has either.
   */
  always(11, "A payment for a subscription did not add exactly one period")`
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND (o.source = 'subscription' OR o.source = 'ussd' AND o.invoice_id IS NULL AND o.payment_link_id IS NULL)
      AND (o.paid_at IS NOT NULL) <> EXISTS (SELECT 1 FROM subscription_periods p WHERE p.order_id = o.id
        AND p.subscription_id = o.subscription_id)
    UNION ALL
    SELECT format('%s/%s', p.subscription_id, p.number) FROM subscription_periods p
    WHERE ${only("p.store_id")} AND p.livemode AND CASE p.kind
      WHEN 'paid' THEN p.order_id IS NULL OR p.attempt_id IS NULL
      WHEN 'free' THEN p.attempt_id IS NOT NULL OR p.paid_minor <> 0 OR NOT EXISTS (SELECT 1 FROM orders o
        WHERE o.id = p.order_id AND o.payment_method = 'free' AND o.total_minor = 0)
      ELSE p.order_id IS NOT NULL OR p.attempt_id IS NOT NULL OR p.paid_minor <> 0 END`,

  /**
   * 11. Periods follow each other without a gap, or start again at the payment after a real lapse: one that was ended early,
   * because its payment went back, lasts until then. They never overlap.
   */
  always(11, "A period does not begin where the one before it ended, nor with a payment after it")`
    SELECT format('%s/%s', b.subscription_id, b.number) AS what
    FROM subscription_periods a JOIN subscription_periods b ON b.subscription_id = a.subscription_id AND b.number = a.number + 1
    WHERE ${only("b.store_id")} AND b.livemode AND b.starts_at <> a.ends_at
      AND NOT (b.starts_at = b.paid_at AND b.paid_at >= ${endOf("a")}) AND b.starts_at <> ${endOf("a")}
    UNION ALL
    SELECT format('%s/%s', b.subscription_id, b.number)
    FROM subscription_periods a JOIN subscription_periods b ON b.subscription_id = a.subscription_id AND b.number > a.number
    WHERE ${only("b.store_id")} AND b.livemode AND b.starts_at < ${endOf("a")}`,

  /** 12. A subscription's payments_count and total_paid are those of its paid periods. All are numbered from 1. */
  always(12, "A subscription's count is not that of its periods")`
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND (s.payments_count, s.total_paid_minor, 0) <> (
      SELECT (count(*) FILTER (WHERE p.kind = 'paid'))::int, coalesce(sum(p.paid_minor) FILTER (WHERE p.kind = 'paid'), 0)::bigint,
        coalesce(max(p.number), 0) - count(*)
      FROM subscription_periods p WHERE p.subscription_id = s.id)`,

  /** 12. A period took what its order took for it: the charges that a payer bears are not the price. */
  always(12, "A period did not take what its order took")`
    SELECT format('%s/%s', p.subscription_id, p.number) AS what FROM subscription_periods p JOIN orders o ON o.id = p.order_id
    WHERE ${only("p.store_id")} AND p.paid_minor <> (
      SELECT sum(i.total_minor) FROM order_items i WHERE i.order_id = o.id AND i.product_id IS NOT NULL) - o.discount_minor`,

  /** 33. Whoever gave days is in the log of acts. A trial or an import is how a subscription begins, and never again. */
  always(33, "Days were given by nobody, or a trial or an import is not the beginning")`
    SELECT format('%s/%s', p.subscription_id, p.number) AS what FROM subscription_periods p
    WHERE ${only("p.store_id")} AND (p.kind IN ('trial', 'imported') AND p.number <> 1
      OR p.kind = 'granted' AND NOT EXISTS (SELECT 1 FROM audit_entries a WHERE a.store_id = p.store_id
        AND a.action = 'subscription.extended' AND a.target = 'subscription:' || p.subscription_id
        AND a.details ->> 'period' = p.number::text))`,

  /** 39. A trial takes no money, and its end is what its subscription calls the end of the free days. */
  always(39, "Free days took money, or do not end when they are said to")`
    SELECT s.id AS what FROM subscriptions s LEFT JOIN subscription_periods p ON p.subscription_id = s.id AND p.kind = 'trial'
    WHERE ${only("s.store_id")} AND (p.ends_at IS DISTINCT FROM s.trial_ends_at AND s.imported_from IS NULL
      OR p.order_id IS NOT NULL OR p.attempt_id IS NOT NULL OR p.list_minor <> 0 OR p.paid_minor <> 0)`,

  /** 40. Whoever had free days used them up: by one trial each, and every trial by somebody. */
  always(40, "Free days were had by nobody who can be recognised")`
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND s.trial_ends_at IS NOT NULL AND s.imported_from IS NULL
      AND NOT EXISTS (SELECT 1 FROM trial_uses u WHERE u.subscription_id = s.id AND u.store_id = s.store_id
        AND u.livemode = s.livemode)
    UNION ALL
    SELECT u.subscription_id FROM trial_uses u WHERE ${only("u.store_id")} AND NOT EXISTS (
      SELECT 1 FROM subscriptions s WHERE s.id = u.subscription_id AND s.store_id = u.store_id AND s.livemode = u.livemode
        AND s.trial_ends_at IS NOT NULL)`,

  /** 41. Free days end at once: nobody who paid nothing is past due, is asked for a payment that is due, or has grace. */
  always(41, "Somebody in free days was called past due")`
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND s.trial_ends_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM subscription_periods p WHERE p.subscription_id = s.id AND p.kind IN ('paid', 'free', 'imported'))
      AND (s.status = 'past_due' OR s.grace_ends_at <> s.current_period_end OR s.payments_count <> 0
        OR EXISTS (SELECT 1 FROM events e WHERE e.store_id = s.store_id AND e.object_id = s.id
          AND e.type IN ('subscription.past_due', 'subscription.renewal_due')))`,

  /**
   * 42. Nothing of what was paid is lost or doubled by a change of plan: each period that it cut ended there, and its credit
   * is the share that was left of what the period was worth, less what had gone back. The change has exactly these credits.
   */
  always(42, "A change of plan does not carry over what was left")`
    SELECT format('%s/%s', p.subscription_id, p.number) AS what
    FROM subscription_periods p LEFT JOIN plan_changes b ON b.subscription_id = p.subscription_id AND b.number = p.number
    WHERE ${only("p.store_id")} AND p.cut_at IS NOT NULL AND (p.ends_at <> p.cut_at OR p.credit_minor <> greatest(0,
      div((p.paid_minor + coalesce(b.credit_minor, 0)) * ${msOf("p.bought_until - greatest(p.bought_from, p.cut_at)")},
        ${msOf("p.bought_until - p.bought_from")}) - p.lost_minor))
    UNION ALL
    SELECT format('%s/%s', c.subscription_id, c.number) FROM plan_changes c
    WHERE ${only("c.store_id")} AND c.number IS NOT NULL AND c.credit_minor <> coalesce((
      SELECT sum(p.credit_minor) FROM subscription_periods p WHERE p.subscription_id = c.subscription_id AND p.number < c.number
        AND p.number >= coalesce((SELECT max(e.number) FROM plan_changes e
          WHERE e.subscription_id = c.subscription_id AND e.number < c.number), 0)), 0)
    UNION ALL
    -- What had surely gone back by then: a clock may be a little wrong.
    SELECT format('%s/%s', p.subscription_id, p.number) FROM subscription_periods p
    WHERE ${only("p.store_id")} AND p.cut_at IS NOT NULL AND p.lost_minor < (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
      WHERE r.attempt_id = p.attempt_id AND r.status = 'paid' AND r.completed_at < p.cut_at - interval '5 minutes')
    UNION ALL
    SELECT format('%s/%s', p.subscription_id, p.number) FROM subscription_periods p
    WHERE ${only("p.store_id")} AND p.cut_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM plan_changes c
      JOIN subscription_periods n ON n.subscription_id = c.subscription_id AND n.number = c.number
      WHERE c.subscription_id = p.subscription_id AND c.number > p.number AND n.starts_at = p.cut_at)`,

  /** 43. A change of plan is one order, one period and one price, and the subscription has the plan of the last one. */
  always(43, "A subscription does not have the plan that was changed to last")`
    SELECT format('%s/%s', c.subscription_id, c.number) AS what FROM plan_changes c
    LEFT JOIN subscription_periods p ON p.subscription_id = c.subscription_id AND p.number = c.number
    WHERE ${only("c.store_id")} AND c.number IS NOT NULL AND (p.number IS NULL OR p.list_minor <> c.amount_minor
      OR p.order_id IS DISTINCT FROM c.order_id OR p.paid_minor < 0)
    UNION ALL
    SELECT s.id FROM subscriptions s JOIN LATERAL (SELECT * FROM plan_changes c
      WHERE c.subscription_id = s.id AND c.number IS NOT NULL ORDER BY c.number DESC LIMIT 1) c ON true
    WHERE ${only("s.store_id")} AND (s.product_id, s.interval, s.amount_minor) <> (c.to_product_id, c.interval, c.amount_minor)`,

  /** 44. What comes next is another plan than the last one, and what was paid for ahead begins with a period of its own. */
  always(44, "A plan that is to come does not fit its subscription")`
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND (s.pending_product_id = s.product_id OR s.status = 'cancelled' AND s.pending_product_id IS NOT NULL
      OR num_nonnulls(s.pending_product_id, s.pending_interval, s.pending_amount_minor) NOT IN (0, 3)
      OR num_nonnulls(s.previous_product_id, s.previous_interval, s.previous_amount_minor) NOT IN (0, 3)
      OR s.plan_from IS NOT NULL AND (s.previous_product_id IS NULL OR s.pending_product_id IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM plan_changes c JOIN subscription_periods p
          ON p.subscription_id = c.subscription_id AND p.number = c.number
          WHERE c.subscription_id = s.id AND p.starts_at = s.plan_from AND p.ends_at <= s.current_period_end)
        AND NOT EXISTS (SELECT 1 FROM subscription_periods p WHERE p.subscription_id = s.id AND p.kind = 'imported'
          AND p.starts_at <= s.plan_from AND s.plan_from <= p.ends_at)))`,

  /** 54. What was moved in carries no order and no money, and nothing else begins so. */
  always(54, "What was moved in took money, or is not where it says")`
    SELECT s.id AS what FROM subscriptions s
    LEFT JOIN subscription_periods p ON p.subscription_id = s.id AND p.kind = 'imported'
    WHERE ${only("s.store_id")} AND (num_nonnulls(p.order_id, p.attempt_id) > 0 OR p.paid_minor <> 0
      OR (p.number IS NULL) <> (s.imported_from IS NULL))`,

  /** 55. Who was moved in has access as long as their line says, while its lines are kept. */
  always(55, "A subscription that was moved in does not last as long as its line says")`
    SELECT s.id AS what FROM move_lines l JOIN subscriptions s ON s.id = l.made_id
    JOIN moves m ON m.id = l.move_id AND m.store_id = s.store_id
    JOIN subscription_periods p ON p.subscription_id = s.id AND p.number = 1
    WHERE ${only("s.store_id")} AND l.kind = 'subscription' AND l.outcome = 'make' AND l.is_done AND l.data ? 'end'
      AND (p.kind <> 'imported' OR p.cut_at IS NULL AND p.ends_at <> (l.data ->> 'end')::timestamptz
        OR s.event_sequence = 0 AND s.ended_at IS NULL AND ((l.data ->> 'isCancelled')::boolean <> (s.status = 'cancelled')
          OR s.grace_ends_at < p.ends_at))`,

  /** 21. Test mode wrote no order, no payment and no message. */
  always(21, "Test mode touched money or people")`
    SELECT format('order %s', o.number) AS what FROM orders o WHERE ${only("o.store_id")} AND NOT o.livemode
    UNION ALL
    SELECT format('period of %s', p.subscription_id) FROM subscription_periods p
    WHERE ${only("p.store_id")} AND NOT p.livemode AND (p.order_id IS NOT NULL OR p.attempt_id IS NOT NULL)
    UNION ALL
    SELECT format('message %s', m.id) FROM messages m JOIN subscriptions s ON s.id = m.object_id
    WHERE ${only("s.store_id")} AND NOT s.livemode AND m.store_id = s.store_id`,

  /** 22. Rows of one store never refer to another store, or to another account. */
  always(22, "A row points into another store")`
    SELECT format('order %s', o.id) AS what FROM orders o JOIN stores s ON s.id = o.store_id
    WHERE ${only("o.store_id")} AND o.account_id <> s.account_id
    UNION ALL
    SELECT format('invoice %s', i.id) FROM invoices i JOIN stores s ON s.id = i.store_id
    WHERE ${only("i.store_id")} AND i.account_id <> s.account_id
    UNION ALL
    SELECT format('subscription %s', u.id) FROM subscriptions u JOIN stores s ON s.id = u.store_id
    WHERE ${only("u.store_id")} AND u.account_id <> s.account_id
    UNION ALL
    SELECT format('refund %s', r.id) FROM refunds r JOIN payment_attempts t ON t.id = r.attempt_id
    WHERE ${only("r.store_id")} AND t.order_id <> r.order_id
    UNION ALL
    SELECT format('hold %s', h.attempt_id) FROM wallet_holds h JOIN payment_attempts t ON t.id = h.attempt_id
    WHERE ${only("h.store_id")} AND t.store_id <> h.store_id
    UNION ALL
    SELECT format('posting %s', p.id) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.from_account_id
    JOIN ledger_accounts b ON b.id = p.to_account_id WHERE ${only("a.store_id")} AND a.store_id <> b.store_id`,
];
