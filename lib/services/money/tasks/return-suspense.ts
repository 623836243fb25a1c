import { composeUuid } from "@/lib/domain/token";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { workRefund } from "../out/refunds/work";
import { claimOne } from "../out/transfers/claim";
import { lockSuspense, settleTask } from "./lock-suspense";
import { requireTask } from "./shown";

/**
 * Returns all money in suspense to its payer. Its order fails, unless another payment of it is under way, and its place
 * in the link is free. Owner and admin only. The return is sent after the commit, and tracked like every refund. Throws
 * NotFound, Changed, or Invalid on `form`.
 */
export async function returnSuspense(
  world: World,
  seller: Seller,
  attemptId: string,
): Promise<{ refundId: string }> {
  permit(seller, "suspense.settle");
  const refundId = await transact(world, async (unit) => {
    await requireTask(unit, seller, attemptId);
    return returnIn(unit, seller, attemptId);
  });
  await sendReturn(world, refundId);
  return { refundId };
}

/**
 * The same in the transaction of a caller who is permitted already; call `sendReturn` after the commit. Returns the
 * refund's id.
 */
export async function returnIn(
  unit: Unit,
  caller: Caller,
  attemptId: string,
  reason?: string,
): Promise<string> {
  const id = composeUuid(unit.world.random.bytes(16));
  const { attempt, currency, minor, isAll } = await lockSuspense(unit, caller, attemptId);
  const { storeId, actor } = caller;
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
  await failUnlessAwaited(unit, attempt.order);
  if (isAll) await settleTask(unit, caller, "suspense", attemptId);
  await unit.audit(caller, {
    target: `order:${attempt.orderId}`,
    action: "suspense.returned",
    reason,
    details: { refund: id, currency, amountMinor: String(minor) },
  });
  unit.wake("transfers");
  return id;
}

/** Sends the return at once, unless a worker already has it. */
export async function sendReturn(world: World, id: string): Promise<void> {
  if (await claimOne(world, "refunds", id)) await tryWork(world, id);
}

/** The return is committed: if sending fails, the worker tries it again. */
async function tryWork(world: World, id: string): Promise<void> {
  try {
    await workRefund(world, id);
  } catch (error) {
    world.log.error({ err: error, refund: id }, "A refund could not be sent; it is tried again.");
  }
}
