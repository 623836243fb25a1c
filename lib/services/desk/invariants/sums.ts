import { always, type Invariant } from "./invariant";

/** 31. What the overview shows is what its facts come to. */
const overviewSums = always(
  31,
  "A sum of the overview is not that of its orders, attempts or periods",
  (only) => `
    SELECT format('store %s, %s %s at %s', store_id, kind, name, slot) AS what FROM (
      SELECT store_id, kind, name, currency, slot, count, part, other, minor FROM overview_tallies t WHERE ${only("t.store_id")}
      UNION ALL
      SELECT store_id, kind, name, currency, slot, -count, -part, -other, -minor FROM overview_facts f WHERE ${only("f.store_id")}
    ) AS both_sides
    GROUP BY store_id, kind, name, currency, slot
    HAVING (sum(count), sum(part), sum(other), sum(minor)) <> (0, 0, 0, 0)`,
);

/** 51. What the numbers of subscriptions show is what their periods come to; the days are the sums of their quarters. */
const subscriptionSums = always(
  51,
  "A sum of the numbers of subscriptions is not that of their periods",
  (only) => `
    SELECT format('store %s, %s %s of %s at %s', store_id, looked, kind, step, slot) AS what FROM (
      SELECT 'facts' AS looked, store_id, livemode, kind, currency, slot, step, count, yearly_minor, minor
      FROM subscription_tallies t WHERE ${only("t.store_id")} AND grain <> 'day'
      UNION ALL
      SELECT 'facts', store_id, livemode, kind, currency, slot, step, -count, -yearly_minor, -minor
      FROM subscription_facts f WHERE ${only("f.store_id")}
      UNION ALL
      SELECT 'day', store_id, livemode, kind, currency, date_trunc('day', slot, 'UTC'), step,
        CASE grain WHEN 'day' THEN count ELSE -count END, CASE grain WHEN 'day' THEN yearly_minor ELSE -yearly_minor END,
        CASE grain WHEN 'day' THEN minor ELSE -minor END
      FROM subscription_tallies d WHERE ${only("d.store_id")} AND grain <> 'change'
    ) AS both_sides
    GROUP BY looked, store_id, livemode, kind, currency, slot, step
    HAVING (sum(count), sum(yearly_minor), sum(minor)) <> (0, 0, 0)`,
);

export const sumInvariants: readonly Invariant[] = [overviewSums, subscriptionSums];
