import { always, type Invariant } from "./invariant";

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
