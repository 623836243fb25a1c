import { always, type Invariant } from "./invariant";

/** 11. Each payment for a subscription adds exactly one period, and each live period was paid by one order. */
const onePeriod = always(
  11,
  "A payment for a subscription did not add exactly one period",
  (only) => `
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND o.source = 'subscription'
      AND (o.paid_at IS NOT NULL) <> EXISTS (SELECT 1 FROM subscription_periods p WHERE p.order_id = o.id
        AND p.subscription_id = o.subscription_id)
    UNION ALL
    SELECT format('%s/%s', p.subscription_id, p.number) FROM subscription_periods p
    WHERE ${only("p.store_id")} AND p.livemode AND (p.order_id IS NULL OR p.attempt_id IS NULL)`,
);

/**
 * 11. Periods follow each other without a gap, or start again at the payment after a real lapse. They never overlap.
 */
const contiguous = always(
  11,
  "A period does not begin where the one before it ended, nor with a payment after it",
  (only) => `
    SELECT format('%s/%s', b.subscription_id, b.number) AS what
    FROM subscription_periods a JOIN subscription_periods b ON b.subscription_id = a.subscription_id AND b.number = a.number + 1
    WHERE ${only("b.store_id")} AND b.livemode AND b.starts_at <> a.ends_at
      AND NOT (b.starts_at = b.paid_at AND b.paid_at > a.ends_at)
    UNION ALL
    SELECT format('%s/%s', b.subscription_id, b.number)
    FROM subscription_periods a JOIN subscription_periods b ON b.subscription_id = a.subscription_id AND b.number > a.number
    WHERE ${only("b.store_id")} AND b.livemode AND b.starts_at < a.ends_at`,
);

/** 12. A subscription's payments_count and total_paid are those of its periods, numbered from 1. */
const counts = always(
  12,
  "A subscription's count is not that of its periods",
  (only) => `
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND (s.payments_count, s.total_paid_minor, s.payments_count) <> (
      SELECT count(*)::int, coalesce(sum(p.amount_minor), 0)::bigint, coalesce(max(p.number), 0)
      FROM subscription_periods p WHERE p.subscription_id = s.id)`,
);

/** 21. Test mode wrote no order, no payment and no message. */
const testIsApart = always(
  21,
  "Test mode touched money or people",
  (only) => `
    SELECT format('order %s', o.number) AS what FROM orders o WHERE ${only("o.store_id")} AND NOT o.livemode
    UNION ALL
    SELECT format('period of %s', p.subscription_id) FROM subscription_periods p
    WHERE ${only("p.store_id")} AND NOT p.livemode AND (p.order_id IS NOT NULL OR p.attempt_id IS NOT NULL)
    UNION ALL
    SELECT format('message %s', m.id) FROM messages m JOIN subscriptions s ON s.id = m.object_id
    WHERE ${only("s.store_id")} AND NOT s.livemode AND m.store_id = s.store_id`,
);

/** 22. Rows of one store never refer to another store, or to another account. */
const storesApart = always(
  22,
  "A row points into another store",
  (only) => `
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
);

export const periodInvariants: readonly Invariant[] = [
  onePeriod,
  contiguous,
  counts,
  testIsApart,
  storesApart,
];
