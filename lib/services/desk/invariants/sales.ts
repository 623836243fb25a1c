import { always, type Invariant, whenQuiet } from "./invariant";

/** On payment_attempts t: what is left of a payment that the seller took, after what they gave back. */
const left = `(t.amount_minor - t.reversed_minor - (
  SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r WHERE r.attempt_id = t.id AND r.status = 'paid'))`;

const accountsOfPosting = `
  JOIN ledger_accounts giver ON giver.id = p.from_account_id JOIN ledger_accounts taker ON taker.id = p.to_account_id`;

const kinds = "('outside_received', 'outside_returned', 'outside_undone')";

/** 30. A payment that the seller took is in the books as their own money, by its own entries, and nowhere else. */
const takenOutside = always(
  30,
  "A payment that was taken outside is not in the books as the seller's own",
  (only) => `
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
);

/** 30. What the books say that sellers took themselves is the sum of those payments. */
const outsideSum = always(
  30,
  "The money that a seller took outside is not that of its payments",
  (only) => `
    SELECT format('store %s in %s (%s)', a.store_id, a.currency, a.kind) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind IN ('seller_cash', 'sales_outside') AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(${left}), 0) FROM payment_attempts t
      WHERE t.store_id = a.store_id AND t.currency = a.currency AND t.rail = 'outside')`,
);

/** 30. Such money and the wallet never touch: no posting leads from one to the other. */
const neverMixed = always(
  30,
  "Money taken outside was mixed with what a rail holds",
  (only) => `
    SELECT p.id::text AS what FROM ledger_accounts own
    JOIN ledger_postings p ON own.id IN (p.from_account_id, p.to_account_id) ${accountsOfPosting}
    WHERE own.kind IN ('seller_cash', 'sales_outside') AND ${only("own.store_id")}
      AND (giver.kind NOT IN ('seller_cash', 'sales_outside') OR taker.kind NOT IN ('seller_cash', 'sales_outside'))`,
);

export const outsideInvariants: readonly Invariant[] = [takenOutside, outsideSum, neverMixed];

/**
 * 56. One session is one act at most, and the payment that it began is the one that its screen showed: after the payer
 * agreed, of that store, that total and currency. An order that says it was dialled has such an act.
 */
const asShown = always(
  56,
  "A payment by dialling is not what its screen showed",
  (only) => `
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
);

/** 56. When the workers have caught up, nothing that a payer agreed to waits. */
const nothingWaits = whenQuiet(
  56,
  "What a payer agreed to by dialling was not done",
  (only) => `
    SELECT format('session %s', a.id) AS what FROM ussd_acts a
    WHERE ${only("a.store_id")} AND a.due_at < $1::timestamptz - interval '2 hours'`,
);

export const ussdInvariants: readonly Invariant[] = [asShown, nothingWaits];

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
