import { aboutGoods } from "@/lib/domain/dispute";
import { always, type Invariant, only, whenQuiet } from "./invariant";

/** The clocks of two machines are never further apart. */
const skew = "interval '5 minutes'";

/** On payment_attempts b: when a bank or network took it back, or its payer said that it was not theirs. */
const goneBack = `
  SELECT d.created_at AS at FROM disputes d WHERE d.attempt_id = b.id
    AND coalesce(d.reason, '') NOT IN (${aboutGoods.map((reason) => `'${reason}'`).join(", ")})
  UNION ALL
  SELECT d.decided_at FROM disputes d WHERE d.attempt_id = b.id AND d.state IN ('lost', 'accepted')
  UNION ALL
  SELECT l.occurred_at FROM ledger_transactions l WHERE l.kind IN ('payment_reversed', 'suspense_reversed') AND l.source_id = b.id::text`;

/** As that of a consent c. Of who was erased, and of what an earlier release wrote, nothing is known. */
const sameInstrument = (of: string) =>
  `(${of}.instrument_hash IS NULL OR c.instrument_hash IS NULL OR ${of}.instrument_hash = c.instrument_hash)`;

/** On a consent c of the manage page that goes on with the phone or card that was on: a card may have been replaced. */
const agreedBefore = `EXISTS (SELECT 1 FROM renewal_consents e WHERE e.subscription_id = c.subscription_id AND e.id < c.id
        AND e.mode = c.mode AND (c.mode = 'charge' OR ${sameInstrument("e")}))`;

/** On a consent c of s that took a new phone: it had paid for a period, and its payer was the subscriber. */
const paidBefore = `EXISTS (SELECT 1 FROM subscription_periods p JOIN payment_attempts t ON t.id = p.attempt_id
        JOIN orders o ON o.id = t.order_id
        WHERE p.subscription_id = c.subscription_id AND o.customer_id = s.customer_id
          AND t.paid_at < c.given_at + ${skew} AND ${sameInstrument("t")})`;

/** On a consent c of a standing order: its payer was asked, and the network said that it is there. */
const orderedBefore = `EXISTS (SELECT 1 FROM standing_orders r WHERE r.subscription_id = c.subscription_id
        AND r.decided_at <= c.given_at + ${skew} AND r.amount_minor = c.cap_minor AND c.mode = 'standing_order')`;

