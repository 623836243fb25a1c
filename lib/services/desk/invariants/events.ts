import { always, type Invariant, only, whenQuiet } from "./invariant";

/** Events are retained for 90 days: older ones are not checked. */
const isRetained = (column: string) => `${column} > $1::timestamptz - interval '80 days'`;

export const eventInvariants: readonly Invariant[] = [
  /** 15. access_ends_at never moves earlier except by a cancel or another plan: compares published events in their order. */
  always(15, "The end of access moved earlier without a cancel")`
    SELECT format('%s/%s', told.object_id, told.sequence) AS what FROM (
      SELECT e.object_id, e.sequence, e.type, (e.payload::json -> 'data' ->> 'access_ends_at')::timestamptz AS ends_at,
        lag((e.payload::json -> 'data' ->> 'access_ends_at')::timestamptz) OVER (PARTITION BY e.object_id ORDER BY e.sequence) AS ended_at
      FROM events e WHERE ${only("e.store_id")} AND e.livemode AND e.type LIKE 'subscription.%'
        AND e.type <> 'subscription.renewal_due') told
    WHERE told.ends_at < told.ended_at AND told.type NOT IN ('subscription.cancelled', 'subscription.changed')`,

  /** 17. Events of one object are numbered without gaps. The oldest may be deleted already. */
  always(17, "The events of an object are not numbered without gaps")`
    SELECT e.object_id AS what FROM events e WHERE ${only("e.store_id")} AND e.type <> 'ping'
    GROUP BY e.store_id, e.livemode, e.object_id
    HAVING max(e.sequence) - min(e.sequence) + 1 <> count(*) OR count(DISTINCT e.sequence) <> count(*)`,

  /** 17. An object's own event count equals its number of events. */
  always(17, "An object counts other events than were told")`
    SELECT o.id AS what FROM (
      SELECT s.id, s.id AS object_id, s.store_id, s.event_sequence, s.created_at FROM subscriptions s WHERE ${only("s.store_id")}
      UNION ALL
      SELECT 'invoice/' || i.id, 'invoice/' || i.id, i.store_id, i.event_sequence, i.created_at FROM invoices i WHERE ${only("i.store_id")}
      UNION ALL
      SELECT 'payment_link/' || p.id, 'payment_link/' || p.id, p.store_id, p.event_sequence, p.created_at
      FROM payment_links p WHERE ${only("p.store_id")}) o
    WHERE ${isRetained("o.created_at")} AND o.event_sequence <> (
      SELECT coalesce(max(e.sequence), 0) FROM events e WHERE e.store_id = o.store_id AND e.object_id = o.object_id)`,

  /** 17. order.paid is published once for every paid order and for no other. */
  always(17, "order.paid was not told exactly once of a paid order")`
    SELECT o.number AS what FROM orders o
    WHERE ${only("o.store_id")} AND ${isRetained("o.created_at")}
      AND (SELECT count(*) FROM events e
        WHERE e.store_id = o.store_id AND e.object_id = 'order/' || o.id AND e.type = 'order.paid')
      <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE 1 END`,

  /**
   * 17. Every period was published once: the first as activated, the others as renewed, days for free as extended. Of an
   * import nobody is told, unless its seller wanted it, and its event says so.
   */
  always(17, "A period was not told exactly once")`
    SELECT s.id AS what FROM subscriptions s
    WHERE ${only("s.store_id")} AND s.livemode AND ${isRetained("s.created_at")} AND EXISTS (
      SELECT 1 FROM (VALUES (false), (true)) AS of(given) WHERE
        (SELECT count(*) FROM subscription_periods p WHERE p.subscription_id = s.id AND p.kind <> 'imported'
          AND (p.kind = 'granted') = of.given)
        <> (SELECT count(*) FROM events e WHERE e.store_id = s.store_id AND e.object_id = s.id
          AND e.type IN ('subscription.activated', 'subscription.renewed', 'subscription.extended')
          AND (e.type = 'subscription.extended') = of.given
          AND NOT (s.imported_from IS NOT NULL AND e.type = 'subscription.activated'
            AND e.payload::jsonb -> 'data' ? 'imported')))`,

  /** 17. Every paid invoice has its invoice.paid event. */
  always(17, "invoice.paid does not agree with its invoice")`
    SELECT i.number AS what FROM invoices i
    WHERE ${only("i.store_id")} AND ${isRetained("i.created_at")} AND i.paid_at IS NOT NULL AND i.cancelled_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM events e
        WHERE e.store_id = i.store_id AND e.object_id = 'invoice/' || i.id AND e.type = 'invoice.paid')`,

  /** 18. An endpoint that got an event of this type before and after got this one too. */
  always(18, "An endpoint was passed over")`
    SELECT format('%s to %s', e.id, w.id) AS what
    FROM events e JOIN webhook_endpoints w ON w.store_id = e.store_id AND w.livemode = e.livemode AND w.deleted_at IS NULL
    JOIN (SELECT d.endpoint_id, f.type, min(f.created_at) AS first, max(f.created_at) AS last
      FROM webhook_deliveries d JOIN events f ON f.id = d.event_id WHERE ${only("d.store_id")} GROUP BY 1, 2) got
      ON got.endpoint_id = w.id AND got.type = e.type AND got.first < e.created_at AND got.last > e.created_at
    WHERE ${only("e.store_id")} AND ${isRetained("e.created_at")} AND e.type = ANY (w.types) AND e.created_at >= w.created_at
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND d.endpoint_id = w.id)`,

  /** 19. Test events go to test endpoints only, live ones to live ones only, and none to another store's. */
  always(19, "An event went to an endpoint of the other mode or of another store")`
    SELECT d.id::text AS what FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
    JOIN webhook_endpoints w ON w.id = d.endpoint_id
    WHERE ${only("e.store_id")} AND (e.livemode, e.store_id) IS DISTINCT FROM (w.livemode, w.store_id)`,

  /** 20. A delivery ends 10:15 hours after its first attempt; half an hour is added for a slow receiver. */
  whenQuiet(20, "A delivery goes on for longer than its plan")`
    SELECT d.id::text AS what FROM webhook_deliveries d
    WHERE ${only("d.store_id")} AND d.status = 'pending' AND d.first_attempt_at < $1::timestamptz - interval '10 hours 45 minutes'`,

  /** 26. No delivery, message, refund or payout is long overdue. */
  whenQuiet(26, "Something waits in a queue whose time has long come")`
    SELECT format('delivery %s', d.id) AS what FROM webhook_deliveries d
    WHERE ${only("d.store_id")} AND d.status = 'pending' AND d.next_attempt_at < $1::timestamptz - interval '2 hours'
    UNION ALL
    SELECT format('message %s', m.id) FROM messages m
    WHERE ${only("m.store_id")} AND m.status = 'queued' AND m.next_attempt_at < $1::timestamptz - interval '2 hours'
    UNION ALL
    SELECT format('refund %s', r.id) FROM refunds r
    WHERE ${only("r.store_id")} AND r.status IN ('queued', 'sent') AND r.next_poll_at < $1::timestamptz - interval '2 hours'
    UNION ALL
    SELECT format('payout %s', p.id) FROM payouts p
    WHERE ${only("p.store_id")} AND p.status IN ('requested', 'sent') AND p.next_poll_at < $1::timestamptz - interval '2 hours'`,
];
