import { always, type Invariant } from "./invariant";

/** 1. The sum of entries is 0 for each transaction, for each currency, and over all: what is held is what is owed. */
const heldIsOwed = always(
  1,
  "What is held is not what is owed",
  () => `
    SELECT a.currency AS what FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    GROUP BY a.currency HAVING sum(CASE WHEN a.is_held THEN b.balance_minor ELSE -b.balance_minor END) <> 0`,
);

/** 1. A posting moves an amount between two accounts of its own currency: so every transaction sums to zero. */
const oneCurrency = always(
  1,
  "A posting is in another currency than its accounts",
  (only) => `
    SELECT p.id::text AS what FROM ledger_postings p JOIN ledger_accounts a ON a.id IN (p.from_account_id, p.to_account_id)
    WHERE a.currency <> p.currency AND ${only("a.store_id")}`,
);

/** 2. A balance is the sum of its entries. */
const balanceIsSum = always(
  2,
  "A balance is not the sum of its postings",
  (only) => `
    SELECT format('account %s (%s) says %s', a.id, a.kind, b.balance_minor) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_minor), 0) AS minor FROM ledger_postings p WHERE p.to_account_id = a.id) came
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_minor), 0) AS minor FROM ledger_postings p WHERE p.from_account_id = a.id) went
    WHERE ${only("a.store_id")}
      AND b.balance_minor <> CASE WHEN a.is_held THEN went.minor - came.minor ELSE came.minor - went.minor END`,
);

/**
 * 3. No row of the ledger, the events or the audit log is changed or deleted: triggers in the database refuse it, so
 * this checks the triggers. Invariants 8 and 10 check the amounts of orders.
 */
const guarded = always(
  3,
  "A table that only grows is not guarded",
  () => `
    SELECT format('%s on %s', guard.name, guard.place) AS what
    FROM (VALUES ('append_only', 'ledger_transactions'), ('append_only', 'ledger_postings'), ('append_only', 'ledger_accounts'),
      ('append_only', 'audit_entries'), ('never_rewritten', 'events'), ('by_postings_only', 'ledger_balances'),
      ('moves_balances', 'ledger_postings'), ('entry_is_whole', 'ledger_transactions'),
      ('live_stays', 'events')) AS guard (name, place)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t
      WHERE t.tgrelid = guard.place::regclass AND t.tgname = guard.name AND t.tgenabled IN ('O', 'A'))`,
);

/** 4. Wallets, suspense and money under way are never below zero. */
const notBelowZero = always(
  4,
  "A balance is below zero",
  (only) => `
    SELECT format('account %s (%s)', a.id, a.kind) AS what FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE b.floored AND b.balance_minor < 0 AND ${only("a.store_id")}`,
);

/** 4. Money in flight to sellers equals their payouts under way. */
const payoutsInFlight = always(
  4,
  "Money on its way to a seller belongs to no payout under way",
  (only) => `
    SELECT format('store %s in %s', a.store_id, a.currency) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'payout_in_flight' AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(p.amount_minor + p.fee_minor), 0) FROM payouts p
      WHERE p.store_id = a.store_id AND p.currency = a.currency AND p.status IN ('requested', 'sent'))`,
);

/**
 * 4. Money in flight to payers equals the refunds under way. A refund from suspense leaves suspense when it is sent.
 */
const refundsInFlight = always(
  4,
  "Money on its way to a payer belongs to no refund under way",
  (only) => `
    SELECT format('store %s in %s', a.store_id, a.currency) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'refund_in_flight' AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
      WHERE r.store_id = a.store_id AND r.currency = a.currency AND (r.status = 'sent'
        OR (r.status = 'queued' AND r.pending_minor + r.available_minor + r.fee_back_minor > 0)))`,
);

export const ledgerInvariants: readonly Invariant[] = [
  heldIsOwed,
  oneCurrency,
  balanceIsSum,
  guarded,
  notBelowZero,
  payoutsInFlight,
  refundsInFlight,
];