export const renewalInvariants: readonly Invariant[] = [
  /** 61. Nothing is taken above what was announced for that end, where anything was: first told, then taken. */
  always(61, "More was taken by itself than was announced")`
    SELECT t.id::text AS what FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND EXISTS (SELECT 1 FROM renewal_notices n
        WHERE n.subscription_id = t.renewal_of AND n.consent_id = t.consent_id AND n.renewal_end = t.renewal_end
          AND n.created_at < t.created_at - ${skew})
      AND NOT EXISTS (SELECT 1 FROM renewal_notices n
        WHERE n.subscription_id = t.renewal_of AND n.consent_id = t.consent_id AND n.renewal_end = t.renewal_end
          AND n.amount_minor >= t.amount_minor AND n.taken_from <= t.created_at + ${skew})`,

  /** 62. Nothing comes round more often by itself than its payer agreed to. */
  always(62, "A scheduled payment comes round more often than its payer agreed to")`
    SELECT t.id::text AS what FROM payment_attempts t JOIN renewal_consents c ON c.id = t.consent_id
    JOIN subscription_periods p ON p.attempt_id = t.id
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND p.interval < c.interval`,

  /**
   * 63. What was taken back, or disputed as not theirs, ends every consent on that phone or card in the whole account: none
   * that was given before is open, and nothing is taken by it.
   */
  always(63, "A phone or card is used by itself although its payment was disputed or taken back")`
    SELECT format('consent %s', c.id) AS what FROM payment_attempts b JOIN stores bs ON bs.id = b.store_id
    JOIN renewal_consents c ON c.instrument_hash = b.instrument_hash
    JOIN stores cs ON cs.id = c.store_id AND cs.account_id = bs.account_id
    CROSS JOIN LATERAL (${goneBack}) gone
    WHERE ${only("c.store_id")} AND (b.reversed_minor > 0 OR b.taken_back_minor > 0
        OR EXISTS (SELECT 1 FROM disputes d WHERE d.attempt_id = b.id))
      AND gone.at > c.given_at + ${skew} AND (c.ended_at IS NULL OR EXISTS (SELECT 1 FROM payment_attempts t
        WHERE t.consent_id = c.id AND t.initiator = 'schedule' AND t.created_at > gone.at + ${skew}))`,

  /**
   * 64. Whose phone or card is used by itself agreed to that: with a payment of the subscriber or after it, and with nobody
   * else's. A card may be replaced by its bank, a phone is the one that agreed.
   */
  always(64, "Somebody's phone or card is used by itself who did not agree")`
    SELECT format('consent %s', c.id) AS what FROM renewal_consents c JOIN subscriptions s ON s.id = c.subscription_id
    JOIN payment_attempts t ON t.id = c.attempt_id JOIN orders o ON o.id = t.order_id
    WHERE ${only("c.store_id")} AND c.livemode AND (o.customer_id <> s.customer_id OR t.paid_at IS NULL
      OR c.mode = 'prompt' AND t.instrument_hash IS DISTINCT FROM c.instrument_hash)
    UNION ALL
    SELECT format('consent %s of the manage page, proven as %s', c.id, c.proven_by) FROM renewal_consents c
    JOIN subscriptions s ON s.id = c.subscription_id
    WHERE ${only("c.store_id")} AND c.livemode AND c.attempt_id IS NULL AND c.proven_by IS NOT NULL
      AND NOT (CASE c.proven_by WHEN 'before' THEN ${agreedBefore} WHEN 'network' THEN ${orderedBefore} ELSE ${paidBefore} END)
    UNION ALL
    SELECT t.id::text FROM payment_attempts t JOIN renewal_consents c ON c.id = t.consent_id
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND c.mode = 'prompt'
      AND t.instrument_hash <> c.instrument_hash`,

  /** 45. Nothing is taken by itself that the payer had not agreed to before: whose, how much, in which currency. */
  always(45, "A scheduled payment is not what its payer agreed to")`
    SELECT t.id::text AS what FROM payment_attempts t LEFT JOIN renewal_consents c ON c.id = t.consent_id
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND (c.id IS NULL OR c.subscription_id <> t.renewal_of
      OR c.store_id <> t.store_id OR c.given_at > t.created_at OR t.amount_minor > c.cap_minor OR t.currency <> c.currency
      OR (c.mode = 'charge') <> (t.method = 'card'))`,

  /** 46. One end has at most four tries of a card and three of a phone, each on a day of its own. */
  always(46, "A payer was asked too often")`
    SELECT t.renewal_of AS what FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' GROUP BY t.renewal_of, t.renewal_end
    HAVING count(*) > CASE WHEN bool_or(t.method = 'card') THEN 4 ELSE 3 END
    UNION ALL
    SELECT t.renewal_of FROM payment_attempts t JOIN payment_attempts u ON u.renewal_of = t.renewal_of AND u.id <> t.id
    WHERE ${only("t.store_id")} AND u.created_at >= t.created_at AND u.created_at < t.created_at + interval '8 hours'`,

  /** 47. Nothing is tried while another payment of the subscription is undecided. */
  always(47, "A scheduled payment began beside one that was open")`
    SELECT t.id::text AS what FROM payment_attempts t JOIN orders o ON o.subscription_id = t.renewal_of
    JOIN payment_attempts u ON u.order_id = o.id AND u.id <> t.id
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND t.status IN ('created', 'pending')
      AND u.status IN ('created', 'pending') AND u.created_at <= t.created_at AND o.order_status <> 'cancelled'`,

  /** 48. Nothing was given to a rail after the payer, the seller or the end of the subscription stopped it. */
  always(48, "A rail was called after renewing by itself had been stopped")`
    SELECT t.id::text AS what FROM payment_attempts t JOIN renewal_consents c ON c.id = t.consent_id
    WHERE ${only("t.store_id")} AND t.called_at > c.ended_at
    UNION ALL
    SELECT t.id::text FROM payment_attempts t
    WHERE ${only("t.store_id")} AND t.initiator = 'schedule' AND t.called_at IS NULL
      AND (t.rail_ref IS NOT NULL OR t.status = 'succeeded')`,

  /**
   * 49. A card is used for the store and the customer that it was given to. A token that nobody uses, or no bank takes, is
   * on its way out.
   */
  always(49, "A card is used by somebody else, or kept for nobody")`
    SELECT format('card %s', i.id) AS what FROM payment_instruments i JOIN subscriptions s ON s.instrument_id = i.id
    WHERE ${only("i.store_id")} AND (s.store_id <> i.store_id OR s.customer_id <> i.customer_id
      OR s.renewal_mode <> 'charge' OR i.token_sealed IS NULL OR i.status <> 'active' AND i.next_forget_at IS NULL)
    UNION ALL
    SELECT format('card %s', i.id) FROM payment_instruments i
    WHERE ${only("i.store_id")} AND i.token_sealed IS NOT NULL AND i.next_forget_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.instrument_id = i.id)`,

  /** 50. A subscription renews by itself exactly while a consent to that is open; never when it is cancelled or over. */
  always(50, "How a subscription renews is not what its payer agrees to")`
    SELECT s.id AS what FROM subscriptions s LEFT JOIN renewal_consents c ON c.id = s.renewal_consent_id
    WHERE ${only("s.store_id")} AND CASE s.renewal_mode
      WHEN 'manual' THEN num_nonnulls(s.renewal_consent_id, s.instrument_id, s.renewal_card, s.renewal_phone_sealed,
        s.next_renewal_try_at, s.renewal_until) > 0
      ELSE c.id IS NULL OR c.ended_at IS NOT NULL OR c.mode <> s.renewal_mode OR c.subscription_id <> s.id
        OR s.status IN ('cancelled', 'expired') OR (s.renewal_mode IN ('prompt', 'standing_order')) <> (s.renewal_phone_sealed IS NOT NULL) END
    UNION ALL
    SELECT c.subscription_id FROM renewal_consents c JOIN subscriptions s ON s.id = c.subscription_id
    WHERE ${only("c.store_id")} AND c.ended_at IS NULL AND s.renewal_consent_id IS DISTINCT FROM c.id`,

  /** 26. When the workers have caught up, no try waits that should have been made or given up. */
  whenQuiet(26, "A try is due and nobody makes it")`
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND s.next_renewal_try_at < $1::timestamptz - interval '2 hours'`,
];
