import { accountsOfPosting, always, type Invariant, only, whenQuiet } from "./invariant";

const quoted = (kinds: string[]) => kinds.map((kind) => `'${kind}'`).join(", ");

/**
 * The kinds of entries under a payment's own id, and under those of its refunds. Named, so that an index finds them.
 */
const ofPayment = quoted([
  ...["payment_settled", "payment_reversed", "suspense_received", "suspense_allocated", "suspense_reversed"],
]);
const ofRefund = quoted([
  ...[
    "refund_paid",
    "refund_reversed",
    "returned_by_hand",
    "suspense_returned",
    "suspense_return_failed",
    "suspense_return_reversed",
  ],
]);
/** The kinds of entries of a second reversal or a second payment under one attempt: `<attempt>/…`. They are few. */
const ofSeveral = quoted(["payment_reversed", "second_received", "suspense_reversed"]);

const entriesOf = `
  SELECT l.id FROM ledger_transactions l WHERE l.kind IN (${ofPayment}) AND l.source_id = t.id::text
  UNION ALL
  SELECT l.id FROM refunds r JOIN ledger_transactions l ON l.kind IN (${ofRefund}) AND l.source_id = r.id::text
  WHERE r.attempt_id = t.id`;

/**
 * The amount that entries brought through clearing or an account of the store's own, minus what they sent; the rail's own
 * fee is excluded.
 */
const throughClearing = `
  coalesce(sum(CASE WHEN giver.kind IN ('clearing', 'own_account') THEN p.amount_minor ELSE -p.amount_minor END)
    FILTER (WHERE ('clearing' IN (giver.kind, taker.kind) AND 'rail_cost' NOT IN (giver.kind, taker.kind))
      OR ('own_account' IN (giver.kind, taker.kind) AND 'direct_cost' NOT IN (giver.kind, taker.kind))), 0)`;

