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

export const sumInvariants: readonly Invariant[] = [overviewSums];
