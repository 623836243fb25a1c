import type { StoreRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import type { Unit, World } from "@/lib/services/core/world";

/**
 * Counts one SMS alert of this month (UTC). False, and nothing counted, where the store's limit is reached. One
 * statement, so that concurrent ones are all counted.
 */
export async function takeSms(unit: Unit, store: Pick<StoreRow, "id" | "smsAlertsMax">): Promise<boolean> {
  if (store.smsAlertsMax < 1) return false;
  const counted = await unit.tx.$queryRaw<unknown[]>`
    INSERT INTO sending_counts AS c (subject, day, sent)
    VALUES (${subjectOf(store)}, ${monthEnd(unit.now)}::date, 1)
    ON CONFLICT (subject, day) DO UPDATE SET sent = c.sent + 1 WHERE c.sent < ${store.smsAlertsMax}
    RETURNING 1`;
  return counted.length > 0;
}

/** How many texts went out in a store's name this month (UTC): alerts to its people, and messages to its customers. */
export async function readSmsCounts(
  world: World,
  store: Pick<StoreRow, "id">,
): Promise<{ alerts: number; customers: number }> {
  const now = world.clock.now();
  const [row, customers] = await Promise.all([
    world.db.sendingCount.findUnique({
      where: { subject_day: { subject: subjectOf(store), day: new Date(`${monthEnd(now)}T00:00:00Z`) } },
    }),
    world.db.message.count({
      where: {
        storeId: store.id,
        channel: "sms",
        status: "sent",
        createdAt: { gte: new Date(`${monthEnd(now).slice(0, 8)}01T00:00:00Z`) },
      },
    }),
  ]);
  return { alerts: row?.sent ?? 0, customers };
}

function subjectOf({ id }: Pick<StoreRow, "id">): string {
  return `sms_alerts/${id}`;
}

/** The last day of the month: counts are deleted once their day is over. */
function monthEnd(now: Date): string {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return civilDateIn(new Date(Date.UTC(year, month + 1, 0)), "UTC");
}
