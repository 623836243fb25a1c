import { composeUuid } from "@/lib/domain/uuid";
import { requireMoneyRole, type Seller } from "../accounts/seller";
import { workRefund } from "../refunds/work";
import { claimOne } from "../transfers/claim";
import { transact } from "../unit";
import type { World } from "../world";
import { lockSuspense, settleTask } from "./lock-suspense";

/**
 * Gives money that was set aside back to its payer, all of it. Owner and admin only. Once it is committed it is sent, and
 * followed like every refund. Throws NotFound, or Invalid on `form`.
 */
export async function returnSuspense(
  world: World,
  seller: Seller,
  attemptId: string,
): Promise<{ refundId: string }> {
  requireMoneyRole(seller);
  const id = composeUuid(world.random.bytes(16));
  await transact(world, async (unit) => {
    const { attempt, currency, minor } = await lockSuspense(unit, seller, attemptId);
    const { storeId, accountId, actor } = seller;
    const before = await unit.tx.refund.count({ where: { attemptId } });
    await unit.tx.refund.create({
      data: {
        id,
        storeId,
        orderId: attempt.orderId,
        attemptId,
        requestKey: `suspense/${attemptId}/${before}`,
        currency,
        amountMinor: minor,
        reason: "set aside",
        requestedBy: actor,
        nextPollAt: unit.now,
        createdAt: unit.now,
      },
    });
    await settleTask(unit, seller, "suspense", attemptId);
    await unit.audit({
      accountId,
      storeId,
      actor,
      action: "suspense.returned",
      target: `order:${attempt.orderId}`,
      details: { refund: id, currency, amountMinor: String(minor) },
    });
    unit.wake("transfers");
  });
  if (await claimOne(world, "refunds", id)) await tryWork(world, id);
  return { refundId: id };
}

/** The wish is committed: whatever goes wrong with sending it, the worker finds it again. */
async function tryWork(world: World, id: string): Promise<void> {
  try {
    await workRefund(world, id);
  } catch (error) {
    world.log.error({ err: error, refund: id }, "A refund could not be sent; it is tried again.");
  }
}
