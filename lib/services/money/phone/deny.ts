import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { tillTask } from "../settlement/claim-receipt";
import { receiptOf, takeBack } from "./book";
import { relink } from "./relink";
import { findBelieved, lockChain, type MessageState } from "./rows";

/**
 * The owner looked at their phone, and this money never came: whoever knew the balance wrote the message. What it paid for is not
 * paid any more, and the chain goes on without it. Returns the key of the account. Owner and admin only. Throws NotFound.
 */
export async function denyMessage(world: World, seller: Seller, id: bigint): Promise<string> {
  permit(seller, "suspense.settle");
  const row = await findBelieved(world, seller, id);
  const { rail, storeId } = row;
  // First, so that whoever presses again after an accident finds both undone.
  await takeBack(world, row);
  await transact(world, async (unit) => {
    await lockChain(unit, storeId, rail);
    await unit.tx.phoneMessage.update({
      where: { id },
      data: { state: "false" satisfies MessageState, why: "denied", isTaken: true },
    });
    await relink(unit, storeId, rail);
    const where = { rail, receipt: receiptOf(row), attemptId: null };
    const waiting = await unit.tx.tillPayment.findFirst({ where });
    if (waiting) {
      await unit.resolveTasks({ kind: tillTask, subject: String(waiting.id) }, seller.actor);
      await unit.tx.tillPayment.delete({ where: { id: waiting.id } });
    }
    await unit.audit(seller, {
      action: "phone.message_denied",
      target: `rail_account:${rail}`,
      details: { message: String(id) },
    });
  });
  return rail;
}
