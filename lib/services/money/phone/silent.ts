import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { labelOf } from "./rows";

/** No phone is called silent sooner, and none without a habit. */
const leastMs = 2 * 60 * 60_000;
const habitMessages = 20;
const habitDays = 14;
const lowBattery = 15;
const phonesMax = 100;

interface Silent {
  rail: string;
  storeId: number;
  why: "silent" | "empty";
}

/**
 * Tells owners of phones that are silent for twice as long as ever in the last two weeks, or nearly empty: what comes
 * meanwhile is caught up from the phone's inbox once it lives. Once until it speaks again. Safe to miss and to repeat.
 */
export async function watchPhones(world: World): Promise<{ told: number }> {
  const now = world.clock.now();
  const silent = await world.db.$queryRaw<Silent[]>`
    SELECT c.rail, c.store_id AS "storeId",
      CASE WHEN c.battery < ${lowBattery} THEN 'empty' ELSE 'silent' END AS why
    FROM phone_chains c JOIN rail_accounts a ON a.key = c.rail AND a.enabled AND a.removed_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*) AS told, max(gap) AS longest FROM (
        SELECT m.at - lag(m.at) OVER (ORDER BY m.at) AS gap FROM phone_messages m
        WHERE m.rail = c.rail AND m.at > ${now}::timestamptz - make_interval(days => ${habitDays})) AS gaps
    ) AS habit
    WHERE NOT EXISTS (SELECT 1 FROM tasks t
        WHERE t.kind = 'phone_silent' AND t.subject = c.rail || '/silent' AND t.resolved_at IS NULL)
      AND (c.battery < ${lowBattery} OR c.heard_at < ${now}::timestamptz - make_interval(secs => ${leastMs / 1000}))
      AND (c.battery < ${lowBattery} AND c.heard_at > ${now}::timestamptz - interval '1 hour'
        OR habit.told >= ${habitMessages}
          AND c.heard_at < ${now}::timestamptz - greatest(2 * habit.longest, make_interval(secs => ${leastMs / 1000})))
    ORDER BY c.rail LIMIT ${phonesMax}`;
  for (const one of silent) await transact(world, (unit) => tellSilent(unit, one));
  return { told: silent.length };
}

/** Everybody of its store who wants to know. */
export async function tellSilent(unit: Unit, { rail, storeId, why }: Silent): Promise<void> {
  const label = await labelOf(unit, rail);
  const subject = `${rail}/silent`;
  await unit.raiseTask({ storeId, kind: "phone_silent", subject, details: { account: label, why } });
  unit.alert({
    ...{ storeId, event: "account", kind: `alert_phone_${why}` },
    fact: `phone_silent/${rail}/${why}/${unit.now.getTime()}`,
    details: { item: label, path: `/dashboard/wallet/own/${rail}` },
  });
}
