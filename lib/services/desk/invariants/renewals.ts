import { always, type Invariant, whenQuiet } from "./invariant";

/** 45. Nothing is taken by itself that the payer had not agreed to before: whose, how much, in which currency. */
const agreed = always(
  45,
  "A scheduled payment is not what its payer agreed to",
  (only) => `
    SELECT t.id::text AS what FROM payment_attempts t LEFT JOIN renewal_consents c ON c.id = t.consent_id
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND (c.id IS NULL OR c.subscription_id <> t.renewal_of
      OR c.store_id <> t.store_id OR c.given_at > t.created_at OR t.amount_minor > c.cap_minor OR t.currency <> c.currency
      OR (c.mode = 'charge') <> (t.method = 'card'))`,
);

/** 46. One end has at most four tries of a card and three of a phone, each on a day of its own. */
const fewTries = always(
  46,
  "A payer was asked too often",
  (only) => `
    SELECT t.renewal_of AS what FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' GROUP BY t.renewal_of, t.renewal_end
    HAVING count(*) > CASE WHEN bool_or(t.method = 'card') THEN 4 ELSE 3 END
    UNION ALL
    SELECT t.renewal_of FROM payment_attempts t JOIN payment_attempts u ON u.renewal_of = t.renewal_of AND u.id <> t.id
    WHERE ${only("t.store_id")} AND u.created_at >= t.created_at AND u.created_at < t.created_at + interval '8 hours'`,
);

/** 47. Nothing is tried while another payment of the subscription is undecided. */
const oneOpen = always(
  47,
  "A scheduled payment began beside one that was open",
  (only) => `
    SELECT t.id::text AS what FROM payment_attempts t JOIN orders o ON o.subscription_id = t.renewal_of
    JOIN payment_attempts u ON u.order_id = o.id AND u.id <> t.id
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND t.status IN ('created', 'pending')
      AND u.status IN ('created', 'pending') AND u.created_at <= t.created_at AND o.order_status <> 'cancelled'`,
);

/** 48. Nothing was given to a rail after the payer, the seller or the end of the subscription stopped it. */
const stopped = always(
  48,
  "A rail was called after renewing by itself had been stopped",
  (only) => `
    SELECT t.id::text AS what FROM payment_attempts t JOIN renewal_consents c ON c.id = t.consent_id
    WHERE ${only("t.store_id")} AND t.called_at > c.ended_at
    UNION ALL
    SELECT t.id::text FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND t.called_at IS NULL
      AND (t.rail_ref IS NOT NULL OR t.status = 'succeeded')`,
);

/**
 * 49. A card is used for the store and the customer that it was given to. A token that nobody uses, or no bank takes, is
 * on its way out.
 */
const cardsApart = always(
  49,
  "A card is used by somebody else, or kept for nobody",
  (only) => `
    SELECT format('card %s', i.id) AS what FROM payment_instruments i JOIN subscriptions s ON s.instrument_id = i.id
    WHERE ${only("i.store_id")} AND (s.store_id <> i.store_id OR s.customer_id <> i.customer_id
      OR s.renewal_mode <> 'charge' OR i.token_sealed IS NULL OR i.status <> 'active' AND i.next_forget_at IS NULL)
    UNION ALL
    SELECT format('card %s', i.id) FROM payment_instruments i
    WHERE ${only("i.store_id")} AND i.token_sealed IS NOT NULL AND i.next_forget_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.instrument_id = i.id)`,
);

/** 50. A subscription renews by itself exactly while a consent to that is open; never when it is cancelled or over. */
const consented = always(
  50,
  "How a subscription renews is not what its payer agrees to",
  (only) => `
    SELECT s.id AS what FROM subscriptions s LEFT JOIN renewal_consents c ON c.id = s.renewal_consent_id
    WHERE ${only("s.store_id")} AND CASE s.renewal_mode
      WHEN 'manual' THEN num_nonnulls(s.renewal_consent_id, s.instrument_id, s.renewal_card, s.renewal_phone_sealed,
        s.next_renewal_try_at) > 0
      ELSE c.id IS NULL OR c.ended_at IS NOT NULL OR c.mode <> s.renewal_mode OR c.subscription_id <> s.id
        OR s.status IN ('cancelled', 'expired') OR (s.renewal_mode = 'prompt') <> (s.renewal_phone_sealed IS NOT NULL) END
    UNION ALL
    SELECT c.subscription_id FROM renewal_consents c JOIN subscriptions s ON s.id = c.subscription_id
    WHERE ${only("c.store_id")} AND c.ended_at IS NULL AND s.renewal_consent_id IS DISTINCT FROM c.id`,
);

/** 26. When the workers have caught up, no try waits that should have been made or given up. */
const nothingWaits = whenQuiet(
  26,
  "A try is due and nobody makes it",
  (only) => `
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND s.next_renewal_try_at < $1::timestamptz - interval '2 hours'`,
);

export const renewalInvariants: readonly Invariant[] = [
  ...[agreed, fewTries, oneOpen, stopped, cardsApart, consented, nothingWaits],
];
