import { nextPollAt } from "@/lib/domain/attempt";
import { beginAttempt, takesAttempt } from "@/lib/domain/order";
import { Refusal } from "@/lib/domain/refusal";
import { composeToken, composeUuid } from "@/lib/domain/token";
import { reserveSlot } from "@/lib/services/catalog/payment-links/pay";
import type { Caller, Unit } from "@/lib/services/core/world";
import { lockAttempt } from "../settlement/lock-attempt";
import { lockThing, type StartedPayment } from "./open-attempt";
import { renewalLock } from "./purchase";

/**
 * Tries the next rail after the first one refused at once: the same order, in a new attempt. Null when this is not
 * possible (any more): the order is paid or cancelled, its subscription is being paid by another order, or the last place
 * of the link is gone. If another press has
 * begun an attempt meanwhile, that attempt is returned.
 */
export async function openNext(
  unit: Unit,
  caller: Caller,
  thing: string,
  refusedId: string,
  rail: string,
): Promise<StartedPayment | null> {
  lockThing(unit, caller, thing);
  const { order: known } = await unit.tx.paymentAttempt.findUniqueOrThrow({
    where: { id: refusedId },
    select: { order: { select: { subscriptionId: true } } },
  });
  if (known.subscriptionId !== null) lockThing(unit, caller, renewalLock(known.subscriptionId));
  const refused = await lockAttempt(unit, refusedId);
  const { order } = refused;
  if (refused.status !== "failed" || !takesAttempt(order)) return null;
  const open = await findOpen(unit, order);
  if (open?.orderId === order.id) return { id: open.id, token: open.token, isNew: false };
  if (open) return null;
  if (!(await hasPlace(unit, order))) return null;
  const { paymentStatus, orderStatus } = beginAttempt(order);
  await unit.tx.order.update({
    where: { id: order.id },
    data: { paymentStatus, orderStatus, updatedAt: unit.now },
  });
  const {
    storeId,
    method,
    network,
    phoneSealed,
    instrumentHash,
    browserHash,
    currency,
    amountMinor,
    consent,
  } = refused;
  const next = await unit.tx.paymentAttempt.create({
    data: {
      id: composeUuid(unit.world.random.bytes(16)),
      storeId,
      orderId: order.id,
      token: composeToken(unit.world.random.bytes(24)),
      rail,
      method,
      network,
      ...{ phoneSealed, instrumentHash },
      browserHash,
      currency,
      amountMinor,
      ...(consent === null ? {} : { consent }),
      nextPollAt: nextPollAt({ startedAt: unit.now, pollsMade: 0, now: unit.now }),
      createdAt: unit.now,
    },
  });
  unit.wake("attempts");
  return { id: next.id, token: next.token, isNew: true };
}

/** A subscription may meanwhile be asked for by another order: by itself, or from its own page. */
function findOpen(unit: Unit, { id, subscriptionId }: { id: number; subscriptionId: string | null }) {
  return unit.tx.paymentAttempt.findFirst({
    where: {
      status: { in: ["created", "pending"] },
      ...(subscriptionId === null ? { orderId: id } : { order: { subscriptionId } }),
    },
    select: { id: true, token: true, orderId: true },
  });
}

/** Catching the refusal is safe: a statement that reserves nothing does not abort the transaction. */
async function hasPlace(
  unit: Unit,
  order: { id: number; paymentLinkId: number | null; holdsSlot: boolean },
): Promise<boolean> {
  try {
    await reserveSlot(unit, order.id, order);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
