import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { labelOf } from "./rows";

/** A later message that fits says that this one moved nothing: then nobody has to look at it. */
const patienceMs = 10 * 60_000;
const atOnceMax = 200;

/** `ids`: looked at now; `open`: those that nothing answers. Neither: what was asked about a phone is answered. */
interface Due {
  rail: string;
  storeId: number;
  ids: bigint[];
  open: bigint[];
}

/**
 * Tells owners of messages that speak of money and that nothing reads, where no later balance shows that they moved nothing.
 * Once for a phone until all of them are said or overtaken. Safe to miss and to repeat.
 */
export async function askAboutUnread(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - patienceMs);
  const due = await world.db.$queryRaw<Due[]>`
    SELECT d.rail, d.store_id AS "storeId", array_agg(d.id) AS ids,
      array_remove(array_agg(CASE WHEN NOT EXISTS (
        SELECT FROM phone_messages f WHERE f.rail = d.rail AND f.state = 'fits' AND f.at > d.at) THEN d.id END), NULL) AS open
    FROM (SELECT m.id, m.rail, m.store_id, m.at FROM phone_messages m
      JOIN rail_accounts a ON a.key = m.rail AND a.removed_at IS NULL
      WHERE NOT m.is_taken AND m.state = 'unread' AND m.heard_at < ${before}
      ORDER BY m.id LIMIT ${atOnceMax}) AS d
    GROUP BY d.rail, d.store_id
    UNION ALL SELECT split_part(t.subject, '/', 1), t.store_id, '{}', '{}' FROM tasks t
    WHERE t.kind = 'phone_unread' AND t.resolved_at IS NULL AND NOT EXISTS (
      SELECT FROM phone_messages m WHERE m.rail = split_part(t.subject, '/', 1) AND m.state = 'unread'
        AND m.why = 'money' AND NOT m.is_behind AND NOT EXISTS (
          SELECT FROM phone_messages f WHERE f.rail = m.rail AND f.state = 'fits' AND f.at > m.at))`;
  for (const one of due) await (one.ids.length > 0 ? look(world, one) : close(world, one));
}

function look(world: World, { rail, storeId, ids, open }: Due): Promise<void> {
  return transact(world, async (unit) => {
    await unit.tx.phoneMessage.updateMany({ where: { id: { in: ids } }, data: { isTaken: true } });
    if (open[0] !== undefined) await tellUnread(unit, storeId, rail, open[0]);
  });
}

/** Everybody of its store who wants to know, unless they were told of another of this phone. */
export async function tellUnread(unit: Unit, storeId: number, rail: string, message: bigint): Promise<void> {
  const task = { storeId, kind: "phone_unread", subject: `${rail}/unread` };
  if ((await unit.tx.task.count({ where: { ...task, resolvedAt: null } })) > 0) return;
  const account = await labelOf(unit, rail);
  await unit.raiseTask({ ...task, details: { account } });
  unit.alert({
    ...{ storeId, event: "money_waits", kind: "alert_phone_unread", fact: `phone_unread/${message}` },
    details: { item: account, path: `/dashboard/wallet/own/${rail}/messages` },
  });
}

/** The seller said what they are, or a later message fits. */
function close(world: World, { rail }: Due): Promise<void> {
  return transact(world, (unit) => unit.resolveTasks({ kind: "phone_unread", subject: `${rail}/unread` }));
}
