import { always, type Invariant, whenQuiet } from "./invariant";

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
