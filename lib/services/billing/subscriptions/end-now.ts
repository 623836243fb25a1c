import type { OrderRow, SubscriptionRow } from "@/lib/db/rows";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { endNow, hasAccess } from "@/lib/domain/subscription";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { voidSubscriptionOrders } from "../orders/call-off";
import { notifyCancelled } from "./cancel";
import { lockSubscription, recordDueSteps, recordStep } from "./record";

/**
 * Ends a subscription and its access at once, because a payment of it went back. Refusal `not_cancellable` where
 * none went back or access has ended; a subscription that was paid is cancelled instead. Open prompts are
 * void. Throws NotFound.
 */
export async function endSubscription(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  permit(caller, "subscription.cancel");
  return transact(world, async (unit) => {
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const row = await lockSubscription(unit, caller, id);
    if (!row) throw new NotFound();
    if (!(await wasTakenBack(unit.tx, row))) throw new Refusal("not_cancellable");
    const ended = await end(world, unit, row);
    if (!ended) throw new Refusal("not_cancellable");
    await unit.audit(caller, { action: "subscription.ended", target: `subscription:${id}` });
    return ended;
  });
}

/** Whether a bank reversed a payment of this subscription, or a part of one, or one was refunded whole. */
export async function wasTakenBack(
  db: Pick<Unit["tx"], "subscriptionPeriod">,
  { id, storeId }: { id: string; storeId: number },
): Promise<boolean> {
  const wentBack = [
    { attempt: { reversedMinor: { gt: 0n } } },
    { order: { paymentStatus: "refunded" } },
  ] as const;
  const where = { subscriptionId: id, storeId, OR: [...wentBack] };
  return (await db.subscriptionPeriod.count({ where })) > 0;
}

/** A refund of all has arrived, and the seller said that the subscription ends with it. `actor`: who asked for it. */
export async function endRefunded(
  world: World,
  unit: Unit,
  { storeId, accountId, livemode, subscriptionId }: OrderRow,
  actor: string,
): Promise<void> {
  if (subscriptionId === null) return;
  const row = await lockSubscription(unit, { storeId, livemode }, subscriptionId);
  if (!row || !(await end(world, unit, row))) return;
  const target = `subscription:${subscriptionId}`;
  await unit.audit({ accountId, storeId, actor }, { action: "subscription.ended", target });
}

/**
 * The bank reversed the whole payment of an order. If the store wants it, access ends at once, but only while the time
 * which that payment bought is not over: access that other payments bought stays.
 */
export async function endReversedAccess(
  world: World,
  unit: Unit,
  order: { id: number; storeId: number; livemode: boolean; subscriptionId: string | null },
): Promise<void> {
  const { id: orderId, storeId, livemode, subscriptionId } = order;
  if (subscriptionId === null) return;
  const store = await unit.tx.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { endsAccessOnReversal: true, accountId: true },
  });
  if (!store.endsAccessOnReversal) return;
  if (!(await isServing(unit, { subscriptionId, orderId }))) return;
  const row = await lockSubscription(unit, { storeId, livemode }, subscriptionId);
  if (!row || !(await end(world, unit, row))) return;
  await unit.audit(
    { accountId: store.accountId, storeId, actor: "system" },
    { action: "subscription.ended", target: `subscription:${subscriptionId}` },
  );
}

/** Whether time that the order bought is not over, or went over into a period of another plan that is not. */
async function isServing(
  { tx, now }: Unit,
  { subscriptionId, orderId }: { subscriptionId: string; orderId: number },
): Promise<boolean> {
  const bought = await tx.subscriptionPeriod.findFirst({ where: { subscriptionId, orderId } });
  let serves = bought;
  while (serves?.cutAt && (serves.creditMinor ?? 0n) > 0n) {
    const next = await tx.planChange.findFirst({
      where: { subscriptionId, number: { gt: serves.number } },
      orderBy: { number: "asc" },
      select: { number: true },
    });
    serves =
      next &&
      (await tx.subscriptionPeriod.findFirst({ where: { subscriptionId, number: next.number ?? 0 } }));
  }
  return serves !== null && serves.endsAt > now;
}

/** Null where access has ended already. */
async function end(world: World, unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow | null> {
  const current = await recordDueSteps(world, unit, row);
  if (!hasAccess(current, unit.now)) return null;
  const ended = await recordStep(world, unit, current, endNow(current, unit.now));
  if (ended.livemode) await notifyCancelled(world, unit, ended);
  return ended;
}
