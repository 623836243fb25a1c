import type { OrderRow } from "@/lib/db/rows";
import { outsideRail } from "@/lib/domain/outside";
import { outsideUndone } from "@/lib/domain/posting";
import { Invalid, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { markReturned, undoPaid } from "../settlement/book-reversal";
import { lockAttempt, lockOrderAndAttempts } from "../settlement/lock-attempt";

/** What the page that takes a recorded payment back says of its order. */
export function recordedShown({ totalMinor, refundedMinor, currency }: OrderRow): Shown {
  return { left: { minor: totalMinor - refundedMinor, currency } };
}

/**
 * Takes back a payment that was recorded by mistake: the money never came. What it paid for is undone as after a
 * reversal: its invoice is owed again, and its subscription ends where the store wants that. Repeating it changes nothing. Owners and
 * admins only. Throws NotFound, NotAllowed, Changed, or Invalid on `reason`, or on `form` where there is nothing to take back.
 */
export async function undoPayment(
  world: World,
  seller: Seller,
  input: { orderId: number; reason: string },
): Promise<{ order: OrderRow; isNew: boolean }> {
  permit(seller, "payment.record");
  const reason = input.reason.trim();
  const problem = reason === "" ? say("undo_reason") : lineProblem(reason, 255);
  if (problem) throw new Invalid({ reason: [problem] });
  return transact(world, async (unit) => {
    const order = await lockOrderAndAttempts(unit, seller, input.orderId);
    const recorded = await unit.tx.paymentAttempt.findFirst({
      where: { orderId: order.id, storeId: order.storeId, rail: outsideRail },
      select: { id: true },
    });
    if (!recorded) throw new Invalid({ form: [say("nothing_recorded")] });
    const attempt = await lockAttempt(unit, recorded.id);
    if (attempt.status === "reversed") return { order, isNew: false };
    const leftMinor = order.totalMinor - order.refundedMinor;
    requireShown(world, seller, `payment/${order.id}`, recordedShown(order));
    if (leftMinor <= 0n) throw new Invalid({ form: [say("refund_all_gone")] });
    const { id, storeId, currency } = attempt;
    await unit.tx.paymentAttempt.update({
      where: { id },
      data: { status: "reversed", takenBackMinor: leftMinor, reversedMinor: leftMinor, undoneAt: unit.now },
    });
    await markReturned(unit, attempt, leftMinor, id);
    const takenBack = { takenBackAt: unit.now, takenBackReason: reason };
    await unit.tx.order.update({ where: { id: order.id }, data: takenBack });
    await undoPaid(unit, attempt);
    await unit.audit(seller, {
      action: "order.payment_undone",
      target: `order:${order.id}`,
      reason,
      details: { payment: id, currency, amountMinor: String(leftMinor) },
    });
    await unit.post({ ...outsideUndone(leftMinor), sourceId: id, storeId, rail: outsideRail, currency });
    return { order, isNew: true };
  });
}
