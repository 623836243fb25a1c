import type { SubscriptionRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { reserveFor } from "@/lib/services/notify/messages/notify";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { permit } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { isRenewing } from "../renewal/renewing";
import { lockSubscription } from "../subscriptions/read";
import { recordDueSteps } from "../subscriptions/record";
import { ladderAfter, sentForThisEnd } from "./ladder";

/**
 * Reminds a subscriber of the end of their paid time now, because a person of the store asks for it: once for each end, and
 * not who was reminded of it already. The early reminder of the clock is then left out. Throws NotFound, Invalid on `form`, or
 * the Refusals of `reserve`.
 */
export async function remindOfRenewal(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  permit(caller, "order.handle");
  return noteLimit(world, caller, () =>
    transact(world, async (unit) => {
      const found = caller.livemode ? await lockSubscription(unit, caller, id) : null;
      if (!found) throw new NotFound();
      const row = await recordDueSteps(unit, found);
      const store = await unit.store(row.storeId);
      if (row.status !== "active" || store.status === "suspended" || isRenewing(row, store, unit.now))
        throw new Invalid({ form: [say("nothing_to_remind")] });
      if (await wasReminded(world, row)) throw new Invalid({ form: [say("reminded_for_end")] });
      await reserveFor(unit, caller.accountId, row.customer, "both");
      await notifySubscriber(unit, row, "renewal_asked", row.currentPeriodEnd.toISOString());
      const sent = [...new Set([...sentForThisEnd(row), "seven_days" as const])];
      await unit.tx.subscription.update({ where: { id }, data: ladderAfter(row, store, sent, unit.now) });
      await unit.audit(caller, { action: "subscription.reminded", target: `subscription:${id}` });
      return row;
    }),
  );
}

/** Each reminder of an end is named by it (`notifySubscriber`). */
async function wasReminded(
  { db }: World,
  { storeId, id, currentPeriodEnd }: SubscriptionRow,
): Promise<boolean> {
  const dedupeKey = { contains: `/${id}/${currentPeriodEnd.toISOString()}/` };
  return (await db.message.count({ where: { storeId, objectId: id, dedupeKey } })) > 0;
}

/** Those whose time ends before this instant, who pay by hand and were not reminded of it, the soonest first. */
export async function readUnreminded(
  world: World,
  { storeId }: Caller,
  before: Date,
  atMost: number,
): Promise<string[]> {
  const rows = await world.db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM subscriptions s
    WHERE s.store_id = ${storeId} AND s.livemode AND s.status = 'active' AND s.renewal_mode = 'manual'
      AND s.current_period_end > ${world.clock.now()} AND s.current_period_end < ${before}
      AND NOT EXISTS (
        SELECT 1 FROM messages m WHERE m.store_id = s.store_id AND m.object_id = s.id
          AND position(to_char(s.current_period_end AT TIME ZONE 'UTC', '"/"YYYY-MM-DD"T"HH24:MI:SS.MS"Z/"') IN m.dedupe_key) > 0)
    ORDER BY s.current_period_end LIMIT ${atMost}`;
  return rows.map(({ id }) => id);
}