export const ledgerInvariants: readonly Invariant[] = [
  /** 1. The sum of entries is 0 for each transaction, for each currency, and over all: what is held is what is owed. */
  always(1, "What is held is not what is owed")`
    SELECT a.currency AS what FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    GROUP BY a.currency HAVING sum(CASE WHEN a.is_held THEN b.balance_minor ELSE -b.balance_minor END) <> 0`,

  /** 1. A posting moves an amount between two accounts of its own currency: so every transaction sums to zero. */
  always(1, "A posting is in another currency than its accounts")`
    SELECT p.id::text AS what FROM ledger_postings p JOIN ledger_accounts a ON a.id IN (p.from_account_id, p.to_account_id)
    WHERE a.currency <> p.currency AND ${only("a.store_id")}`,

  /** 2. A balance is the sum of its entries. */
  always(2, "A balance is not the sum of its postings")`
    SELECT format('account %s (%s) says %s', a.id, a.kind, b.balance_minor) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_minor), 0) AS minor FROM ledger_postings p WHERE p.to_account_id = a.id) came
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_minor), 0) AS minor FROM ledger_postings p WHERE p.from_account_id = a.id) went
    WHERE ${only("a.store_id")}
      AND b.balance_minor <> CASE WHEN a.is_held THEN went.minor - came.minor ELSE came.minor - went.minor END`,

  /**
   * 3. No row of the ledger, the events or the audit log is changed or deleted: triggers in the database refuse it, so
   * this checks the triggers. Invariants 8 and 10 check the amounts of orders.
   */
  always(3, "A table that only grows is not guarded")`
    SELECT format('%s on %s', guard.name, guard.place) AS what
    FROM (VALUES ('append_only', 'ledger_transactions'), ('append_only', 'ledger_postings'), ('append_only', 'ledger_accounts'),
      ('append_only', 'audit_entries'), ('never_rewritten', 'events'), ('by_postings_only', 'ledger_balances'),
      ('moves_balances', 'ledger_postings'), ('entry_is_whole', 'ledger_transactions'),
      ('live_stays', 'events')) AS guard (name, place)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t
      WHERE t.tgrelid = guard.place::regclass AND t.tgname = guard.name AND t.tgenabled IN ('O', 'A'))`,

  /** 4. Wallets, suspense and money under way are never below zero. */
  always(4, "A balance is below zero")`
    SELECT format('account %s (%s)', a.id, a.kind) AS what FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE b.floored AND b.balance_minor < 0 AND ${only("a.store_id")}`,

  /** 4. Money in flight to sellers equals their payouts under way. */
  always(4, "Money on its way to a seller belongs to no payout under way")`
    SELECT format('store %s in %s', a.store_id, a.currency) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'payout_in_flight' AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(p.amount_minor + p.fee_minor), 0) FROM payouts p
      WHERE p.store_id = a.store_id AND p.currency = a.currency AND p.status IN ('requested', 'sent'))`,

  /**
   * 4. Money in flight to payers equals the refunds under way. A refund from suspense leaves suspense when it is sent.
   */
  always(4, "Money on its way to a payer belongs to no refund under way")`
    SELECT format('store %s in %s', a.store_id, a.currency) AS what
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'refund_in_flight' AND ${only("a.store_id")} AND b.balance_minor <> (
      SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
      WHERE r.store_id = a.store_id AND r.currency = a.currency AND (r.status = 'sent'
        OR (r.status = 'queued' AND r.pending_minor + r.available_minor + r.fee_back_minor > 0)))`,

  /** 27. The returned part of a payment, including returns under way, is never more than the payment brought. */
  always(27, "A payment sends back more than it brought")`
    SELECT format('%s: %s', t.id, kept.minor + coalesce(further.minor, 0) - way.minor) AS what FROM payment_attempts t
    CROSS JOIN LATERAL (SELECT ${throughClearing} AS minor FROM ledger_postings p ${accountsOfPosting}
      WHERE p.transaction_id IN (${entriesOf})) kept
    LEFT JOIN (SELECT split_part(l.source_id, '/', 1) AS attempt, ${throughClearing} AS minor
      FROM ledger_transactions l JOIN ledger_postings p ON p.transaction_id = l.id ${accountsOfPosting}
      WHERE l.kind IN (${ofSeveral}) AND strpos(l.source_id, '/') > 0 GROUP BY 1) further ON further.attempt = t.id::text
    CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount_minor), 0) AS minor FROM refunds r
      WHERE r.attempt_id = t.id AND r.status IN ('queued', 'sent')) way
    WHERE ${only("t.store_id")} AND t.paid_at IS NOT NULL
      AND (t.reversed_minor > 0 OR EXISTS (SELECT 1 FROM refunds r WHERE r.attempt_id = t.id))
      AND kept.minor + coalesce(further.minor, 0) < way.minor`,

  /**
   * 26. A pending order waits for something: an open attempt, money in suspense, or a task. Otherwise it would wait for
   * ever and hold its place.
   */
  whenQuiet(26, "An order waits for money that nobody is asked for")`
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND o.payment_status = 'pending' AND o.created_at < $1::timestamptz - interval '75 hours'
      AND NOT EXISTS (SELECT 1 FROM payment_attempts t WHERE t.order_id = o.id AND t.status IN ('created', 'pending'))
      AND NOT EXISTS (SELECT 1 FROM tasks k WHERE k.resolved_at IS NULL AND k.store_id = o.store_id
        AND (k.subject = 'order/' || o.id OR k.subject IN (SELECT t.id::text FROM payment_attempts t WHERE t.order_id = o.id)))
      AND NOT EXISTS (
        SELECT 1 FROM payment_attempts t
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(CASE WHEN taker.kind = 'suspense' THEN p.amount_minor ELSE -p.amount_minor END), 0) AS minor
          FROM ledger_postings p ${accountsOfPosting}
          WHERE p.transaction_id IN (${entriesOf}) AND 'suspense' IN (giver.kind, taker.kind)) aside
        WHERE t.order_id = o.id AND t.suspense_reason IS NOT NULL AND (aside.minor > 0
          OR EXISTS (SELECT 1 FROM refunds r WHERE r.attempt_id = t.id AND r.status IN ('queued', 'sent'))))`,

  /** 2. Every account has its balance, and every entry its postings: emptied tables must not pass as correct. */
  always(2, "A part of the ledger is gone")`
    SELECT format('no balance of account %s (%s)', a.id, a.kind) AS what FROM ledger_accounts a
    WHERE ${only("a.store_id")} AND NOT EXISTS (SELECT 1 FROM ledger_balances b WHERE b.account_id = a.id)
    UNION ALL
    SELECT format('no posting of entry %s', l.id) FROM ledger_transactions l
    WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transaction_id = l.id)
    UNION ALL
    SELECT format('no entry of payout %s', y.id) FROM payouts y
    WHERE ${only("y.store_id")}
      AND NOT EXISTS (SELECT 1 FROM ledger_transactions l WHERE l.kind = 'payout_requested' AND l.source_id = y.id::text)
    UNION ALL
    SELECT format('no entry of hold %s', h.attempt_id) FROM wallet_holds h
    WHERE ${only("h.store_id")} AND NOT EXISTS (SELECT 1 FROM ledger_transactions l
      WHERE l.kind IN ('payment_settled', 'suspense_allocated') AND l.source_id = h.attempt_id::text)
    UNION ALL
    SELECT format('no order of store %s', s.id) FROM stores s
    WHERE ${only("s.id")} AND s.next_order_number > 1 AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.store_id = s.id)`,

  /** 3. Each check of the ledger stores the last entry that it saw: the ledger never gets shorter. */
  always(3, "The ledger ends before an entry that was there")`
    SELECT format('entry %s', seen.entry) AS what FROM (
      SELECT max((details ->> 'lastEntry')::bigint) AS entry FROM (
        SELECT details FROM audit_entries WHERE action = 'invariants.checked' ORDER BY id DESC LIMIT 5) checked) seen
    WHERE seen.entry > (SELECT coalesce(max(l.id), 0) FROM ledger_transactions l)`,
];
