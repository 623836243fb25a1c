import type { Tx } from "@/lib/db/client";
import type { ValuedPeriod } from "@/lib/domain/plan-change";

/** A period with the order that brought it, and whether a bank took of that payment. */
export type StoredPeriod = ValuedPeriod & { orderId: number | null; isReversed: boolean };
type Row = Omit<StoredPeriod, "cut"> & NonNullable<StoredPeriod["cut"]> & { isCut: boolean };

/**
 * The periods of a subscription, in order, with what of their payments went back, is on its way back, or is what a bank
 * asks about now. Not what was ended early: nothing is left of that, also where it was paid again since. Nor a second
 * payment of the same order, which was set aside: it bought nothing.
 */
export async function readValuedPeriods(
  tx: Pick<Tx, "$queryRaw">,
  subscriptionId: string,
): Promise<StoredPeriod[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p.number, p.order_id AS "orderId", p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.paid_minor AS "paidMinor",
      p.cut_at IS NOT NULL AS "isCut", p.credit_minor AS "creditMinor", p.lost_minor AS "lostMinor",
      p.bought_from AS "from", p.bought_until AS "until", c.id IS NOT NULL AS "isChange",
      coalesce(t.reversed_minor > 0, false) AS "isReversed",
      (coalesce(o.refunded_minor, 0) + coalesce((SELECT sum(r.amount_minor) FROM refunds r
          WHERE r.attempt_id = t.id AND r.status IN ('queued', 'sent')), 0)
        + coalesce((SELECT sum(d.amount_minor) FROM disputes d WHERE d.attempt_id = t.id AND d.state = 'open'), 0))::bigint
        AS "backMinor"
    FROM subscription_periods p LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN payment_attempts t ON t.id = p.attempt_id
    LEFT JOIN plan_changes c ON c.subscription_id = p.subscription_id AND c.number = p.number
    WHERE p.subscription_id = ${subscriptionId} AND p.stopped_at IS NULL ORDER BY p.number`;
  return rows.map(({ isCut, creditMinor, lostMinor, from, until, ...period }) => ({
    ...period,
    cut: isCut ? { creditMinor, lostMinor, from, until } : null,
  }));
}
